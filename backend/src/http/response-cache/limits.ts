import { MIB, SECOND_MS } from '../../lib/units.ts'

export const RESPONSE_CACHE = {
  /** The size of all cached responses in one process. */
  bytes: 48 * MIB,
  /** The largest body that is cached. */
  eachBytes: MIB,
  /** The overhead of each entry in bytes, for the objects that hold its key, headers and bodies. */
  entryOverhead: 4 * 1024,
  /** The size of the URLs that are remembered with their cache keys, so that their routes need not be looked up again. */
  addressBytes: 2 * MIB,
  /** How long a response is cached if the site runs on hosted Supabase, where there is no change feed. */
  maxAgeMs: 60 * SECOND_MS,
}
/** Small pictures are cached separately, so that many pictures cannot displace pages. */
export const PICTURE_RESPONSES = { ...RESPONSE_CACHE, bytes: 16 * MIB, eachBytes: MIB / 8 }
/** Longer URLs are served, but not cached. */
export const MAX_CACHED_URL_CHARACTERS = 1000
/**
 * Applies to each of `Accept`, `Accept-Profile`, `Prefer` and `Range`. A request with a longer header is served, but
 * neither its response nor its plan is cached.
 */
export const MAX_CACHED_HEADER_BYTES = 256
