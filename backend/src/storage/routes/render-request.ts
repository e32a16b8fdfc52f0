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

// Prefers WebP to AVIF if a browser accepts both. At an effort that is fast enough for the first visitor, AVIF is 5 to 10
// per cent smaller but takes four times as long. At an effort that saves a quarter, it takes seconds (bench/README.md).
function pickFormat(accept: string): Variant['format'] {
  if (accept.includes('image/webp')) return 'webp'
  return accept.includes('image/avif') ? 'avif' : 'origin'
}
