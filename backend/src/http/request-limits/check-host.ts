import type { MiddlewareHandler } from 'hono'

/**
 * The Host header becomes part of every request's address. `9007199254740991` passes as a name and is none: it would be
 * read as an IPv4 address that is too large, and fail wherever the address is parsed first.
 */
export const checkHost: MiddlewareHandler = async (c, next) => {
  if (!URL.canParse(c.req.url)) return c.text('Bad Request', 400)
  await next()
}
