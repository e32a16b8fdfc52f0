import { createServer, get, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { getRequestListener } from '@hono/node-server'
import { Hono } from 'hono'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { compress } from '../compress.ts'
import { createLogger, logRequests } from './log.ts'

const app = new Hono()
app.use(logRequests(createLogger('silent')), compress())
app.get('/text', (c) => c.text('a line of text '.repeat(200)))
const server = createServer(getRequestListener(app.fetch))

beforeAll(() => new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready)))
afterAll(() => new Promise((closed) => server.close(closed)))

const responseTo = (headers: Record<string, string>) =>
  new Promise<IncomingMessage>((resolve, reject) => {
    const { port } = server.address() as AddressInfo
    get({ host: '127.0.0.1', port, path: '/text', headers }, (response) => resolve(response.resume())).on(
      'error',
      reject,
    )
  })

test.each(['identity', 'br'])('a response with %s encoding is sent whole rather than streamed', async (encoding) => {
  const { headers } = await responseTo({ 'accept-encoding': encoding, 'x-request-id': 'request-0001' })

  expect(headers['x-request-id']).toBe('request-0001')
  expect(headers['content-encoding']).toBe(encoding === 'br' ? 'br' : undefined)
  expect(headers['transfer-encoding']).toBeUndefined()
  expect(Number(headers['content-length'])).toBeGreaterThan(0)
})
