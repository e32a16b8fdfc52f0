import sharp from 'sharp'

export const BUCKET = 'vehicle-images'

/** A noisy picture, because a plain one compresses to almost nothing. */
export const photo = (width: number, height: number) =>
  sharp({
    create: { width, height, channels: 3, background: '#888', noise: { type: 'gaussian', mean: 128, sigma: 30 } },
  })

export async function jpegOf(width: number, height: number): Promise<Uint8Array<ArrayBuffer>> {
  return new Uint8Array(await photo(width, height).jpeg().toBuffer())
}
