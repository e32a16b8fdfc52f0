// The response cache in front of the whole application, with a backend that holds its requests until they are released.
import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { getRequestListener } from '@hono/node-server'
import { Hono } from 'hono'
import { afterEach, expect, test } from 'vitest'
import { createApp } from './app.ts'
import { parseConfig } from './config/config.ts'
import { ADMISSION } from './http/admission/limits.ts'
import { createLogger } from './http/observability/log.ts'
import { MAX_CACHED_HEADER_BYTES } from './http/response-cache/limits.ts'
import type { ResponseCache } from './http/response-cache/response-cache.ts'
import { createCachedListener } from './response-cache.ts'
import type { Backend } from './services.ts'

const { runningPerNetwork } = ADMISSION.work
let server: Server | undefined

afterEach(() => {
  server?.closeAllConnections()
  server?.close()
})

async function serve() {
  const held: (() => void)[] = []
  const reached: string[] = []
  const routes = new Hono()
  routes.get('/rest/v1/:name', async (c) => {
    const name = c.req.param('name')
    reached.push(name)
    if (name.startsWith('slow')) await new Promise<void>((resolve) => held.push(resolve))
    return name.endsWith('uncached') ? c.json(name, 200, { 'cache-control': 'no-store' }) : c.json(name)
  })
  // Like the real services, these two make Hono choose its trie router.
  routes.get('/storage/v1/:bucket/info', (c) => c.text(''))
  routes.get('/storage/v1/list/:bucket', (c) => c.text(''))
  const backend = { routes, publishableKey: 'key', isReady: async () => true } as unknown as Backend
  const config = parseConfig({ TRUST_PROXY: '1' })
  const log = createLogger('silent')
  const app = createApp({ config, log, backend, site: null })
  const handle = getRequestListener(app.fetch)
  let stats: ResponseCache['stats'] | undefined
  const listener = await createCachedListener({
    app,
    config,
    log,
    backend,
    site: null,
    metrics: {
      watch: (watched) => {
        stats = watched.responseCache ?? stats
      },
    },
    pass: (request, response) => void handle(request, response),
  })
  let arrived = 0
  server = createServer({ maxHeaderSize: 64 * 1024 }, (request, response) => {
    listener(request, response)
    arrived += 1
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/rest/v1`
  return {
    held,
    reached,
    arrived: () => arrived,
    stats: () => stats?.(),
    read: async (name: string, network: string, headers: Record<string, string> = {}) => {
      const response = await fetch(`${url}/${name}`, {
        headers: { apikey: 'key', 'x-forwarded-for': network, ...headers },
      })
      return { status: response.status, body: await response.text() }
    },
    releaseAll: () => {
      for (const release of held.splice(0)) release()
    },
  }
}

const [A, B] = ['203.0.113.7', '198.51.100.9']

test('a visitor does not wait in the queue of another network that requested the same page first', async () => {
  const { held, reached, arrived, read, releaseAll } = await serve()
  const flood = Array.from({ length: runningPerNetwork }, (_, n) => read(`slow-${n}`, A))
  await expect.poll(() => held.length).toBe(runningPerNetwork)
  const queued = Array.from({ length: 20 }, () => read('page', A))
  await expect.poll(arrived).toBe(runningPerNetwork + 20)

  expect(await read('page', B)).toEqual({ status: 200, body: '"page"' })
  expect(reached.filter((name) => name === 'page')).toHaveLength(1)

  releaseAll()
  await Promise.all(flood)
  expect(await Promise.all(queued)).toEqual(Array(20).fill({ status: 200, body: '"page"' }))
  expect(reached.filter((name) => name === 'page')).toHaveLength(1)
})

test('visitors who request a page while it is being rendered all get that page, however many there are', async () => {
  const { held, reached, arrived, read, releaseAll } = await serve()
  const crowd = Array.from({ length: 150 }, () => read('slow', A))
  await expect.poll(arrived).toBe(150)
  expect(held).toHaveLength(1)

  releaseAll()
  expect(new Set((await Promise.all(crowd)).map(({ status }) => status))).toEqual(new Set([200]))
  expect(reached).toEqual(['slow'])
})

test('requests that waited for a response that cannot be cached are then admitted a few at a time', async () => {
  const { held, arrived, read, releaseAll } = await serve()
  const crowd = Array.from({ length: 20 }, () => read('slow-uncached', A))
  await expect.poll(arrived).toBe(20)
  expect(held).toHaveLength(1)

  releaseAll()
  await expect.poll(() => held.length).toBe(runningPerNetwork)
  await new Promise((wake) => setTimeout(wake, 100))
  expect(held).toHaveLength(runningPerNetwork)

  const all = Promise.all(crowd)
  const releasing = setInterval(releaseAll, 5)
  expect(new Set((await all).map(({ status }) => status))).toEqual(new Set([200]))
  clearInterval(releasing)
})

test('headers that do not affect the response do not add a cache entry', async () => {
  const { stats, reached, read } = await serve()
  for (let n = 0; n < 20; n += 1) {
    const headers = { accept: `text/x-${n}, application/json`, prefer: `unique-${n}`, range: `items=${n}` }
    expect((await read('page', A, headers)).status).toBe(200)
  }

  expect(reached).toEqual(['page'])
  expect(stats()).toMatchObject({ entries: 1, misses: 1, hits: 19 })
})

test.each(['accept', 'prefer', 'range'])(
  'the response to a request with a long %s header is not cached',
  async (name) => {
    const { stats, reached, read } = await serve()
    for (let n = 0; n < 3; n += 1) {
      const long = `*/*, x-${n}-${'x'.repeat(MAX_CACHED_HEADER_BYTES)}`
      expect((await read('page', A, { [name]: long })).status).toBe(200)
    }

    expect(reached).toHaveLength(3)
    expect(stats()).toMatchObject({ entries: 0, bytes: 0 })
  },
)

test('a path that is literally a wildcard is admitted only once, although the trie router matches it twice', async () => {
  const { read, reached } = await serve()

  for (let turn = 0; turn < runningPerNetwork + 1; turn++) {
    expect(await read('*', '203.0.113.7', { range: `0-${turn}` })).toEqual({ status: 200, body: '"*"' })
  }
  expect(reached).toEqual(Array(runningPerNetwork + 1).fill('*'))
})
