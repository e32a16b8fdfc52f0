// The whole application in front of a backend that holds its requests until they are released.
import { Hono } from 'hono'
import { afterEach, expect, test, vi } from 'vitest'
import { createApp } from '../../app.ts'
import { parseConfig } from '../../config/config.ts'
import type { Backend } from '../../services.ts'
import { createLogger } from '../observability/log.ts'
import { ADMISSION } from './limits.ts'

const { runningPerNetwork, waitingPerNetwork, burst } = ADMISSION.work

function setUp() {
  const held: (() => void)[] = []
  const routes = new Hono()
  routes.all('/rest/v1/slow', async (c) => {
    await new Promise<void>((resolve) => held.push(resolve))
    return c.json('done')
  })
  routes.all('*', (c) => c.json('quick'))
  const backend = { routes, isReady: async () => true, publishableKey: 'key' } as unknown as Backend
  const app = createApp({ config: parseConfig({}), log: createLogger('silent'), backend, site: null })
  return {
    held,
    call: async (path: string, network: string | null) =>
      app.request(path, {}, network ? { incoming: { socket: { remoteAddress: network } } } : {}),
    async releaseAll(count: number) {
      for (let done = 0; done < count; done++) {
        while (held.length === 0) await new Promise((wake) => setImmediate(wake))
        held.shift()?.()
      }
    },
  }
}

afterEach(() => {
  vi.useRealTimers()
})

const settle = () => new Promise((wake) => setTimeout(wake, 50))

test('a flood of requests from one network reaches the services a few at a time and does not delay other networks', async () => {
  const { held, call, releaseAll } = setUp()
  const admitted = runningPerNetwork + waitingPerNetwork
  const flood = Array.from({ length: admitted + 50 }, () => call('/rest/v1/slow', '203.0.113.7'))
  await settle()

  expect(held).toHaveLength(runningPerNetwork)
  const refused = await Promise.all(flood.slice(admitted))
  expect(refused.map(({ status }) => status)).toEqual(Array(50).fill(429))
  expect(refused[0]?.headers.get('retry-after')).toMatch(/^[1-9]\d*$/)
  expect(await refused[0]?.json()).toMatchObject({ code: 'PT429', details: null, hint: null })
  expect((await call('/rest/v1/quick', '203.0.113.8')).status).toBe(200)

  await releaseAll(admitted)
  const served = await Promise.all(flood.slice(0, admitted))
  expect(served.map(({ status }) => status)).toEqual(Array(admitted).fill(200))
})

test('a network at its limit still gets pictures and the health check', async () => {
  const { call, releaseAll } = setUp()
  const flood = Array.from({ length: runningPerNetwork + 1 }, () => call('/rest/v1/slow', '203.0.113.7'))
  await settle()

  expect((await call('/storage/v1/render/image/public/vehicle-images/a.jpg', '203.0.113.7')).status).toBe(200)
  expect((await call('/healthz', '203.0.113.7')).status).toBe(200)
  await releaseAll(flood.length)
})

test('addresses in one IPv6 network count together', async () => {
  const { held, call, releaseAll } = setUp()
  const flood = Array.from({ length: runningPerNetwork + 3 }, (_, i) => call('/rest/v1/slow', `2001:db8:1:2::${i + 1}`))
  await settle()

  expect(held).toHaveLength(runningPerNetwork)
  await releaseAll(flood.length)
})

test('the server’s calls to itself are not counted', async () => {
  const { held, call, releaseAll } = setUp()
  const calls = Array.from({ length: runningPerNetwork * 3 }, () => call('/rest/v1/slow', null))
  await settle()

  expect(held).toHaveLength(calls.length)
  await releaseAll(calls.length)
})

test.each([
  ['/rest/v1/vehicles', { code: 'PT429' }],
  ['/auth/v1/user', { error_code: 'over_request_rate_limit' }],
  ['/functions/v1/send-email', { success: false }],
  ['/captcha/v1/challenge', { code: 'PT429' }],
])('requests from a network that sends too many are refused with a Retry-After header: %s', async (path, shape) => {
  vi.useFakeTimers({ toFake: ['performance'] })
  const { call } = setUp()
  for (let sent = 0; sent < burst; sent++) await call('/rest/v1/quick', '203.0.113.7')

  const refused = await call(path, '203.0.113.7')

  expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '1'])
  expect(await refused.json()).toMatchObject(shape)
  expect((await call(path, '203.0.113.8')).status).toBe(200)
})

test('a refusal for too many requests is delayed, so that retrying at once gains nothing', async () => {
  vi.useFakeTimers({ toFake: ['performance'] })
  const { call } = setUp()
  for (let sent = 0; sent < burst; sent++) await call('/rest/v1/quick', '203.0.113.7')

  const refused = call('/rest/v1/quick', '203.0.113.7')

  expect(await Promise.race([refused, settle().then(() => 'held')])).toBe('held')
  expect((await refused).status).toBe(429)
})
