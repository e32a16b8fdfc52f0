import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { noteReads } from '../../db/reads.ts'
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

const understandPath = ({ url = '' }: IncomingMessage) =>
  url.startsWith('/kept')
    ? { key: url, url: `http://site.example${url}`, headers: { 'accept-encoding': 'identity' }, cacheControl: 'public' }
    : null

async function serve(overrides: Partial<Parameters<typeof createResponseCache>[0]> = {}) {
  const kept = createResponseCache({
    understand: [understandPath],
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
  const server = createServer(kept.listener)
  servers.push(server)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return { kept, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` }
}

function answerOfUnknownSources(): Response {
  noteReads(null)
  return new Response('x')
}

const beginning = async (response: Response) => (await response.text()).slice(0, 8)

test('an answer is made once, until a table that it was made from changes', async () => {
  const { url } = await serve()
  expect(await beginning(await fetch(`${url}/kept`))).toBe('<p>1</p>')
  expect(await beginning(await fetch(`${url}/kept`))).toBe('<p>1</p>')
  versions.vehicles = 2
  expect(await beginning(await fetch(`${url}/kept`))).toBe('<p>2</p>')
})

test('whoever an answer is made for is told what the log calls it; from memory nobody is', async () => {
  respond = (request) => {
    noteReads(['vehicles'])
    const status = request.url.endsWith('/broken') ? 500 : 200
    const headers = { 'x-request-id': request.headers.get('x-request-id') ?? 'made-here', 'content-type': 'text/html' }
    return new Response('words', { status, headers })
  }
  const { url } = await serve()
  const idOf = async (path: string, headers = {}) => (await fetch(url + path, { headers })).headers.get('x-request-id')

  expect(await idOf('/kept', { 'x-request-id': 'from-the-proxy' })).toBe('from-the-proxy')
  expect(await idOf('/kept', { 'x-request-id': 'another-one' })).toBeNull()
  expect(await idOf('/kept/broken')).toBe('made-here')
})

test('while changes are not heard nothing comes from memory', async () => {
  const { url } = await serve()
  await fetch(`${url}/kept`)
  versions.vehicles = null
  expect(await beginning(await fetch(`${url}/kept`))).toBe('<p>2</p>')
  expect(await beginning(await fetch(`${url}/kept`))).toBe('<p>3</p>')
})

test('an answer that was begun before a change is not kept', async () => {
  respond = () => {
    noteReads(['vehicles'])
    if (made.length === 1) versions.vehicles = 2
    return new Response(`<p>${made.length}</p>`)
  }
  const { url } = await serve()
  expect(await beginning(await fetch(`${url}/kept`))).toBe('<p>1</p>')
  expect(await beginning(await fetch(`${url}/kept`))).toBe('<p>2</p>')
  expect(await beginning(await fetch(`${url}/kept`))).toBe('<p>2</p>')
})

test.each([
  ['an error', () => new Response('no', { status: 500 })],
  ['one of which nobody knows what it was made from', answerOfUnknownSources],
  ['one that hands out a cookie', () => new Response('x', { headers: { 'set-cookie': 'a=b' } })],
  ['one that must not be stored', () => new Response('x', { headers: { 'cache-control': 'no-store' } })],
  ['one that is too large', () => new Response('x'.repeat(RESPONSE_CACHE.eachBytes + 1))],
])('never kept: %s', async (_name, answer) => {
  respond = answer
  const { url } = await serve()
  await (await fetch(`${url}/kept`)).text()
  await (await fetch(`${url}/kept`)).text()
  expect(made).toHaveLength(2)
})

test('many who ask at once get the one answer that is being made', async () => {
  let goOn = () => {}
  const held = new Promise<void>((resolve) => {
    goOn = resolve
  })
  respond = async () => {
    noteReads(['vehicles'])
    await held
    return new Response('all the same')
  }
  const { url } = await serve()
  const asked = Promise.all([1, 2, 3, 4].map(async () => (await fetch(`${url}/kept`)).text()))
  await expect.poll(() => made.length).toBe(1)
  goOn()
  expect(await asked).toEqual(Array(4).fill('all the same'))
  expect(made).toHaveLength(1)
})

/** Requests of `network` wait in its queue until they are let go. */
function holdAdmission(network: string) {
  let letGo = () => {}
  const held = new Promise<void>((resolve) => {
    letGo = resolve
  })
  let waiting = 0
  admit = async ({ headers }) => {
    if (headers['x-network'] !== network) return
    waiting += 1
    await held
  }
  return { letGo: () => letGo(), waiting: () => waiting }
}

test('a request is answered as soon as it is admitted itself, while those who asked first still queue', async () => {
  const queue = holdAdmission('a')
  const { kept, url } = await serve()
  const first = [1, 2].map(() => fetch(`${url}/kept`, { headers: { 'x-network': 'a' } }))
  await expect.poll(queue.waiting).toBe(2)

  expect(await beginning(await fetch(`${url}/kept`, { headers: { 'x-network': 'b' } }))).toBe('<p>1</p>')
  queue.letGo()
  expect(await Promise.all(first.map(async (each) => beginning(await each)))).toEqual(['<p>1</p>', '<p>1</p>'])
  expect(made).toHaveLength(1)
  expect(kept.figures()).toMatchObject({ misses: 1, entries: 1 })
})

test('a page is not rendered for a client that disconnected while its request was queued', async () => {
  const queue = holdAdmission('a')
  const requests: IncomingMessage[] = []
  const understand = (request: IncomingMessage) => {
    requests.push(request)
    return understandPath(request)
  }
  const { kept, url } = await serve({ understand: [understand] })
  const client = new AbortController()
  const left = fetch(`${url}/kept`, { headers: { 'x-network': 'a' }, signal: client.signal })
  await expect.poll(queue.waiting).toBe(1)
  client.abort()
  await expect(left).rejects.toThrow()
  await expect.poll(() => requests[0]?.socket.destroyed).toBe(true)

  queue.letGo()
  expect(await beginning(await fetch(`${url}/kept/other`))).toBe('<p>1</p>')
  expect(made).toEqual(['/kept/other'])
  expect(kept.figures()).toMatchObject({ entries: 1 })
})

test('an answer that could not be kept is made again for each who waited for it, when they are admitted', async () => {
  let goOn = () => {}
  const held = new Promise<void>((resolve) => {
    goOn = resolve
  })
  respond = async () => {
    await held
    return new Response('broken', { status: 500 })
  }
  const queue = holdAdmission('late')
  let arrived = 0
  const understand = (request: IncomingMessage) => {
    arrived += 1
    return understandPath(request)
  }
  const { url } = await serve({ understand: [understand] })
  const first = fetch(`${url}/kept`)
  await expect.poll(() => made.length).toBe(1)
  const second = fetch(`${url}/kept`, { headers: { 'x-network': 'late' } })
  await expect.poll(() => arrived).toBe(2)
  goOn()
  expect((await first).status).toBe(500)
  await expect.poll(queue.waiting).toBe(1)
  expect(made).toHaveLength(1)
  queue.letGo()
  expect((await second).status).toBe(500)
  expect(made).toHaveLength(2)
})

test('compressed as the client takes it, with a strong tag each, and 304 to who has it', async () => {
  const { url } = await serve()
  const raw = async (encoding: string, headers = {}) => {
    const { request } = await import('node:http')
    return new Promise<{ status?: number; headers: IncomingMessage['headers']; body: Buffer }>((resolve) => {
      const asked = request(
        `${url}/kept`,
        { headers: { 'accept-encoding': encoding, ...headers } },
        async (response) => {
          const chunks: Buffer[] = []
          for await (const chunk of response) chunks.push(chunk as Buffer)
          resolve({ status: response.statusCode, headers: response.headers, body: Buffer.concat(chunks) })
        },
      )
      asked.end()
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

test('HEAD is answered without a body, everything but reads is passed on', async () => {
  const { url } = await serve()
  const head = await fetch(`${url}/kept`, { method: 'HEAD' })
  expect(Number(head.headers.get('content-length'))).toBeGreaterThan(0)
  expect(await head.text()).toBe('')
  expect(await (await fetch(`${url}/kept`, { method: 'POST' })).text()).toBe('passed')
  expect(await (await fetch(`${url}/other`)).text()).toBe('passed')
})

test('never more bytes than it may keep: who was asked for longest ago goes first', async () => {
  const limits = { ...RESPONSE_CACHE, bytes: 3 * (2500 + RESPONSE_CACHE.entryOverhead) }
  const { kept, url } = await serve({ limits })
  for (const name of ['a', 'b', 'a', 'c', 'd']) {
    await (await fetch(`${url}/kept/${name}`, { headers: { 'accept-encoding': 'identity' } })).text()
  }
  expect(kept.figures().bytes).toBeLessThanOrEqual(limits.bytes)
  made = []
  await (await fetch(`${url}/kept/a`, { headers: { 'accept-encoding': 'identity' } })).text()
  expect(made).toEqual([])
  await (await fetch(`${url}/kept/b`, { headers: { 'accept-encoding': 'identity' } })).text()
  expect(made).toEqual(['/kept/b'])
})

test('the bytes of keys, headers and bodies count', async () => {
  const longKey = 'k'.repeat(30_000)
  const location = `/${'l'.repeat(2000)}`
  respond = () => {
    noteReads(['vehicles'])
    return new Response('x'.repeat(3000), { headers: { 'content-type': 'text/html', 'content-location': location } })
  }
  const understand = (request: IncomingMessage) => {
    const question = understandPath(request)
    return question && { ...question, key: question.key + longKey }
  }
  const { kept, url } = await serve({ understand: [understand] })
  const read = (name: string, encoding: string) =>
    fetch(`${url}/kept/${name}`, { headers: { 'accept-encoding': encoding } }).then((response) => response.text())
  for (let n = 0; n < 10; n += 1) await read(String(n), 'identity')

  const plain = kept.figures()
  expect(plain.entries).toBe(10)
  expect(plain.bytes).toBeGreaterThan(10 * (longKey.length + location.length + 3000))

  for (const encoding of ['br', 'gzip']) await read('0', encoding)
  expect(kept.figures().bytes).toBeGreaterThan(plain.bytes + 2 * location.length)
})

test('a key larger than the whole cache is not stored', async () => {
  const understand = (request: IncomingMessage) => {
    const question = understandPath(request)
    return question && { ...question, key: question.key + 'k'.repeat(30_000) }
  }
  const { kept, url } = await serve({ understand: [understand], limits: { ...RESPONSE_CACHE, bytes: 20_000 } })
  for (let n = 0; n < 10; n += 1) await (await fetch(`${url}/kept/${n}`)).text()

  expect(kept.figures()).toMatchObject({ entries: 0, bytes: 0 })
})

test('a kept answer does not hold the request that it was made for', async () => {
  setFlagsFromString('--expose_gc')
  const collectGarbage: () => void = runInNewContext('gc')
  const requests: WeakRef<IncomingMessage>[] = []
  const understand = (request: IncomingMessage) => {
    requests.push(new WeakRef(request))
    return understandPath(request)
  }
  const { kept, url } = await serve({ understand: [understand] })
  for (let n = 0; n < 5; n += 1) await (await fetch(`${url}/kept/${n}`, { headers: { connection: 'close' } })).text()
  servers[0]?.closeAllConnections()

  // The last may still be known to the server.
  const held = () => {
    collectGarbage()
    return requests.slice(0, -1).filter((request) => request.deref()).length
  }
  await expect.poll(held).toBe(0)
  expect(kept.figures().entries).toBe(5)
})

test('where nobody tells of changes an answer is kept for its time', async () => {
  const { url } = await serve({ changes: null, limits: { ...RESPONSE_CACHE, unheardMs: 0 } })
  await (await fetch(`${url}/kept`)).text()
  await (await fetch(`${url}/kept`)).text()
  expect(made).toHaveLength(2)
  const { url: longer } = await serve({ changes: null })
  await (await fetch(`${longer}/kept`)).text()
  await (await fetch(`${longer}/kept`)).text()
  expect(made).toHaveLength(3)
})
