// Refuses a URL or Cookie header that is too long, or a path with too many segments, before React Router matches routes
// or anything parses cookies. Node itself refuses a head of more than MAX_HEADER_BYTES.
import type { MiddlewareHandler } from 'hono'
import { MAX_COOKIE_BYTES, MAX_DISCOVERED_PATHS, MAX_PATH_SEGMENTS, MAX_URL_CHARACTERS } from './limits.ts'
import type { EdgeRefusal, Refuse } from './refusal.ts'

const URL_TOO_LONG: EdgeRefusal = {
  status: 414,
  message: `The URL is too long. The limit is ${MAX_URL_CHARACTERS} characters`,
}
const PATH_TOO_DEEP: EdgeRefusal = { status: 404, message: 'There is nothing at this address' }
/**
 * React Router's script requests routes here in advance. If that request is refused, the script requests each route
 * when the visitor navigates to it.
 */
const ROUTE_DISCOVERY = '/__manifest'
const TOO_MANY_PATHS: EdgeRefusal = {
  status: 400,
  message: `The URL lists too many paths. The limit is ${MAX_DISCOVERED_PATHS}.`,
}
const COOKIES_TOO_LONG: EdgeRefusal = {
  status: 431,
  message: `The cookies are too long. The limit is ${MAX_COOKIE_BYTES} bytes. Clear the cookies for this site and try again`,
}

export function limitHeads(refuse: Refuse): MiddlewareHandler {
  return async (c, next) => {
    const refusal = findExcess(pathAndQueryOf(c.req.url), c.req.header('cookie'))
    return refusal ? refuse(c, refusal) : next()
  }
}

function findExcess(url: string, cookie = ''): EdgeRefusal | null {
  if (url.length > MAX_URL_CHARACTERS) return URL_TOO_LONG
  const mark = url.indexOf('?')
  const path = mark < 0 ? url : url.slice(0, mark)
  if (hasTooManySegments(path)) return PATH_TOO_DEEP
  if (path === ROUTE_DISCOVERY && pathsIn(url.slice(mark)) > MAX_DISCOVERED_PATHS) return TOO_MANY_PATHS
  // Node reads headers as Latin-1, in which a character is a byte.
  return cookie.length > MAX_COOKIE_BYTES ? COOKIES_TOO_LONG : null
}

const pathsIn = (query: string): number => new URLSearchParams(query).get('paths')?.split(',').length ?? 0

export function hasTooManySegments(path: string): boolean {
  let segments = 0
  for (let at = path.indexOf('/'); at >= 0; at = path.indexOf('/', at + 1)) {
    if (++segments > MAX_PATH_SEGMENTS) return true
  }
  return false
}

/** Does not parse the URL, because the time that parsing takes grows with the URL's length. */
const pathAndQueryOf = (url: string): string => url.slice(url.indexOf('/', url.indexOf('://') + 3))
