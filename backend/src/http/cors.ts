// Controls which pages on other origins may call the services: see decision 17.
import type { MiddlewareHandler } from 'hono'
import { cors } from 'hono/cors'

/** The headers that scripts may read in addition to the few that are always readable. */
const EXPOSED = [
  'content-range',
  'content-location',
  'content-profile',
  'location',
  'preference-applied',
  'proxy-status',
  'content-disposition',
  'etag',
  'retry-after',
  'www-authenticate',
  'x-request-id',
  'x-supabase-api-version',
]

/**
 * `*` allows every origin. Credentials are never allowed, because the services identify users by their token rather than
 * by a cookie. All headers are allowed, because any other program could send them too.
 */
export function allowOrigins(origins: readonly string[]): MiddlewareHandler {
  if (origins.length === 0) return (_, next) => next()
  const respond = cors({
    origin: origins.includes('*') ? '*' : [...origins],
    allowMethods: ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'],
    exposeHeaders: EXPOSED,
    maxAge: 3600,
  })
  return async (c, next) => {
    const isForService = c.req.method === 'OPTIONS' && !c.req.header('access-control-request-method')
    // Without an Origin header no page asks for access. hono/cors would rebuild the response and slow it down.
    if (c.req.header('origin') && !isForService) return respond(c, next)
    await next()
    c.res.headers.append('vary', 'Origin')
  }
}
