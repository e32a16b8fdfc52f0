// Which address a request came from, for the rate limits. Requests that the server makes to itself while it renders a
// page have none, and are not limited.
import { createHmac } from 'node:crypto'
import { isIP, isIPv6 } from 'node:net'
import type { HttpBindings } from '@hono/node-server'
import type { MiddlewareHandler } from 'hono'

const addresses = new WeakMap<Request, string>()

export const clientAddress = (request: Request): string | null => addresses.get(request) ?? null

/** What limits count by: the address, or for IPv6 the network that its owner was given. */
export function clientNetwork(request: Request): string | null {
  const address = clientAddress(request)
  return address === null ? null : networkOf(address)
}

/** A customer of an IPv6 provider owns 2^64 addresses: they count as one. Other keys stay as they are. */
export function networkOf(key: string): string {
  if (!isIPv6(key) || key.startsWith('::ffff:')) return key.replace(/^::ffff:/, '')
  const [head = '', tail] = key.split('::')
  const groups = head.split(':').filter(Boolean)
  const missing = tail === undefined ? 0 : 8 - groups.length - tail.split(':').filter(Boolean).length
  return [...groups, ...Array<string>(missing).fill('0'), ...(tail?.split(':') ?? [])]
    .slice(0, 4)
    .map((group) => Number.parseInt(group || '0', 16).toString(16))
    .join(':')
}

/** Addresses are personal data: tables and logs know a network by a keyed hash alone. */
export const hashNetwork = (network: string | null, hmacSecret: string): string =>
  createHmac('sha256', hmacSecret)
    .update(`network:${network ?? 'self'}`)
    .digest('base64url')

export function rememberClientAddress(trustProxy: boolean): MiddlewareHandler<{ Bindings: Partial<HttpBindings> }> {
  return async (c, next) => {
    const socket = c.env?.incoming?.socket?.remoteAddress
    if (socket) addresses.set(c.req.raw, (trustProxy && forwardedFor(c.req.raw)) || socket)
    await next()
  }
}

/** The last entry is the one our own proxy wrote; the ones before it are whatever the client claimed. */
function forwardedFor(request: Request): string | undefined {
  const last = request.headers.get('x-forwarded-for')?.split(',').at(-1)?.trim()
  return last && isIP(last) ? last : undefined
}
