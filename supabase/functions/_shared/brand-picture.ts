// A brand picture as stored in a setting: its path in the `brand` bucket. The file name includes its size, so that
// pages can reserve the space before the picture loads.

import { BRAND_BUCKET, PUBLIC_OBJECTS } from './picture-variants.ts'

const FOLDER = `${PUBLIC_OBJECTS}${BRAND_BUCKET}/`
const NAME = /^[0-9a-f-]{36}-(\d{1,5})x(\d{1,5})\.(png|jpg|webp|svg)$/

/** The types that the bucket accepts, with their file extensions. */
export const BRAND_PICTURE_EXTENSIONS: Record<string, string> = {
  'image/png': 'png',
  'image/jpeg': 'jpg',
  'image/webp': 'webp',
  'image/svg+xml': 'svg',
}

export interface BrandPicture {
  address: string
  width: number
  height: number
  /** Whether this is an SVG, which is not resized because it is sharp at any size. */
  isDrawing: boolean
}

/** Null if the setting holds anything except a picture in that bucket. */
export function brandPicture(value: string): BrandPicture | null {
  const [, width, height, ending] = (value.startsWith(FOLDER) && NAME.exec(value.slice(FOLDER.length))) || []
  if (!Number(width) || !Number(height)) return null
  return { address: value, width: Number(width), height: Number(height), isDrawing: ending === 'svg' }
}

export const brandPictureName = (
  id: string,
  type: string,
  { width, height }: { width: number; height: number },
): string => `${id}-${width}x${height}.${BRAND_PICTURE_EXTENSIONS[type] ?? 'jpg'}`
