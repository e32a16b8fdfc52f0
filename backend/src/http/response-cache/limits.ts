import { MIB, SECOND_MS } from '../../lib/units.ts'

export const RESPONSE_CACHE = {
  /** All cached responses of one process. */
  bytes: 48 * MIB,
  /** The largest body that is cached. */
  eachBytes: MIB,
  /** Bytes added to each entry's key, headers and bodies for the objects around them. */
  entryOverhead: 4 * 1024,
  /** URLs remembered with their cache keys, so that their routes need not be looked up again. */
  addressBytes: 2 * MIB,
  /** How long a response is cached if the site runs on hosted Supabase and there is no change feed. */
  maxAgeMs: 60 * SECOND_MS,
}
/** Longer URLs are served, but not cached. */
export const MAX_CACHED_URL_CHARACTERS = 1000
/**
 * For each of `Accept`, `Accept-Profile`, `Prefer` and `Range`. A request with a longer header is served, but neither its
 * response nor its plan is cached.
 */
export const MAX_CACHED_HEADER_BYTES = 256
