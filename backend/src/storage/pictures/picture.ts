// Turns an upload into a picture whose type is proven by its content: upright, without metadata, and no larger than a
// screen can show. Re-encoding makes it safe, because if a file is a picture and something else as well, only the picture
// remains.

import sharp, { type Raw, type Sharp } from 'sharp'
import { LONGEST_SIDE } from '../../../../supabase/functions/_shared/picture-uploads.ts'
import { PICTURE_SIZES, type PictureSize } from '../../../../supabase/functions/_shared/picture-variants.ts'
import { StorageError } from '../errors.ts'
import { shareCores } from './encode-queue.ts'
import { MAX_PIXELS, MAX_SVG_SECONDS } from './limits.ts'
import { makeSvgSafe } from './safe-svg.ts'

// The number of threads per picture. The encode queue limits how many pictures are processed at once.
sharp.concurrency(shareCores().threadsEach)
// libvips caches opened files and operations for reuse. Ours are all different, so the cache would only take up memory.
sharp.cache(false)

const FORMATS = {
  jpeg: 'image/jpeg',
  png: 'image/png',
  webp: 'image/webp',
  avif: 'image/avif',
  gif: 'image/gif',
} as const
export type PictureFormat = keyof typeof FORMATS

const PLACEHOLDER_WIDTH = 20

export interface Picture {
  bytes: Buffer
  contentType: string
  width: number
  height: number
  /** A tiny blurred version as a data URL of about 150 characters. */
  placeholder: string
}

/** The format according to the first bytes, whatever the name or a header claims. */
export function sniffFormat(bytes: Uint8Array): PictureFormat | null {
  const text = (start: number, end: number) => Buffer.from(bytes.subarray(start, end)).toString('latin1')
  if (text(0, 3) === '\xff\xd8\xff') return 'jpeg'
  if (text(0, 8) === '\x89PNG\r\n\x1a\n') return 'png'
  if (text(0, 4) === 'RIFF' && text(8, 12) === 'WEBP') return 'webp'
  if (text(4, 8) === 'ftyp' && ['avif', 'avis'].includes(text(8, 12))) return 'avif'
  if (/^GIF8[79]a$/.test(text(0, 6))) return 'gif'
  return null
}

export async function preparePicture(original: Uint8Array, declaredType: string): Promise<Picture> {
  const format = sniffFormat(original)
  if (!format) throw new StorageError('InvalidMimeType', `mime type ${declaredType} is not supported`)
  try {
    await requireBounds(original, format)
    const { data, info } = await encode(open(original).autoOrient().resize(LONGEST_SIDE, LONGEST_SIDE, INSIDE), format)
    const tiny = await open(data).resize(PLACEHOLDER_WIDTH).blur(1).webp({ quality: 70 }).toBuffer()
    return {
      bytes: data,
      contentType: FORMATS[format],
      width: info.width,
      height: info.height,
      placeholder: `data:image/webp;base64,${tiny.toString('base64')}`,
    }
  } catch (error) {
    if (error instanceof StorageError) throw error
    throw new StorageError('InvalidRequest', 'The file is damaged or is not a picture')
  }
}

/**
 * A logo stays an SVG. It is rewritten, then drawn at every size to check that drawing is fast enough for a visitor's
 * request.
 */
export async function prepareSvg(original: Uint8Array, limitMs = MAX_SVG_SECONDS * 1000): Promise<Picture> {
  const { text, width, height } = makeSvgSafe(original)
  const drawTiny = () => openSvg(original).resize(PLACEHOLDER_WIDTH).webp({ quality: 70 }).toBuffer()
  const draw = async () => {
    // The first time a machine draws text, it has to load all its fonts. This may exceed the time limit, so we try
    // twice.
    const placeholder = await drawTiny().catch(drawTiny)
    await drawInEverySize(original, limitMs)
    return placeholder
  }
  const tiny = await draw().catch(() => {
    throw new StorageError('InvalidRequest', 'The SVG cannot be drawn')
  })
  return {
    bytes: Buffer.from(text),
    contentType: 'image/svg+xml',
    width,
    height,
    placeholder: `data:image/webp;base64,${tiny.toString('base64')}`,
  }
}

/**
 * Draws the smallest size first, because a drawing with a thousand masks takes minutes at a large size and cannot be
 * interrupted.
 */
async function drawInEverySize(original: Uint8Array, limitMs: number): Promise<void> {
  for (const size of PICTURE_SIZES.filter(({ isWhole }) => !isWhole)) {
    const started = performance.now()
    await resizeTo(openSvg(original), size).raw().toBuffer()
    if (performance.now() - started > limitMs) throw new Error('The SVG takes too long to draw')
  }
}

/** Crops the picture to a given shape. Without one, the picture keeps its own shape and is never enlarged. */
export const resizeTo = (image: Sharp, { width, height }: PictureSize): Sharp =>
  image.resize({ width, height: height ?? undefined, withoutEnlargement: height === null })

/** Passes only the rewritten SVG to the renderer, never the file itself. */
export function openSvg(bytes: Uint8Array): Sharp {
  return sharp(Buffer.from(makeSvgSafe(bytes).text), { limitInputPixels: MAX_PIXELS }).timeout({
    seconds: MAX_SVG_SECONDS,
  })
}

const INSIDE = { fit: 'inside', withoutEnlargement: true } as const

/** Opens the first frame of an animation. Fails on truncated or invalid pixel data. */
export function open(bytes: Uint8Array, raw?: Raw): Sharp {
  return sharp(bytes, { limitInputPixels: MAX_PIXELS, failOn: 'error', sequentialRead: true, raw })
}

/** Reads only the header, so that a decompression bomb is never unpacked. */
async function requireBounds(bytes: Uint8Array, format: PictureFormat): Promise<void> {
  const header = await sharp(bytes, { limitInputPixels: false }).metadata()
  if (header.format !== (format === 'avif' ? 'heif' : format)) throw new Error('two formats in one file')
  if (header.width * header.height > MAX_PIXELS) {
    throw new StorageError('EntityTooLarge', `The picture has more than ${MAX_PIXELS / 1_000_000} megapixels`)
  }
}

// The quality is high enough that variants show no further loss, and encoding is fast enough to upload many photographs
// at once.
function encode(image: Sharp, format: PictureFormat) {
  const encoders = {
    jpeg: () => image.jpeg({ quality: 88 }),
    png: () => image.png({ compressionLevel: 6 }),
    webp: () => image.webp({ quality: 90, effort: 2 }),
    avif: () => image.avif({ quality: 70, effort: 2 }),
    gif: () => image.gif(),
  }
  return encoders[format]().toBuffer({ resolveWithObject: true })
}
