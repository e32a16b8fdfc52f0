import { MIB, SECOND_MS } from '../../lib/units.ts'

/** Every body but an upload. */
export const MAX_BODY_BYTES = MIB
/** How deeply JSON may be nested in request bodies, REST filters and arguments, and upload metadata. */
export const MAX_JSON_DEPTH = 100
/** URL and headers together. Above it Node answers 431 without a body and closes the connection. */
export const MAX_HEADER_BYTES = 16 * 1024
/** Path and query: as much as nginx takes unless configured otherwise, and it leaves room for the headers. */
export const MAX_URL_CHARACTERS = 8 * 1024
/** Slashes in a path: matching routes takes time quadratic in them. */
export const MAX_PATH_SEGMENTS = 64
/** Paths whose routes a page asks for at once (React Router's route discovery); each is matched against all routes. */
export const MAX_DISCOVERED_PATHS = 100
export const MAX_COOKIE_BYTES = 4 * 1024
export const SERVER_TIMEOUTS = {
  /** From the first byte of a request to the end of its headers. */
  headersMs: 15 * SECOND_MS,
  /** To the end of its body: a picture of five megabytes over a slow line. */
  requestMs: 120 * SECOND_MS,
  /** Longer than proxies keep an idle connection, so that it is never us who closes it while they send. */
  keepAliveMs: 75 * SECOND_MS,
  /** Nothing sent and nothing read. */
  silenceMs: 120 * SECOND_MS,
  checkEveryMs: 5 * SECOND_MS,
}
