// A failing S3: callers do not wait for long, nothing is partially stored, and S3 is used again once it is up.

import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { StorageDriver, StoredFile } from '../src/storage/drivers/driver.ts'
import { S3_FAILURES_UNTIL_DOWN } from '../src/storage/drivers/limits.ts'
import { createS3Driver } from '../src/storage/drivers/s3-driver.ts'
import { type S3Fault, type S3Server, startS3Server } from './s3-server.ts'

let server: S3Server
let driver: StorageDriver
const incidents = { report: vi.fn(), clear: vi.fn() }
const log = { warn: vi.fn() }
// A tenth of the production timeouts, except the pause, which must be long enough for twenty calls on a busy machine.
const waits = { connectMs: 400, idleMs: 400, responseMs: 1500, readMs: 4000, writeMs: 4500, downMs: 2000 }

beforeEach(async () => {
  server = await startS3Server()
  driver = createS3Driver(server.settings, { incidents, log, waits })
  await driver.write('b/a.jpg', Buffer.alloc(400_000, 7))
  for (const mock of [incidents.report, incidents.clear, log.warn]) mock.mockClear()
})
afterEach(() => server.close())

const found = async () => (await driver.find('b/a.jpg')) as StoredFile
const failing = { code: 'Unavailable', status: 503, headers: { 'retry-after': '2' } }

async function until(fails: number): Promise<void> {
  for (let i = 0; i < fails; i++) await expect(driver.find('b/a.jpg')).rejects.toMatchObject(failing)
}

describe('an S3 service that is down', () => {
  test.each<S3Fault>(['refuse', 'slow-down', 'broken'])(
    'an S3 service that is down (%s) is reported, no longer called, and used again once it is up',
    async (fault) => {
      server.behave(fault)
      await until(S3_FAILURES_UNTIL_DOWN)
      expect(incidents.report.mock.calls).toEqual([['pictures-unreachable', expect.stringContaining('not responding')]])

      const before = server.requests()
      await until(20)
      expect(server.requests()).toBe(before)

      server.behave(null)
      await expect.poll(() => driver.find('b/a.jpg').catch(() => null)).toMatchObject({ size: 400_000 })
      expect(incidents.clear.mock.calls).toEqual([['pictures-unreachable']])
    },
  )

  test('callers do not wait for ever if S3 hangs', async () => {
    server.behave('hang')

    await until(1)
  })

  test('two failed requests to S3 are retried without an incident', async () => {
    let left = 2
    server.behave(() => (left-- > 0 ? 'slow-down' : null))

    expect(await found()).toMatchObject({ size: 400_000 })
    await driver.write('b/b.jpg', Buffer.from('b'))
    expect(incidents.report).not.toHaveBeenCalled()
  })
})

describe('a response that is interrupted', () => {
  test.each<S3Fault>(['half', 'stall'])(
    'an interrupted response (%s) is resumed from where it stopped',
    async (fault) => {
      const file = await found()
      let left = 2
      server.behave(({ method }) => (method === 'GET' && left-- > 0 ? fault : null))
      const streamed = Buffer.from(await new Response(await driver.open(file)).arrayBuffer())
      left = 2
      const read = await driver.read('b/a.jpg')

      expect(streamed.equals(Buffer.alloc(400_000, 7))).toBe(true)
      expect(read.equals(streamed)).toBe(true)
    },
  )

  test('a read whose response is interrupted every time fails instead of returning part of the file', async () => {
    const file = await found()
    server.behave('half')

    await expect(driver.read('b/a.jpg')).rejects.toMatchObject(failing)
    server.behave(({ headers }) => (headers.range ? 'broken' : 'half'))
    await expect(driver.open(file).then((stream) => new Response(stream).arrayBuffer())).rejects.toThrow()
  })
})

test('a file whose bytes were corrupted on S3 is not returned', async () => {
  const stored = server.objects.get('b/a.jpg')
  if (stored) server.objects.set('b/a.jpg', { ...stored, bytes: Buffer.alloc(400_000, 8) })

  await expect(driver.read('b/a.jpg')).rejects.toMatchObject(failing)
})

test('the bytes of a file that was replaced after it was found are not mixed with those of the new file', async () => {
  const file = await found()
  await driver.write('b/a.jpg', Buffer.alloc(100, 1))

  await expect(driver.open(file)).rejects.toMatchObject(failing)
})

test('an access key that S3 refuses is reported at once, without revealing the key', async () => {
  const wrong = createS3Driver({ ...server.settings, secretAccessKey: 'not-the-secret' }, { incidents, log, waits })

  await expect(wrong.write('b/c.jpg', Buffer.from('x'))).rejects.toMatchObject(failing)
  await expect(wrong.find('b/a.jpg')).rejects.toMatchObject(failing)

  expect(incidents.report.mock.calls[0]).toEqual(['pictures-unreachable', expect.stringContaining('refusing')])
  const reported = JSON.stringify([incidents.report.mock.calls, log.warn.mock.calls])
  expect(reported).not.toContain('not-the-secret')
  expect(reported).not.toContain(server.settings.accessKeyId)
  expect([...server.objects.keys()]).toEqual(['b/a.jpg'])
})

test('an S3 service over its quota is treated like a full disk', async () => {
  server.behave('full')
  await expect(driver.write('b/c.jpg', Buffer.from('x'))).rejects.toMatchObject({ code: 'EDQUOT' })
})

test('aborted requests do not count as S3 failures', async () => {
  server.behave('hang')
  const file = { key: 'b/a.jpg', size: 400_000, modifiedAt: new Date(), state: 'x' }
  for (let i = 0; i <= S3_FAILURES_UNTIL_DOWN; i++) {
    const leaving = new AbortController()
    const opening = driver.open(file, { signal: leaving.signal })
    setTimeout(() => leaving.abort(), 20)
    await expect(opening).rejects.toMatchObject({ code: 'Unavailable' })
  }
  server.behave(null)

  expect(await found()).toMatchObject({ size: 400_000 })
  expect(incidents.report).not.toHaveBeenCalled()
})
