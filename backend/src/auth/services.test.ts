import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { inFixedTime } from './services.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const wait = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))

/** How long the response took according to the fake clock. */
async function responseMs(work: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now()
  const response = inFixedTime({ fixedResponseMs: 300 }, work).then(
    () => performance.now() - startedAt,
    () => performance.now() - startedAt,
  )
  await vi.advanceTimersByTimeAsync(2000)
  return response
}

test.each([
  ['no work', 0, 300],
  ['a little work', 120, 300],
  ['more work than fits into one step', 340, 600],
])('a response that takes %s is sent at the end of a time step', async (_, workMs, expectedMs) => {
  expect(await responseMs(() => wait(workMs))).toBe(expectedMs)
})

test('an error is also sent at the end of a time step', async () => {
  const fail = async () => {
    await wait(10)
    throw new Error('failed')
  }

  expect(await responseMs(fail)).toBe(300)
})
