import type { MiddlewareHandler } from 'hono'

/**
 * The Host header becomes part of every request's URL. Node accepts a host such as `9007199254740991`, but the URL parser
 * takes it for an IPv4 address that is too large, and would throw wherever the URL is first parsed.
 */
export const checkHost: MiddlewareHandler = async (c, next) => {
  if (!URL.canParse(c.req.url)) return c.text('Bad Request', 400)
  await next()
}
