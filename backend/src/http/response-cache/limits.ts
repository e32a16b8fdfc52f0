import { MIB, SECOND_MS } from '../../lib/units.ts'

export const RESPONSE_CACHE = {
  /** All together, in one process. */
  bytes: 48 * MIB,
  eachBytes: MIB,
  /** What an entry costs beside the bytes of its key, headers and bodies: the objects around them. */
  entryOverhead: 4 * 1024,
  /** Addresses whose page is known without looking up the route. */
  addressBytes: 2 * MIB,
  /** How long one is kept where nobody tells of changes. */
  unheardMs: 60 * SECOND_MS,
}
/** Longer addresses are answered, not remembered. */
export const MAX_CACHED_URL_CHARACTERS = 1000
/** `Accept`, `Accept-Profile`, `Prefer` and `Range`: a request with a longer one is served, but neither its response nor its plan is cached. */
export const MAX_CACHED_HEADER_BYTES = 256
