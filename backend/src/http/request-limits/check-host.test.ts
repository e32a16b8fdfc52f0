import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { getRequestListener } from '@hono/node-server'
import { Hono } from 'hono'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { checkHost } from './check-host.ts'

const app = new Hono()
app.onError((_error, c) => c.text('failed', 500))
app.use(checkHost)
app.all('*', (c) => c.text(new URL(c.req.raw.url).pathname))
const server = createServer(getRequestListener(app.fetch))

beforeAll(() => new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready)))
afterAll(() => new Promise((closed) => server.close(closed)))

const statusFor = (host: string, method: string) =>
  new Promise<number | undefined>((resolve, reject) => {
    const { port } = server.address() as AddressInfo
    const outgoing = request({ host: '127.0.0.1', port, method, path: '/', headers: { host } }, (response) => {
      response.resume()
      resolve(response.statusCode)
    })
    outgoing.on('error', reject)
    outgoing.end()
  })

test.each([
  ['9007199254740991', 400],
  ['1.2.3.4.5', 400],
  ['localhost', 200],
  ['cars.example:8080', 200],
])('a request with the header Host: %s gets status %i', async (host, status) => {
  for (const method of ['GET', 'POST']) expect(await statusFor(host, method)).toBe(status)
})
