// A picture of the brand, as a setting holds it: the address in the bucket `brand`. Its name says its size, so that pages keep its
// room before it is there.

import { BRAND_BUCKET, PUBLIC_OBJECTS } from './picture-variants.ts'

const FOLDER = `${PUBLIC_OBJECTS}${BRAND_BUCKET}/`
const NAME = /^[0-9a-f-]{36}-(\d{1,5})x(\d{1,5})\.(png|jpg|webp|svg)$/

/** What the bucket takes, by its types. */
export const BRAND_PICTURE_ENDINGS: Record<string, string> = {
  'image/png': 'png',
  'image/jpeg': 'jpg',
  'image/webp': 'webp',
  'image/svg+xml': 'svg',
}

export interface BrandPicture {
  address: string
  width: number
  height: number
  /** An SVG: shown as it is, for it is sharp in every size. */
  isDrawing: boolean
}

/** Whatever a row holds, nothing else is shown than a picture of that bucket. */
export function brandPicture(value: string): BrandPicture | null {
  const [, width, height, ending] = (value.startsWith(FOLDER) && NAME.exec(value.slice(FOLDER.length))) || []
  if (!Number(width) || !Number(height)) return null
  return { address: value, width: Number(width), height: Number(height), isDrawing: ending === 'svg' }
}

export const brandPictureName = (
  id: string,
  type: string,
  { width, height }: { width: number; height: number },
): string => `${id}-${width}x${height}.${BRAND_PICTURE_ENDINGS[type] ?? 'jpg'}`
