// What a visitor may ask for. Anyone can call this, so it is the list of sizes that pages use and nothing else: a picture
// has two dozen variants at most, however many addresses someone invents.

import {
  PICTURE_SIZES,
  type PictureSize,
  pictureQuery,
} from '../../../../supabase/functions/_shared/picture-variants.ts'
import { StorageError } from '../errors.ts'

export type RenderFormat = 'webp' | 'avif' | 'jpeg' | 'png'

export interface Variant extends PictureSize {
  /** `origin` is settled when the original is known. */
  format: RenderFormat | 'origin'
}

const SIZES = new Map(PICTURE_SIZES.map((size) => [pictureQuery(size), size]))

/** Refuses rather than rounds: the size that was meant would only be found out on the screen. */
export function parseVariant(query: URLSearchParams, accept: string): Variant {
  const height = query.get('height')
  const resize = query.get('resize') ?? 'cover'
  const shape = `${height === null ? '' : `&height=${height}`}${resize === 'cover' ? '' : `&resize=${resize}`}`
  const size = SIZES.get(`width=${query.get('width')}${shape}`)
  if (!size || query.has('quality') || query.has('format')) {
    throw new StorageError('InvalidRequest', `Pictures are made as ${[...SIZES.keys()].join(', ')} and in no other way`)
  }
  return { ...size, format: size.isWhole ? 'png' : pickFormat(accept) }
}

// WebP before AVIF when a browser takes both: at an effort that a first visitor can wait for, AVIF saves these pictures
// 5 to 10 per cent and costs four times the time; where it would save a quarter it takes seconds (bench/README.md).
function pickFormat(accept: string): Variant['format'] {
  if (accept.includes('image/webp')) return 'webp'
  return accept.includes('image/avif') ? 'avif' : 'origin'
}
