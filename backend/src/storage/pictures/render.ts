// Renders pictures at the sizes that pages use.

import type { OutputInfo, Sharp } from 'sharp'
import { BRAND_BUCKET } from '../../../../supabase/functions/_shared/picture-variants.ts'
import { StorageError } from '../errors.ts'
import type { RenderFormat, Variant } from '../routes/render-request.ts'
import type { MakePicture, Rendered } from './make-picture.ts'
import { open, openSvg, type PictureFormat, resizeTo, sniffFormat } from './picture.ts'
import { looksLikeSvg } from './safe-svg.ts'

// Lists on phones show pictures up to this width, so their files must be small.
const LIST_WIDTH = 800
const LIST_BYTES = 40_000
const QUALITY_STEPS = [74, 62, 50, 38, 26]
const PAGE_QUALITY = 76

/** Null if there is no such file. */
export type Render = (key: string, variant: Variant, network: string | null) => Promise<Rendered | null>

export function createRenderer(make: MakePicture): Render {
  return (key, variant, network) => {
    const { width, height, isWhole, format } = variant
    const mayBeDrawing = key.startsWith(`${BRAND_BUCKET}/`)
    const name = `${width}x${height ?? 'a'}${isWhole ? '-whole' : ''}`
    return make(key, { name, format, encode: (original) => encodeVariant(original, variant, mayBeDrawing) }, network)
  }
}

export async function encodeVariant(original: Buffer, variant: Variant, mayBeDrawing = false): Promise<Buffer> {
  const isDrawing = mayBeDrawing && looksLikeSvg(original)
  // PNG is lossless and preserves transparency.
  const sniffed = isDrawing ? 'png' : sniffFormat(original)
  if (!sniffed) throw new StorageError('InvalidRequest', 'The source is not a picture')
  // Documents were not checked when uploaded, so this file may be damaged or a decompression bomb.
  return encodeSniffed(isDrawing ? openSvg : open, original, sniffed, variant).catch(() => {
    throw new StorageError('InvalidRequest', 'The source is damaged, too large or not a picture')
  })
}

async function encodeSniffed(
  read: (bytes: Uint8Array) => Sharp,
  original: Buffer,
  sniffed: PictureFormat,
  variant: Variant,
): Promise<Buffer> {
  const format: RenderFormat = variant.format === 'origin' ? (sniffed === 'gif' ? 'png' : sniffed) : variant.format
  const { width, isWhole } = variant
  if (isWhole) return encodeIcon(read(original), width)
  const sized = resizeTo(read(original), variant)
  if (width > LIST_WIDTH) return encodeAs(sized, format, PAGE_QUALITY)
  const pixels = await sized.raw().toBuffer({ resolveWithObject: true })
  return encodeLight(pixels, format)
}

const CLEAR = { r: 0, g: 0, b: 0, alpha: 0 }
const PAPER = '#ffffff'
/** Icons on a home screen show transparent areas as black, and their corners are cut off. */
const HOME_SCREEN_SIDE = 180
const HOME_SCREEN_PADDING = 18

function encodeIcon(image: Sharp, side: number): Promise<Buffer> {
  if (side !== HOME_SCREEN_SIDE) {
    return image.resize(side, side, { fit: 'contain', background: CLEAR }).png({ compressionLevel: 8 }).toBuffer()
  }
  const padding = HOME_SCREEN_PADDING
  return image
    .flatten({ background: PAPER })
    .resize(side - 2 * padding, side - 2 * padding, { fit: 'contain', background: PAPER })
    .extend({ top: padding, bottom: padding, left: padding, right: padding, background: PAPER })
    .png({ compressionLevel: 8 })
    .toBuffer()
}

/** Lowers the quality of photographs with a lot of detail until they are small enough for a list. */
async function encodeLight(pixels: { data: Buffer; info: OutputInfo }, format: RenderFormat): Promise<Buffer> {
  const { width, height, channels } = pixels.info
  let lightest: Buffer | undefined
  for (const quality of QUALITY_STEPS) {
    lightest = await encodeAs(open(pixels.data, { width, height, channels }), format, quality)
    if (lightest.length <= LIST_BYTES || format === 'png') break
  }
  return lightest as Buffer
}

function encodeAs(image: Sharp, format: RenderFormat, quality: number): Promise<Buffer> {
  switch (format) {
    case 'webp':
      // Twice as fast as the default of 4, for 5% more bytes. The first visitor to see a picture waits while it is
      // encoded.
      return image.webp({ quality, effort: 2 }).toBuffer()
    case 'avif':
      return image.avif({ quality: Math.round(quality * 0.68), effort: 2 }).toBuffer()
    case 'jpeg':
      return image.jpeg({ quality, progressive: true }).toBuffer()
    case 'png':
      return image.png({ compressionLevel: 8 }).toBuffer()
  }
}
