// The whole application, over a real socket, in front of a backend that reads every body to its end.
import { once } from 'node:events'
import { type ClientRequest, type IncomingMessage, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { getRequestListener } from '@hono/node-server'
import { Hono } from 'hono'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createApp } from '../../app.ts'
import { parseConfig } from '../../config/config.ts'
import type { Backend } from '../../services.ts'
import { clientNetwork } from '../caller/client-address.ts'
import { createNodeServer } from '../node-server.ts'
import { createLogger } from '../observability/log.ts'
import { MAX_BODY_BYTES } from './limits.ts'

const reads: number[] = []
const routes = new Hono()
routes.all('*', async (c) => {
  const body = await c.req.raw.arrayBuffer()
  reads.push(body.byteLength)
  return c.json({ bytes: body.byteLength, network: clientNetwork(c.req.raw) })
})

const app = createApp({
  config: parseConfig({}),
  log: createLogger('silent'),
  backend: { routes, isReady: async () => true, publishableKey: 'key' } as unknown as Backend,
  site: null,
})
const server = createNodeServer(getRequestListener(app.fetch))
let port = 0

beforeAll(async () => {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  port = (server.address() as AddressInfo).port
})
afterAll(() => {
  server.close()
  server.closeAllConnections()
})

const open = (method: string, path: string, headers: Record<string, string | number> = {}): ClientRequest =>
  request({ port, host: '127.0.0.1', method, path, headers, agent: false })

async function responseTo(call: ClientRequest): Promise<{ status: number | undefined; body: unknown }> {
  // The server may close the connection while the body is being sent, but only after it has responded.
  const [response] = (await once(call, 'response')) as [IncomingMessage]
  call.on('error', () => {})
  const body = await text(response)
  return { status: response.statusCode, body: body.startsWith('{') ? JSON.parse(body) : body }
}

const LIMITED = [
  ['POST', '/rest/v1/car_makes', { code: 'PT413', details: null, hint: null }],
  ['POST', '/auth/v1/token?grant_type=password', { error_code: 'request_entity_too_large' }],
  ['POST', '/storage/v1/object/list/vehicle-images', { statusCode: '413', code: 'EntityTooLarge' }],
  ['POST', '/storage/v1/object/%6Cist/vehicle-images', { statusCode: '413' }],
  ['POST', '/storage/v1/object/list-v2/vehicle-images', { statusCode: '413' }],
  ['POST', '/storage/v1/object/sign/vehicle-images/a.jpg', { statusCode: '413' }],
  ['POST', '/storage/v1/object/%73ign/vehicle-images/a.jpg', { statusCode: '413' }],
  ['POST', '/storage/v1/object/upload/sign/vehicle-images/a.jpg', { statusCode: '413' }],
  ['POST', '/storage/v1/object/move', { statusCode: '413' }],
  ['POST', '/storage/v1/bucket', { statusCode: '413' }],
  ['DELETE', '/storage/v1/object/vehicle-images', { statusCode: '413' }],
  ['DELETE', '/storage/v1/object/vehicle-images/a.jpg', { statusCode: '413' }],
  ['POST', '/storage/v1/nothing', { statusCode: '413' }],
  ['POST', '/functions/v1/send-email', { success: false }],
  ['POST', '/captcha/v1/challenge', { code: 'PT413' }],
  ['PUT', '/vehicles', expect.stringContaining(String(MAX_BODY_BYTES))],
  ['POST', '/nothing-here', expect.stringContaining(String(MAX_BODY_BYTES))],
] as const

describe('a body that is too long is refused before anything has read it', () => {
  test.each(LIMITED)('a body is refused because of its declared length: %s %s', async (method, path, shape) => {
    reads.length = 0
    const call = open(method, path, { 'content-length': 400 * 1024 * 1024 })
    call.write('[')

    const { status, body } = await responseTo(call)
    call.destroy()

    expect({ status, body }).toMatchObject({ status: 413, body: shape })
    expect(reads).toEqual([])
  })

  test.each(LIMITED)('a body is refused as soon as it exceeds the limit: %s %s', async (method, path) => {
    reads.length = 0
    const call = open(method, path, { 'transfer-encoding': 'chunked' })
    call.write(Buffer.alloc(MAX_BODY_BYTES + 1, 'x'))

    // The sender never finishes, so a server that waited for the rest would wait forever.
    const { status } = await responseTo(call)
    call.destroy()

    expect(status).toBe(413)
    expect(reads).toEqual([])
  })
})

test('a short body whose length is not declared arrives whole, and the sender’s network is still known', async () => {
  const call = open('POST', '/rest/v1/car_makes', { 'transfer-encoding': 'chunked' })
  call.write('{"name":')
  call.end('"Alvis"}')

  expect(await responseTo(call)).toEqual({ status: 200, body: { bytes: 16, network: '127.0.0.1' } })
})

test.each(['POST', 'PUT'])('an upload is limited only by its bucket: %s', async (method) => {
  const call = open(method, '/storage/v1/object/vehicle-images/vehicles/a.jpg')
  call.end(Buffer.alloc(MAX_BODY_BYTES + 1))

  expect(await responseTo(call)).toMatchObject({ status: 200, body: { bytes: MAX_BODY_BYTES + 1 } })
})

test('a browser that posts too much to a page gets an error page', async () => {
  const call = open('POST', '/contact', { accept: 'text/html', 'content-length': MAX_BODY_BYTES + 1 })
  call.write('x')

  const { status, body } = await responseTo(call)
  call.destroy()

  expect([status, String(body)]).toEqual([413, expect.stringContaining('<h1')])
})
