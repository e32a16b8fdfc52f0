import { Hono } from 'hono'
import { expect, test } from 'vitest'
import { clientAddress, rememberClientAddress } from './client-address.ts'

async function addressOf(trustProxy: boolean, forwardedFor: string | null, socket: string | null = '192.0.2.1') {
  const app = new Hono()
  app.use(rememberClientAddress(trustProxy))
  app.get('/', (c) => c.json(clientAddress(c.req.raw)))
  const headers: Record<string, string> = forwardedFor ? { 'x-forwarded-for': forwardedFor } : {}
  const env = socket ? { incoming: { socket: { remoteAddress: socket } } } : {}
  return (await app.request('/', { headers }, env)).json()
}

test('without a proxy to trust, the header is only a claim', async () => {
  expect(await addressOf(false, '203.0.113.9')).toBe('192.0.2.1')
})

test("behind a proxy, its own entry counts, not the client's claims before it", async () => {
  expect(await addressOf(true, '203.0.113.9, 198.51.100.7')).toBe('198.51.100.7')
})

test('what is no address is not taken for one', async () => {
  expect(await addressOf(true, 'unknown')).toBe('192.0.2.1')
})

test('a call of the server to itself has no address', async () => {
  expect(await addressOf(true, '203.0.113.9', null)).toBeNull()
})
