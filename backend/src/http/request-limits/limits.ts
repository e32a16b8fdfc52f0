import { MIB, SECOND_MS } from '../../lib/units.ts'

/** Applies to every request body except uploads. */
export const MAX_BODY_BYTES = MIB
/** How deeply JSON may be nested in request bodies, REST filters and arguments, and upload metadata. */
export const MAX_JSON_DEPTH = 100
/** The URL and headers together. Above this, Node responds with 431 without a body and closes the connection. */
export const MAX_HEADER_BYTES = 16 * 1024
/** The path and query together. This is nginx's default limit, and leaves space for the headers in MAX_HEADER_BYTES. */
export const MAX_URL_CHARACTERS = 8 * 1024
/** The maximum number of slashes in a path. The time to match routes grows with the square of this number. */
export const MAX_PATH_SEGMENTS = 64
/** The maximum number of paths in one React Router route discovery request. Each is matched against all routes. */
export const MAX_DISCOVERED_PATHS = 100
/** The whole Cookie header. */
export const MAX_COOKIE_BYTES = 4 * 1024
export const SERVER_TIMEOUTS = {
  /** From the first byte of a request to the end of its headers. */
  headersMs: 15 * SECOND_MS,
  /** From the first byte to the end of the body. This is enough for a 5 MB picture over a slow connection. */
  requestMs: 120 * SECOND_MS,
  /**
   * Longer than proxies keep an idle connection open, so that the server never closes a connection while a proxy is
   * sending a request.
   */
  keepAliveMs: 75 * SECOND_MS,
  /** How long a request may go without anything being sent or received. */
  idleMs: 120 * SECOND_MS,
  /** How often the server looks for connections that have exceeded these times. */
  checkEveryMs: 5 * SECOND_MS,
}
