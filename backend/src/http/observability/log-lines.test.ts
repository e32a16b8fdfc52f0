import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { LOG_COUNTS_EVERY_MS, LOG_LINES_PER_SECOND } from './limits.ts'
import { createLogger } from './log.ts'

const { refusals, requests, eachWarning } = LOG_LINES_PER_SECOND

beforeEach(() => {
  vi.useFakeTimers({ now: 1_000_000 })
})
afterEach(() => {
  vi.useRealTimers()
})

function createLog() {
  const lines: { event: string; status?: number; lines?: Record<string, number> }[] = []
  const log = createLogger('info', { write: (line) => void lines.push(JSON.parse(line)) })
  const logRequest = (status: number) => log.info({ event: 'request', path: '/', status })
  const written = (event: string) => lines.filter((line) => line.event === event)
  return { log, lines, logRequest, written }
}

test('a flood of refusals is logged as a few lines a second and one line that counts the other refusals', () => {
  const { logRequest, written } = createLog()

  for (let second = 0; second < 2; second++) {
    for (let count = 0; count < 1000; count++) logRequest(count % 2 ? 429 : 404)
    vi.advanceTimersByTime(1000)
  }
  expect(written('request')).toHaveLength(2 * refusals)
  vi.advanceTimersByTime(LOG_COUNTS_EVERY_MS)

  const each = 1000 - refusals
  expect(written('log_lines_left_out').map(({ lines }) => lines)).toEqual([
    { 'request 404': each, 'request 429': each },
  ])
  vi.advanceTimersByTime(LOG_COUNTS_EVERY_MS)
  expect(written('log_lines_left_out')).toHaveLength(1)
})

test('a flood of refusals does not displace the log lines for successful requests or errors', () => {
  const { log, logRequest, written } = createLog()

  for (let count = 0; count < 1000; count++) logRequest(429)
  for (let count = 0; count < requests; count++) logRequest(200)
  for (let count = 0; count < 1000; count++) log.error({ event: 'page_failed', err: new Error('broken') })
  for (let count = 0; count < 1000; count++) logRequest(500)

  expect(written('request').filter(({ status }) => status === 200)).toHaveLength(requests)
  expect(written('request').filter(({ status }) => status === 500)).toHaveLength(1000)
  expect(written('page_failed')).toHaveLength(1000)
})

test('a repeated warning does not displace other warnings', () => {
  const { log, written } = createLog()

  for (let count = 0; count < 1000; count++) log.warn({ event: 'database_unavailable' })
  log.warn({ event: 'statement_killed' }, 'a message')
  vi.advanceTimersByTime(LOG_COUNTS_EVERY_MS)

  expect(written('database_unavailable')).toHaveLength(eachWarning)
  expect(written('statement_killed')).toHaveLength(1)
  expect(written('log_lines_left_out')[0]?.lines).toEqual({ database_unavailable: 1000 - eachWarning })
})
