// Addresses of a stored picture in the sizes a page needs. The database keeps the address of the original, without an
// origin; the storage service renders it in the sizes of the shared list alone.

import {
  type ICON_SIDES,
  PICTURE_WIDTHS,
  type PictureWidth,
  PUBLIC_OBJECTS,
  pictureQuery,
  SHARED_PICTURE,
} from '#supabase/functions/_shared/picture-variants.ts'

const RENDERED = '/storage/v1/render/image/public/'

/**
 * The picture in a width; its own format is left to the browser's Accept header. Addresses of other servers stay as they
 * are: a hosted project renders pictures only on some plans, and a picture too large is better than none.
 */
export function pictureUrl(src: string, width: PictureWidth): string {
  return isRendered(src) ? `${src.replace(PUBLIC_OBJECTS, RENDERED)}?${pictureQuery({ width, height: null })}` : src
}

export function pictureSrcSet(src: string, maxWidth: number = Number.POSITIVE_INFINITY): string | undefined {
  if (!isRendered(src)) return undefined
  return PICTURE_WIDTHS.filter((width) => width <= maxWidth)
    .map((width) => `${pictureUrl(src, width)} ${width}w`)
    .join(', ')
}

/** For Open Graph: cropped, and absolute because other sites fetch it. */
export function sharedPictureUrl(src: string, siteUrl: string): string {
  const url = isRendered(src) ? `${src.replace(PUBLIC_OBJECTS, RENDERED)}?${pictureQuery(SHARED_PICTURE)}` : src
  return new URL(url, siteUrl).href
}

/** The dealer's mark for a browser's tab or a phone's home screen. */
export const iconUrl = (src: string, side: (typeof ICON_SIDES)[number]): string =>
  `${src.replace(PUBLIC_OBJECTS, RENDERED)}?${pictureQuery({ width: side, height: side, isWhole: true })}`

/** Whether our storage service has it, and so renders it. */
export function isRendered(src: string): boolean {
  return src.startsWith(PUBLIC_OBJECTS)
}
