// What may be sent as a picture, and the sizes in which pages show it: the site writes its addresses from this list, and the
// storage service makes nothing else, because anyone may ask it.

/** Where stored pictures are that everyone may see: the database keeps these addresses, without an origin. */
export const PUBLIC_OBJECTS = '/storage/v1/object/public/'

/** The buckets of pictures. */
export const VEHICLE_BUCKET = 'vehicle-images'
/** Logo, hero and share picture. */
export const BRAND_BUCKET = 'brand'

/** What is sent may be so heavy, and is kept with no longer side, in pixels: a screen may show the height of a picture 1600 wide. */
export const MAX_UPLOAD_BYTES = 5 * 1024 * 1024
export const LONGEST_SIDE = 2560
/** What the bucket of vehicles takes; that of the brand: BRAND_PICTURE_ENDINGS. */
export const VEHICLE_PICTURE_TYPES = ['image/jpeg', 'image/png', 'image/webp', 'image/avif', 'image/gif']

/** In pixels; the height follows from the picture. */
export const PICTURE_WIDTHS = [160, 320, 480, 640, 800, 1200, 1600] as const
export type PictureWidth = (typeof PICTURE_WIDTHS)[number]

/** What other sites show beside a link (Open Graph), cropped to this shape. */
export const SHARED_PICTURE = { width: 1200, height: 630 } as const

/** The dealer's mark in a browser's tab and on a phone's home screen: square, whole, as PNG. */
export const ICON_SIDES = [32, 180, 512] as const

export interface PictureSize {
  width: number
  /** None keeps the picture's own shape. */
  height: number | null
  /** All of it, with room around it where the shape is another; otherwise the shape is filled and the rest cut off. */
  isWhole?: true
}

export const PICTURE_SIZES: readonly PictureSize[] = [
  ...PICTURE_WIDTHS.map((width) => ({ width, height: null })),
  SHARED_PICTURE,
  ...ICON_SIDES.map((side) => ({ width: side, height: side, isWhole: true as const })),
]

/** A size as the address asks for it, in the words of Supabase Storage. */
export const pictureQuery = ({ width, height, isWhole }: PictureSize): string =>
  `width=${width}${height === null ? '' : `&height=${height}`}${isWhole ? '&resize=contain' : ''}`
