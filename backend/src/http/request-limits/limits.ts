import { MIB, SECOND_MS } from '../../lib/units.ts'

/** For every request body except uploads. */
export const MAX_BODY_BYTES = MIB
/** How deeply JSON may be nested in request bodies, REST filters and arguments, and upload metadata. */
export const MAX_JSON_DEPTH = 100
/** URL and headers together. Above this Node responds with 431 without a body and closes the connection. */
export const MAX_HEADER_BYTES = 16 * 1024
/** Path and query: nginx's default limit, which leaves space for the headers within MAX_HEADER_BYTES. */
export const MAX_URL_CHARACTERS = 8 * 1024
/** Slashes in a path: the time to match routes grows with their square. */
export const MAX_PATH_SEGMENTS = 64
/** Paths in one request of React Router's route discovery; each is matched against all routes. */
export const MAX_DISCOVERED_PATHS = 100
/** The whole Cookie header. */
export const MAX_COOKIE_BYTES = 4 * 1024
export const SERVER_TIMEOUTS = {
  /** From the first byte of a request to the end of its headers. */
  headersMs: 15 * SECOND_MS,
  /** From the first byte to the end of the body: enough for a picture of 5 MB over a slow connection. */
  requestMs: 120 * SECOND_MS,
  /** Longer than proxies keep an idle connection, so that the server never closes one while the proxy sends a request. */
  keepAliveMs: 75 * SECOND_MS,
  /** With nothing sent or received during a request. */
  idleMs: 120 * SECOND_MS,
  /** How often the server looks for connections past their time. */
  checkEveryMs: 5 * SECOND_MS,
}
