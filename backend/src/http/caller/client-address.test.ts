import { Hono } from 'hono'
import { describe, expect, test, vi } from 'vitest'
import { parseTrustProxy } from '../../config/trust-proxy.ts'
import { createLogger, type Logger } from '../observability/log.ts'
import { clientAddress, networkOf, rememberClientAddress } from './client-address.ts'

const silent = createLogger('silent')

interface Call {
  trust?: string
  forwardedFor?: string
  socket?: string | null
}

function appWith(trust: string | undefined, log: Logger = silent) {
  const app = new Hono()
  app.use(rememberClientAddress(parseTrustProxy(trust) ?? null, log))
  app.get('/', (c) => c.json(clientAddress(c.req.raw)))
  return app
}

const call = (app: Hono, headers: Record<string, string>, socket: string | null = '192.0.2.1') =>
  app.request('/', { headers }, socket ? { incoming: { socket: { remoteAddress: socket } } } : {})

async function addressOf({ trust, forwardedFor, socket }: Call) {
  const headers: Record<string, string> = forwardedFor ? { 'x-forwarded-for': forwardedFor } : {}
  return (await call(appWith(trust), headers, socket)).json()
}

test('without a trusted proxy, the X-Forwarded-For header is ignored', async () => {
  expect(await addressOf({ trust: 'off', forwardedFor: '203.0.113.9' })).toBe('192.0.2.1')
})

test('a call that the server makes to itself has no client address', async () => {
  expect(await addressOf({ trust: '1', forwardedFor: '203.0.113.9', socket: null })).toBeNull()
})

describe('TRUST_PROXY as a number of proxies', () => {
  test.each([
    [
      "with one proxy, the entry written by the proxy counts rather than the client's claims before it",
      '1',
      '203.0.113.9, 198.51.100.7',
      '198.51.100.7',
    ],
    [
      'with two proxies, the entry written by the outer proxy counts',
      '2',
      '6.6.6.6, 203.0.113.9, 198.51.100.7',
      '203.0.113.9',
    ],
    [
      'with two proxies, the only entry counts for a call that came through only one of them',
      '2',
      '198.51.100.7',
      '198.51.100.7',
    ],
    ['an entry that is not an address is ignored', '1', 'unknown', '192.0.2.1'],
    ['an address can have a port', '1', '203.0.113.9:4711', '203.0.113.9'],
    ['an IPv6 address can have a port', '1', '[2001:db8::1]:4711', '2001:db8::1'],
    ['the address of the socket counts if there is no header', '1', undefined, '192.0.2.1'],
  ])('%s', async (_name, trust, forwardedFor, expected) => {
    expect(await addressOf({ trust, forwardedFor })).toBe(expected)
  })
})

describe('TRUST_PROXY as a list of proxy networks', () => {
  const trust = '10.0.0.0/8, 192.0.2.1, fd00::/8'

  test.each([
    ['the right-most address that is not a proxy counts', '6.6.6.6, 203.0.113.9, 10.1.2.3', '192.0.2.1', '203.0.113.9'],
    ['an entry sent by a client that is not a proxy is ignored', '203.0.113.9', '198.51.100.7', '198.51.100.7'],
    [
      'a proxy is recognised on a socket that shows IPv4 addresses as IPv6',
      '203.0.113.9',
      '::ffff:10.9.9.9',
      '203.0.113.9',
    ],
    ['an IPv6 proxy is recognised', '2001:db8::1', 'fd12::1', '2001:db8::1'],
    ['the outermost proxy counts if every address is a proxy', '10.0.0.1, 10.0.0.2', '10.0.0.3', '10.0.0.1'],
    ['an entry that is not an address ends the search', '203.0.113.9, nonsense, 10.0.0.2', '10.0.0.3', '10.0.0.2'],
  ])('%s', async (_name, forwardedFor, socket, expected) => {
    expect(await addressOf({ trust, forwardedFor, socket })).toBe(expected)
  })
})

describe('a proxy that TRUST_PROXY does not name', () => {
  const warnings = async (trust: string, headers: Record<string, string>, socket: string) => {
    const warn = vi.fn()
    const app = appWith(trust, { ...silent, warn } as unknown as Logger)
    for (let i = 0; i < 3; i++) await call(app, headers, socket)
    return warn.mock.calls.length
  }

  test.each(['127.0.0.1', '::1', '::ffff:10.0.0.5', '192.168.1.1', 'fd00::1'])(
    'a proxy that is not named in TRUST_PROXY is reported only once: %s',
    async (socket) => {
      expect(await warnings('off', { 'x-forwarded-for': '203.0.113.9' }, socket)).toBe(1)
      expect(await warnings('off', { forwarded: 'for=203.0.113.9' }, socket)).toBe(1)
    },
  )

  test('a proxy is not reported if it is trusted, if the client is on the internet or if there is no header', async () => {
    expect(await warnings('1', { 'x-forwarded-for': '203.0.113.9' }, '127.0.0.1')).toBe(0)
    expect(await warnings('off', { 'x-forwarded-for': '203.0.113.9' }, '198.51.100.7')).toBe(0)
    expect(await warnings('off', {}, '127.0.0.1')).toBe(0)
  })
})

test.each([
  ['203.0.113.7', '203.0.113.7'],
  ['::ffff:203.0.113.7', '203.0.113.7'],
  ['::ffff:cb00:7107', '203.0.113.7'],
  ['0:0:0:0:0:ffff:cb00:7107', '203.0.113.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2'],
  ['2001:db8:1:2:ffff::1', '2001:db8:1:2'],
  ['2001:0db8:0001:0002::', '2001:db8:1:2'],
  ['2001:db8::1', '2001:db8:0:0'],
  ['fe80::1%eth0', 'fe80:0:0:0'],
  ['::1', '0:0:0:0'],
  ['someone@example.com', 'someone@example.com'],
])('the address %s is counted as the network %s', (address, network) => {
  expect(networkOf(address)).toBe(network)
})
