import { MIB } from '../../lib/units.ts'

/** 50 megapixels, because phones take photos of up to 48. A small file can claim far more, which would fill the memory. */
export const MAX_PIXELS = 50_000_000
/** Limits for an SVG logo: its file size, the number of elements, and how deeply they are nested. */
export const MAX_SVG_BYTES = 200_000
export const MAX_SVG_ELEMENTS = 2000
export const MAX_SVG_DEPTH = 40
/** How long it may take to draw an SVG at any one size. */
export const MAX_SVG_SECONDS = 5
/** The maximum total size of the rendered variants on disk. The least recently used are removed first. */
export const MAX_PICTURE_CACHE_BYTES = 2048 * MIB
/**
 * How often, at most, the use of a cached picture is recorded. The recorded times show which picture was least recently
 * used.
 */
export const PICTURE_USE_NOTED_EVERY_MINUTES = 60
/**
 * How many pictures, across all networks, may be queued for encoding. Beyond this, the network with the most queued
 * pictures loses one of them.
 */
export const MAX_PICTURES_WAITING = 300
/** How many pictures one network may have in the queue or in progress. This is enough for two full lists on a cold cache. */
export const MAX_PICTURES_PER_NETWORK = 60
/** Sent as Retry-After with a refusal. */
export const PICTURE_RETRY_AFTER_SECONDS = 2
