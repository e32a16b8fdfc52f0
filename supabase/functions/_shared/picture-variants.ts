// The sizes in which pages show a stored picture: the site writes its addresses from this list, and the storage service
// makes nothing else, because anyone may ask it.

/** In pixels; the height follows from the picture. */
export const PICTURE_WIDTHS = [160, 320, 480, 640, 800, 1200, 1600] as const
export type PictureWidth = (typeof PICTURE_WIDTHS)[number]

/** What other sites show beside a link (Open Graph), cropped to this shape. */
export const SHARED_PICTURE = { width: 1200, height: 630 } as const

export interface PictureSize {
  width: number
  /** None keeps the picture's own shape. */
  height: number | null
}

export const PICTURE_SIZES: readonly PictureSize[] = [
  ...PICTURE_WIDTHS.map((width) => ({ width, height: null })),
  SHARED_PICTURE,
]

/** A size as the address asks for it, in the words of Supabase Storage. */
export const pictureQuery = ({ width, height }: PictureSize): string =>
  height === null ? `width=${width}` : `width=${width}&height=${height}`
