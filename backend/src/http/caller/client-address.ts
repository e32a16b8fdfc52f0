// The address that a request came from, for the rate limits. Requests that the server makes to itself to render a page
// have no address and are not limited.
import { createHmac } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { isIP } from 'node:net'
import type { HttpBindings } from '@hono/node-server'
import type { MiddlewareHandler } from 'hono'
import { networkOf } from '../../../../supabase/functions/_shared/network.ts'
import { createIsIn, createIsProxy, type TrustProxy } from '../../config/trust-proxy.ts'
import type { Logger } from '../observability/log.ts'

export { networkOf }

const addresses = new WeakMap<Request, string>()

export const clientAddress = (request: Request): string | null => addresses.get(request) ?? null

/** For a request that had to be rebuilt because the original's body was read or replaced. */
export function keepClientAddress(from: Request, to: Request): void {
  const address = addresses.get(from)
  if (address !== undefined) addresses.set(to, address)
}

/** The limits apply per network, which is the address itself or, for IPv6, the network that its owner was assigned. */
export function clientNetwork(request: Request): string | null {
  const address = clientAddress(request)
  return address === null ? null : networkOf(address)
}

/** Addresses are personal data, so tables and logs contain only a keyed hash of a network. */
export const hashNetwork = (network: string | null, hmacSecret: string): string =>
  createHmac('sha256', hmacSecret)
    .update(`network:${network ?? 'self'}`)
    .digest('base64url')

/** The address of a request's client, before the middleware has seen the request. */
export function createAddressOf(trust: TrustProxy | null): (request: IncomingMessage) => string | null {
  const isProxy = createIsProxy(trust)
  return ({ socket, headers }) => {
    const address = socket.remoteAddress
    return address ? clientBehind(address, String(headers['x-forwarded-for'] ?? ''), isProxy) : null
  }
}

type Middleware = MiddlewareHandler<{ Bindings: Partial<HttpBindings> }>

export function rememberClientAddress(trust: TrustProxy | null, log: Logger): Middleware {
  const isProxy = createIsProxy(trust)
  const noticeProxy = trust ? () => {} : createProxyNotice(log)
  return async (c, next) => {
    const socket = c.env?.incoming?.socket?.remoteAddress
    if (socket) {
      noticeProxy(c.req.raw, socket)
      addresses.set(c.req.raw, clientBehind(socket, c.req.header('x-forwarded-for'), isProxy))
    }
    await next()
  }
}

/**
 * Each proxy appends the address it was called from. Only entries written by our own proxies can be trusted, so this
 * starts at the socket and moves left for as long as one of our proxies wrote the entry.
 */
function clientBehind(socket: string, forwardedFor: string | undefined, isProxy: ReturnType<typeof createIsProxy>) {
  const claims = forwardedFor?.split(',') ?? []
  let client = socket
  for (let index = 0; isProxy(client, index); index++) {
    const claim = withoutPort(claims.at(-1 - index)?.trim() ?? '')
    if (isIP(claim) === 0) break
    client = claim
  }
  return client
}

/** Some proxies add the port: 203.0.113.9:4711, [2001:db8::1]:4711. */
const withoutPort = (claim: string) => /^\[(.+)\](?::\d+)?$|^([\d.]+):\d+$/.exec(claim)?.slice(1).find(Boolean) ?? claim

const isNearby = createIsIn([
  '127.0.0.0/8',
  '10.0.0.0/8',
  '172.16.0.0/12',
  '192.168.0.0/16',
  '100.64.0.0/10',
  '169.254.0.0/16',
  '::1',
  'fc00::/7',
  'fe80::/10',
])

/**
 * Without TRUST_PROXY, all visitors behind a proxy count as one, so a warning is logged at the first request through a
 * proxy.
 */
function createProxyNotice(log: Logger): (request: Request, socket: string) => void {
  let isLogged = false
  return ({ headers }, socket) => {
    if (isLogged || !(headers.has('x-forwarded-for') || headers.has('forwarded')) || !isNearby(socket)) return
    isLogged = true
    log.warn(
      { event: 'proxy_not_trusted' },
      'Requests come through a proxy, but TRUST_PROXY is off, so all visitors share the limits meant for a single visitor. If there is one proxy in front of the site, set TRUST_PROXY=1.',
    )
  }
}
