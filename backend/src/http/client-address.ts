// Which address a request came from, for the rate limits. Requests that the server makes to itself while it renders a
// page have none, and are not limited.
import { isIP } from 'node:net'
import type { HttpBindings } from '@hono/node-server'
import type { MiddlewareHandler } from 'hono'

const addresses = new WeakMap<Request, string>()

export const clientAddress = (request: Request): string | null => addresses.get(request) ?? null

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
