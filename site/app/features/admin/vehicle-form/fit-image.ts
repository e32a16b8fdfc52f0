// Camera photos are larger than the storage accepts or any screen needs. The browser resizes them before the upload,
// which also saves bandwidth.

import { LONGEST_SIDE, MAX_UPLOAD_BYTES } from '#supabase/functions/_shared/picture-uploads.ts'
import { isHeic, isSendable, notAnImage, tooLarge } from './image-checks.ts'
import { UnfitFile } from './upload-problem.ts'

const QUALITIES = [0.9, 0.8, 0.7, 0.6]

/**
 * Returns the file itself if it has one of `types` and is small enough, otherwise a JPEG made from it. Throws UnfitFile
 * if it is not a picture.
 */
export async function fitImage(file: File, types: readonly string[]): Promise<File> {
  if (isSendable(file, types)) return file
  const image = (await decode(file)) ?? (isHeic(file) ? await decodeHeic(file) : null)
  if (!image) throw new UnfitFile(file.size > MAX_UPLOAD_BYTES ? tooLarge(file) : notAnImage(file))
  return toJpeg(draw(image), file.name)
}

/** The canvas as a JPEG that is small enough to be uploaded. Afterwards, the canvas is empty. */
export async function toJpeg(canvas: HTMLCanvasElement, name: string): Promise<File> {
  try {
    for (const quality of QUALITIES) {
      const blob = await encode(canvas, quality)
      if (blob && blob.size <= MAX_UPLOAD_BYTES) return new File([blob], toJpegName(name), { type: blob.type })
    }
  } finally {
    // Frees its memory at once, which Safari otherwise keeps for a while.
    canvas.width = 0
  }
  throw new UnfitFile(tooLarge({ name }))
}

type Decoded = HTMLImageElement | ImageBitmap

/** The decoder is larger than the whole form, so it is loaded only with the first picture that needs it. */
const decodeHeic = async (file: File) => (await import('./decode-heic.ts')).decodeHeic(file)

/** The picture, decoded with its orientation applied; null if the browser cannot display the file. */
async function decode(file: File): Promise<Decoded | null> {
  const address = URL.createObjectURL(file)
  try {
    const image = new Image()
    image.src = address
    await image.decode()
    return image
  } catch {
    return null
  } finally {
    URL.revokeObjectURL(address)
  }
}

/** An image outside the document reports its natural width and height. */
function draw(image: Decoded): HTMLCanvasElement {
  const { width, height } = image
  const scale = Math.min(1, LONGEST_SIDE / Math.max(width, height))
  const canvas = document.createElement('canvas')
  const context = prepareCanvas(canvas, width * scale, height * scale)
  context.drawImage(image, 0, 0, canvas.width, canvas.height)
  if (image instanceof ImageBitmap) image.close()
  return canvas
}

/** White, because JPEG has no transparency: without a background, transparent parts would turn black. */
export function prepareCanvas(canvas: HTMLCanvasElement, width: number, height: number): CanvasRenderingContext2D {
  canvas.width = Math.max(1, Math.round(width))
  canvas.height = Math.max(1, Math.round(height))
  const context = canvas.getContext('2d')
  if (!context) throw new Error('The browser has no canvas context')
  context.fillStyle = 'white'
  context.fillRect(0, 0, canvas.width, canvas.height)
  return context
}

const encode = (canvas: HTMLCanvasElement, quality: number) =>
  new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/jpeg', quality))

const toJpegName = (name: string) => `${name.replace(/\.[a-z0-9]{2,5}$/i, '')}.jpg`
