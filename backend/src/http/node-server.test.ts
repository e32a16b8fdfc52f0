import { once } from 'node:events'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterEach, expect, test } from 'vitest'
import { createNodeServer } from './node-server.ts'
import { SERVER_TIMEOUTS } from './request-limits/limits.ts'

const NEVER = 10 * 60_000
const PATIENT = { headersMs: NEVER, requestMs: NEVER, keepAliveMs: NEVER, idleMs: NEVER, checkEveryMs: 20 }
const closing: (() => void)[] = []

async function open(times: typeof SERVER_TIMEOUTS): Promise<Socket> {
  const server = createNodeServer(
    (incoming, outgoing) => {
      incoming.resume()
      incoming.on('end', () => outgoing.end('done'))
    },
    { times },
  )
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  closing.push(() => {
    server.close()
    server.closeAllConnections()
  })
  return connect((server.address() as AddressInfo).port, '127.0.0.1')
}

afterEach(() => {
  for (const close of closing.splice(0)) close()
})

// The server must close each connection; otherwise the test times out.
test('a client that does not finish its headers is cut off', async () => {
  const socket = await open({ ...PATIENT, headersMs: 50, requestMs: 60 })
  socket.write('POST / HTTP/1.1\r\nHost: x\r\nX-Slow: ')

  expect(await text(socket)).toContain('408')
})

test('a client that does not finish its body is cut off', async () => {
  const socket = await open({ ...PATIENT, headersMs: 50, requestMs: 60 })
  socket.write('POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 10\r\n\r\nslow')

  expect(await text(socket)).toContain('408')
})

test('a connection on which nothing is sent is closed', async () => {
  const socket = await open({ ...PATIENT, idleMs: 50 })
  socket.write('POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 10\r\n\r\nslow')

  expect(await text(socket)).toBe('')
})

test('a connection is closed if no further request arrives', async () => {
  const socket = await open({ ...PATIENT, keepAliveMs: 50 })
  socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n')

  expect(await text(socket)).toContain('done')
})

test.each([
  ['in the headers', (bytes: number) => `GET / HTTP/1.1\r\nHost: x\r\nX-Long: ${'a'.repeat(bytes)}\r\n\r\n`],
  ['in the URL', (bytes: number) => `GET /${'a'.repeat(bytes)} HTTP/1.1\r\nHost: x\r\n\r\n`],
])('a request with more than 16 kB %s is refused with 431', async (_, requestOf) => {
  const responseTo = async (bytes: number) => {
    const socket = await open({ ...PATIENT, keepAliveMs: 50 })
    socket.write(requestOf(bytes))
    return text(socket)
  }

  expect(await responseTo(15_000)).toContain('done')
  expect(await responseTo(17_000)).toMatch(/^HTTP\/1\.1 431 /)
})

test('every timeout is finite', () => {
  for (const ms of Object.values(SERVER_TIMEOUTS)) expect(ms).toBeGreaterThan(0)
})
