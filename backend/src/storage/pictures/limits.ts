import { MIB } from '../../lib/units.ts'

/** 50 megapixels: phones take up to 48. A small file can claim far more, and would fill the memory. */
export const MAX_PIXELS = 50_000_000
/** A logo in SVG: its file, its elements, and how deeply these are nested. */
export const MAX_SVG_BYTES = 200_000
export const MAX_SVG_ELEMENTS = 2000
export const MAX_SVG_DEPTH = 40
/** How long an SVG may take to draw in any one size. */
export const MAX_SVG_SECONDS = 5
/** Rendered variants on the disk; the least recently used are removed first. */
export const MAX_PICTURE_CACHE_BYTES = 2048 * MIB
/** How often at most the use of a cached picture is recorded, to find the least recently used. */
export const PICTURE_USE_NOTED_EVERY_MINUTES = 60
/** Pictures queued for encoding, of all networks. Beyond this, the network with the most waiting loses one. */
export const MAX_PICTURES_WAITING = 300
/** Pictures of one network that are queued or being encoded: two full lists on a cold cache. */
export const MAX_PICTURES_PER_NETWORK = 60
/** Sent as Retry-After with a refusal. */
export const PICTURE_RETRY_AFTER_SECONDS = 2
