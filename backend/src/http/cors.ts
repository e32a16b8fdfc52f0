// Controls which pages on other origins may call the services: see decision 17.
import type { MiddlewareHandler } from 'hono'

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
].join(', ')
const METHODS = 'GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS'
const PREFLIGHT_SECONDS = 3600

/**
 * `*` allows every origin. Credentials are never allowed, because the services identify users by their token rather than
 * by a cookie.
 */
export function allowOrigins(origins: readonly string[]): MiddlewareHandler {
  const allowed = new Set(origins)
  return async (c, next) => {
    const origin = c.req.header('origin')
    const mayCall = origin !== undefined && (allowed.has('*') || allowed.has(origin))
    const isPreflight = c.req.method === 'OPTIONS' && c.req.header('access-control-request-method')
    if (mayCall && isPreflight) return preflight(origin, c.req.header('access-control-request-headers'))
    await next()
    if (origins.length > 0) c.res.headers.append('vary', 'Origin')
    if (!mayCall) return
    c.res.headers.set('access-control-allow-origin', origin)
    c.res.headers.set('access-control-expose-headers', EXPOSED)
  }
}

function preflight(origin: string, wantedHeaders: string | undefined): Response {
  const headers = new Headers({
    vary: 'Origin, Access-Control-Request-Headers',
    'access-control-allow-origin': origin,
    'access-control-allow-methods': METHODS,
    'access-control-max-age': String(PREFLIGHT_SECONDS),
  })
  // All headers are allowed, because any other program could send them too.
  if (wantedHeaders) headers.set('access-control-allow-headers', wantedHeaders)
  return new Response(null, { status: 204, headers })
}
