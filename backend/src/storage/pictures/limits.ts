import { MIB } from '../../lib/units.ts'

/** 50 megapixels: the largest phones take 48. A small file can claim far more, and would fill the memory. */
export const MAX_PIXELS = 50_000_000
/** A logo in SVG: as large as a drawing gets, and no larger than can be drawn at once. */
export const MAX_SVG_BYTES = 200_000
export const MAX_SVG_ELEMENTS = 2000
export const MAX_SVG_DEPTH = 40
export const MAX_SVG_SECONDS = 5
export const MAX_PICTURE_CACHE_BYTES = 2048 * MIB
/** How seldom a use of a cached picture is noted, for evicting the ones that nobody uses. */
export const PICTURE_USE_NOTED_EVERY_MINUTES = 60
/** How many pictures may wait to be made, by everyone together, before those who wait for most are turned away. */
export const MAX_PICTURES_WAITING = 300
/** Being made and waiting for one network: two full lists on a cold cache. */
export const MAX_PICTURES_PER_NETWORK = 60
export const PICTURE_RETRY_AFTER_SECONDS = 2
