// Where pictures are stored, and the sizes at which pages show them. The storage service does not render other sizes,
// because anyone could request them.

/** The path of public pictures. The database stores picture URLs without an origin. */
export const PUBLIC_OBJECTS = '/storage/v1/object/public/'

export const VEHICLE_BUCKET = 'vehicle-images'
/** Logo, hero and sharing pictures. */
export const BRAND_BUCKET = 'brand'

/** In pixels; the height follows from the aspect ratio. */
export const PICTURE_WIDTHS = [160, 320, 480, 640, 800, 1200, 1600] as const
export type PictureWidth = (typeof PICTURE_WIDTHS)[number]

/** The Open Graph picture that other sites show with a link, cropped to this size. */
export const SHARED_PICTURE = { width: 1200, height: 630 } as const

/** The dealer's emblem for browser tabs and phone home screens, as an uncropped square PNG. */
export const ICON_SIDES = [32, 180, 512] as const

export interface PictureSize {
  width: number
  /** Null keeps the aspect ratio. */
  height: number | null
  /** Fits the whole picture in, with space around it, rather than cropping it. */
  isWhole?: true
}

export const PICTURE_SIZES: readonly PictureSize[] = [
  ...PICTURE_WIDTHS.map((width) => ({ width, height: null })),
  SHARED_PICTURE,
  ...ICON_SIDES.map((side) => ({ width: side, height: side, isWhole: true as const })),
]

/** The size as query parameters for Supabase Storage. */
export const pictureQuery = ({ width, height, isWhole }: PictureSize): string =>
  `width=${width}${height === null ? '' : `&height=${height}`}${isWhole ? '&resize=contain' : ''}`
