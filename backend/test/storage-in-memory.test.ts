// Small variants of public pictures, sent from memory by the response cache.

import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Hono } from 'hono'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { parseConfig } from '../src/config/config.ts'
import { createLogger } from '../src/http/observability/log.ts'
import { createCachedListener } from '../src/response-cache.ts'
import type { Backend } from '../src/services.ts'
import { photo } from '../src/storage/testing/hostile-files.ts'
import { serviceEngines } from './engines.ts'
import { type OpenStorage, openStorage } from './storage-harness.ts'

const BUCKET = 'vehicle-images'
const WEBP = { accept: 'image/webp,*/*' }

describe.each(serviceEngines)('small pictures on $name', (engine) => {
  let opened: OpenStorage
  let server: Server
  let made: string[] = []
  let passed: string[] = []
  let origin = ''

  beforeAll(async () => {
    opened = await openStorage(engine)
    const app = new Hono()
    app.use(async (c, next) => {
      made.push(c.req.url)
      await next()
    })
    app.route('/', opened.app)
    const listener = await createCachedListener({
      app,
      config: parseConfig({}),
      log: createLogger('silent'),
      backend: { changes: opened.changes, publishableKey: 'key' } as unknown as Backend,
      site: null,
      pass(request, response) {
        passed.push(request.url ?? '')
        response.end()
      },
    })
    server = createServer(listener).listen(0, '127.0.0.1')
    await once(server, 'listening')
    origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  })
  beforeEach(() => {
    made = []
    passed = []
  })
  afterAll(async () => {
    server.close()
    await opened.close()
  })

  const upload = async (name: string, colour = '#336699', upsert = false) => {
    const bytes = await photo(600, 400).tint(colour).jpeg().toBuffer()
    const file = new Blob([new Uint8Array(bytes)], { type: 'image/jpeg' })
    const { error } = await opened.as('admin').from(BUCKET).upload(name, file, { upsert })
    expect(error).toBeNull()
  }
  const get = async (name: string, query = 'width=480', headers: Record<string, string> = WEBP) => {
    const response = await fetch(`${origin}/storage/v1/render/image/public/${BUCKET}/${name}?${query}`, { headers })
    return { response, status: response.status, bytes: Buffer.from(await response.arrayBuffer()) }
  }

  test('a picture is read from the disk once and then sent from memory, in each format', async () => {
    await upload('one.jpg')
    const first = await get('one.jpg')
    const again = await get('one.jpg', 'width=480', { accept: 'text/html, image/webp' })
    const jpeg = await get('one.jpg', 'width=480', { accept: '*/*' })
    expect([first, again, jpeg].map(({ response }) => response.headers.get('content-type'))).toEqual([
      'image/webp',
      'image/webp',
      'image/jpeg',
    ])
    expect(again.bytes).toEqual(first.bytes)
    expect(made).toHaveLength(2)
    expect(again.response.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')

    const etag = again.response.headers.get('etag') ?? ''
    expect((await get('one.jpg', 'width=480', { ...WEBP, 'if-none-match': etag })).status).toBe(304)
    expect(made).toHaveLength(2)
  })

  test('a replaced picture is shown at once', async () => {
    await upload('two.jpg')
    const before = await get('two.jpg')
    await upload('two.jpg', '#993311', true)
    expect((await get('two.jpg')).bytes).not.toEqual(before.bytes)
  })

  test('a removed picture is no longer sent', async () => {
    await upload('three.jpg')
    expect((await get('three.jpg')).status).toBe(200)
    await opened.as('admin').from(BUCKET).remove(['three.jpg'])
    expect((await get('three.jpg')).status).not.toBe(200)
  })

  test('no picture is sent once its bucket is private', async () => {
    await upload('four.jpg')
    expect((await get('four.jpg')).status).toBe(200)
    await opened.db.query('update storage.buckets set public = false where id = $1', [BUCKET])
    await opened.settle()
    expect((await get('four.jpg')).status).not.toBe(200)
    await opened.db.query('update storage.buckets set public = true where id = $1', [BUCKET])
    await opened.settle()
  })

  test.each([
    ['a large variant', 'width=1600', WEBP],
    ['a variant with another parameter', 'width=480&download=car.jpg', WEBP],
    ['a request from another origin', 'width=480', { ...WEBP, origin: 'https://elsewhere.example' }],
  ])('%s is not cached in memory', async (_what, query, headers) => {
    await get('five.jpg', query, headers)
    expect([made.length, passed.length]).toEqual([0, 1])
  })
})
