import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { noteReads, noteWanted } from '../../db/reads.ts'
import { RESPONSE_CACHE } from './limits.ts'
import { createResponseCache } from './response-cache.ts'

const versions: Record<string, number | null> = {}
let servers: Server[] = []
let made: string[] = []
let passed: string[] = []
let admit: (request: IncomingMessage) => Promise<void>
let respond: (request: Request) => Response | Promise<Response>

beforeEach(() => {
  versions.vehicles = 1
  servers = []
  made = []
  passed = []
  admit = async () => {}
  respond = () => {
    noteReads(['vehicles'])
    return new Response(`<p>${made.length}</p>${'words '.repeat(400)}`, { headers: { 'content-type': 'text/html' } })
  }
})
afterEach(() => {
  for (const server of servers) server.close()
})

const findByPath = ({ url = '' }: IncomingMessage) =>
  url.startsWith('/cached')
    ? { key: url, url: `http://site.example${url}`, headers: { 'accept-encoding': 'identity' }, cacheControl: 'public' }
    : null

async function serve(overrides: Partial<Parameters<typeof createResponseCache>[0]> = {}) {
  const cache = createResponseCache({
    finders: [findByPath],
    changes: { version: (table) => versions[table] ?? null, stamp: () => versions.vehicles ?? null },
    fetch: async (request, { incoming, whenAdmitted }) => {
      await admit(incoming)
      const shared = await whenAdmitted?.()
      if (shared) return shared
      made.push(new URL(request.url).pathname)
      return respond(request)
    },
    pass: (request, response) => {
      passed.push(request.url ?? '')
      response.end('passed')
    },
    ...overrides,
  })
  const server = createServer(cache.listener)
  servers.push(server)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return { cache, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` }
}

function responseFromUnknownSources(): Response {
  noteReads(null)
  return new Response('x')
}

const startOf = async (response: Response) => (await response.text()).slice(0, 8)

test('a response is made only once until one of its source tables changes', async () => {
  const { url } = await serve()
  expect(await startOf(await fetch(`${url}/cached`))).toBe('<p>1</p>')
  expect(await startOf(await fetch(`${url}/cached`))).toBe('<p>1</p>')
  versions.vehicles = 2
  expect(await startOf(await fetch(`${url}/cached`))).toBe('<p>2</p>')
})

test('a new response has the request id from the log, and a cached response has none', async () => {
  respond = (request) => {
    noteReads(['vehicles'])
    const status = request.url.endsWith('/broken') ? 500 : 200
    const headers = { 'x-request-id': request.headers.get('x-request-id') ?? 'made-here', 'content-type': 'text/html' }
    return new Response('words', { status, headers })
  }
  const { url } = await serve()
  const idOf = async (path: string, headers = {}) => (await fetch(url + path, { headers })).headers.get('x-request-id')

  expect(await idOf('/cached', { 'x-request-id': 'from-the-proxy' })).toBe('from-the-proxy')
  expect(await idOf('/cached', { 'x-request-id': 'another-one' })).toBeNull()
  expect(await idOf('/cached/broken')).toBe('made-here')
})

test('nothing is served from the cache while the change feed is down', async () => {
  const { url } = await serve()
  await fetch(`${url}/cached`)
  versions.vehicles = null
  expect(await startOf(await fetch(`${url}/cached`))).toBe('<p>2</p>')
  expect(await startOf(await fetch(`${url}/cached`))).toBe('<p>3</p>')
})

test('a response is not cached if a table changed while it was being made', async () => {
  respond = () => {
    noteReads(['vehicles'])
    if (made.length === 1) versions.vehicles = 2
    return new Response(`<p>${made.length}</p>`)
  }
  const { url } = await serve()
  expect(await startOf(await fetch(`${url}/cached`))).toBe('<p>1</p>')
  expect(await startOf(await fetch(`${url}/cached`))).toBe('<p>2</p>')
  expect(await startOf(await fetch(`${url}/cached`))).toBe('<p>2</p>')
})

test.each([
  ['an error', () => new Response('no', { status: 500 })],
  ['a response from unknown sources', responseFromUnknownSources],
  ['a response that sets a cookie', () => new Response('x', { headers: { 'set-cookie': 'a=b' } })],
  ['a response marked no-store', () => new Response('x', { headers: { 'cache-control': 'no-store' } })],
  ['a response that is too large', () => new Response('x'.repeat(RESPONSE_CACHE.eachBytes + 1))],
])('%s is never cached', async (_name, uncacheable) => {
  respond = uncacheable
  const { url } = await serve()
  await (await fetch(`${url}/cached`)).text()
  await (await fetch(`${url}/cached`)).text()
  expect(made).toHaveLength(2)
})

test('simultaneous requests for the same page share one response', async () => {
  let resume = () => {}
  const held = new Promise<void>((resolve) => {
    resume = resolve
  })
  respond = async () => {
    noteReads(['vehicles'])
    await held
    return new Response('all the same')
  }
  const { url } = await serve()
  const responses = Promise.all([1, 2, 3, 4].map(async () => (await fetch(`${url}/cached`)).text()))
  await expect.poll(() => made.length).toBe(1)
  resume()
  expect(await responses).toEqual(Array(4).fill('all the same'))
  expect(made).toHaveLength(1)
})

/** Requests from `network` wait in its queue until they are released. */
function holdAdmission(network: string) {
  let release = () => {}
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  let waiting = 0
  admit = async ({ headers }) => {
    if (headers['x-network'] !== network) return
    waiting += 1
    await held
  }
  return { release: () => release(), waiting: () => waiting }
}

test('a request is served as soon as it is admitted, even while earlier requests for the same page are queued', async () => {
  const queue = holdAdmission('a')
  const { cache, url } = await serve()
  const first = [1, 2].map(() => fetch(`${url}/cached`, { headers: { 'x-network': 'a' } }))
  await expect.poll(queue.waiting).toBe(2)

  expect(await startOf(await fetch(`${url}/cached`, { headers: { 'x-network': 'b' } }))).toBe('<p>1</p>')
  queue.release()
  expect(await Promise.all(first.map(async (each) => startOf(await each)))).toEqual(['<p>1</p>', '<p>1</p>'])
  expect(made).toHaveLength(1)
  expect(cache.stats()).toMatchObject({ misses: 1, entries: 1 })
})

test('a page is not rendered for a client that disconnected while its request was queued', async () => {
  const queue = holdAdmission('a')
  const requests: IncomingMessage[] = []
  const find = (request: IncomingMessage) => {
    requests.push(request)
    return findByPath(request)
  }
  const { cache, url } = await serve({ finders: [find] })
  const client = new AbortController()
  const left = fetch(`${url}/cached`, { headers: { 'x-network': 'a' }, signal: client.signal })
  await expect.poll(queue.waiting).toBe(1)
  client.abort()
  await expect(left).rejects.toThrow()
  await expect.poll(() => requests[0]?.socket.destroyed).toBe(true)

  queue.release()
  expect(await startOf(await fetch(`${url}/cached/other`))).toBe('<p>1</p>')
  expect(made).toEqual(['/cached/other'])
  expect(cache.stats()).toMatchObject({ entries: 1 })
})

test('a response that cannot be cached is made again for each waiting request once that request is admitted', async () => {
  let resume = () => {}
  const held = new Promise<void>((resolve) => {
    resume = resolve
  })
  respond = async () => {
    await held
    return new Response('broken', { status: 500 })
  }
  const queue = holdAdmission('late')
  let arrived = 0
  const find = (request: IncomingMessage) => {
    arrived += 1
    return findByPath(request)
  }
  const { url } = await serve({ finders: [find] })
  const first = fetch(`${url}/cached`)
  await expect.poll(() => made.length).toBe(1)
  const second = fetch(`${url}/cached`, { headers: { 'x-network': 'late' } })
  await expect.poll(() => arrived).toBe(2)
  resume()
  expect((await first).status).toBe(500)
  await expect.poll(queue.waiting).toBe(1)
  expect(made).toHaveLength(1)
  queue.release()
  expect((await second).status).toBe(500)
  expect(made).toHaveLength(2)
})

test('a response has an encoding that the client accepts, each variant has its own ETag, and a matching ETag gets a 304', async () => {
  const { url } = await serve()
  const raw = async (encoding: string, headers = {}) => {
    const { request } = await import('node:http')
    return new Promise<{ status?: number; headers: IncomingMessage['headers']; body: Buffer }>((resolve) => {
      const sent = request(
        `${url}/cached`,
        { headers: { 'accept-encoding': encoding, ...headers } },
        async (response) => {
          const chunks: Buffer[] = []
          for await (const chunk of response) chunks.push(chunk as Buffer)
          resolve({ status: response.statusCode, headers: response.headers, body: Buffer.concat(chunks) })
        },
      )
      sent.end()
    })
  }
  const plain = await raw('identity')
  const brotli = await raw('gzip, br')
  const gzipped = await raw('gzip')
  expect(brotliDecompressSync(brotli.body)).toEqual(plain.body)
  expect(gunzipSync(gzipped.body)).toEqual(plain.body)
  expect(new Set([plain, brotli, gzipped].map(({ headers }) => headers.etag)).size).toBe(3)
  expect(brotli.headers).toMatchObject({ 'content-encoding': 'br', 'cache-control': 'public', etag: /^"/ })
  expect(made).toHaveLength(1)

  const again = await raw('br', { 'if-none-match': brotli.headers.etag })
  expect(again).toMatchObject({ status: 304, body: Buffer.alloc(0) })
  expect(again.headers['content-length']).toBeUndefined()
})

test('a HEAD request gets no body, and requests that cannot be cached are passed on', async () => {
  const { url } = await serve()
  const head = await fetch(`${url}/cached`, { method: 'HEAD' })
  expect(Number(head.headers.get('content-length'))).toBeGreaterThan(0)
  expect(await head.text()).toBe('')
  expect(await (await fetch(`${url}/cached`, { method: 'POST' })).text()).toBe('passed')
  expect(await (await fetch(`${url}/other`)).text()).toBe('passed')
})

test('the cache stays within its limit by evicting the least recently used response', async () => {
  const limits = { ...RESPONSE_CACHE, bytes: 3 * (2500 + RESPONSE_CACHE.entryOverhead) }
  const { cache, url } = await serve({ limits })
  for (const name of ['a', 'b', 'a', 'c', 'd']) {
    await (await fetch(`${url}/cached/${name}`, { headers: { 'accept-encoding': 'identity' } })).text()
  }
  expect(cache.stats().bytes).toBeLessThanOrEqual(limits.bytes)
  made = []
  await (await fetch(`${url}/cached/a`, { headers: { 'accept-encoding': 'identity' } })).text()
  expect(made).toEqual([])
  await (await fetch(`${url}/cached/b`, { headers: { 'accept-encoding': 'identity' } })).text()
  expect(made).toEqual(['/cached/b'])
})

test('the bytes of keys, headers and bodies all count towards the limit', async () => {
  const longKey = 'k'.repeat(30_000)
  const location = `/${'l'.repeat(2000)}`
  respond = () => {
    noteReads(['vehicles'])
    return new Response('x'.repeat(3000), { headers: { 'content-type': 'text/html', 'content-location': location } })
  }
  const find = (request: IncomingMessage) => {
    const cacheable = findByPath(request)
    return cacheable && { ...cacheable, key: cacheable.key + longKey }
  }
  const { cache, url } = await serve({ finders: [find] })
  const read = (name: string, encoding: string) =>
    fetch(`${url}/cached/${name}`, { headers: { 'accept-encoding': encoding } }).then((response) => response.text())
  for (let n = 0; n < 10; n += 1) await read(String(n), 'identity')

  const plain = cache.stats()
  expect(plain.entries).toBe(10)
  expect(plain.bytes).toBeGreaterThan(10 * (longKey.length + location.length + 3000))

  for (const encoding of ['br', 'gzip']) await read('0', encoding)
  expect(cache.stats().bytes).toBeGreaterThan(plain.bytes + 2 * location.length)
})

test('a key larger than the whole cache is not stored', async () => {
  const find = (request: IncomingMessage) => {
    const cacheable = findByPath(request)
    return cacheable && { ...cacheable, key: cacheable.key + 'k'.repeat(30_000) }
  }
  const { cache, url } = await serve({ finders: [find], limits: { ...RESPONSE_CACHE, bytes: 20_000 } })
  for (let n = 0; n < 10; n += 1) await (await fetch(`${url}/cached/${n}`)).text()

  expect(cache.stats()).toMatchObject({ entries: 0, bytes: 0 })
})

test('a cached response does not keep its original request in memory', async () => {
  setFlagsFromString('--expose_gc')
  const collectGarbage: () => void = runInNewContext('gc')
  const requests: WeakRef<IncomingMessage>[] = []
  const find = (request: IncomingMessage) => {
    requests.push(new WeakRef(request))
    return findByPath(request)
  }
  const { cache, url } = await serve({ finders: [find] })
  for (let n = 0; n < 5; n += 1) await (await fetch(`${url}/cached/${n}`, { headers: { connection: 'close' } })).text()
  servers[0]?.closeAllConnections()

  // The server may still hold the last request.
  const held = () => {
    collectGarbage()
    return requests.slice(0, -1).filter((request) => request.deref()).length
  }
  await expect.poll(held).toBe(0)
  expect(cache.stats().entries).toBe(5)
})

test('a response is cached for a limited time if there is no change feed', async () => {
  const { url } = await serve({ changes: null, limits: { ...RESPONSE_CACHE, maxAgeMs: 0 } })
  await (await fetch(`${url}/cached`)).text()
  await (await fetch(`${url}/cached`)).text()
  expect(made).toHaveLength(2)
  const { url: longer } = await serve({ changes: null })
  await (await fetch(`${longer}/cached`)).text()
  await (await fetch(`${longer}/cached`)).text()
  expect(made).toHaveLength(3)
})

test('what a page’s visitors look for is counted each time the page is sent, from the cache or not', async () => {
  const counted: [readonly string[], string | undefined][] = []
  respond = () => {
    noteReads(['vehicles'])
    expect(noteWanted(['an estate'])).toBe(true)
    return new Response('nothing found')
  }
  const { url } = await serve({ onWanted: (wanted, { headers }) => counted.push([wanted, headers['user-agent']]) })
  for (const name of ['one', 'two']) await (await fetch(`${url}/cached`, { headers: { 'user-agent': name } })).text()
  await fetch(`${url}/cached`, { method: 'HEAD' })

  expect(made).toHaveLength(1)
  expect(counted).toEqual([
    [['an estate'], 'one'],
    [['an estate'], 'two'],
  ])
  expect(noteWanted(['an estate'])).toBe(false)
})
