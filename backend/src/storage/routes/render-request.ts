// The variants that can be requested. Anyone can request one, so only the sizes that pages use are allowed. A picture has
// at most two dozen variants, whatever URLs a visitor tries.

import {
  PICTURE_SIZES,
  type PictureSize,
  pictureQuery,
} from '../../../../supabase/functions/_shared/picture-variants.ts'
import { StorageError } from '../errors.ts'

export type RenderFormat = 'webp' | 'avif' | 'jpeg' | 'png'

export interface Variant extends PictureSize {
  /** `origin` means the format of the original. */
  format: RenderFormat | 'origin'
}

const SIZES = new Map(PICTURE_SIZES.map((size) => [pictureQuery(size), size]))

/** Refuses other sizes instead of rounding them, so that mistakes are noticed. */
export function parseVariant(query: URLSearchParams, accept: string): Variant {
  const height = query.get('height')
  const resize = query.get('resize') ?? 'cover'
  const shape = `${height === null ? '' : `&height=${height}`}${resize === 'cover' ? '' : `&resize=${resize}`}`
  const size = SIZES.get(`width=${query.get('width')}${shape}`)
  if (!size || query.has('quality') || query.has('format')) {
    throw new StorageError('InvalidRequest', `Pictures are available only as ${[...SIZES.keys()].join(', ')}`)
  }
  return { ...size, format: size.isWhole ? 'png' : pickFormat(accept) }
}

/** Variants up to this width are small enough to be cached in memory. */
const SMALL_WIDTH = 800

/**
 * An `Accept` header that gets the same format as `accept`, if the query is exactly that of a small variant. Null for any
 * other query, so that a visitor cannot cache a variant more than once by adding parameters.
 */
export function acceptForSmallVariant(query: string, accept: string): string | null {
  const size = SIZES.get(query)
  if (!size || size.width > SMALL_WIDTH) return null
  const format = pickFormat(accept)
  return format === 'origin' ? '*/*' : `image/${format}`
}

// Prefers WebP to AVIF if a browser accepts both. At an effort that is fast enough for the first visitor, AVIF is 5 to 10
// per cent smaller but takes four times as long. At an effort that saves a quarter, it takes seconds (bench/README.md).
function pickFormat(accept: string): Variant['format'] {
  if (accept.includes('image/webp')) return 'webp'
  return accept.includes('image/avif') ? 'avif' : 'origin'
}
