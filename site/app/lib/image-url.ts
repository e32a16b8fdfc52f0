// A stored picture's URLs at the sizes that a page needs. The database stores the original's URL without an origin; the
// storage service renders only the sizes in the shared list.

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
 * The picture at a given width; the format follows the browser's Accept header. URLs on other servers are unchanged: a
 * hosted project renders pictures only on some plans, and a picture that is too large is better than none.
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

/** For Open Graph: cropped, with an absolute URL because other sites fetch it. */
export function sharedPictureUrl(src: string, siteUrl: string): string {
  const url = isRendered(src) ? `${src.replace(PUBLIC_OBJECTS, RENDERED)}?${pictureQuery(SHARED_PICTURE)}` : src
  return new URL(url, siteUrl).href
}

/** The dealer's icon for a browser tab or a home screen. */
export const iconUrl = (src: string, side: (typeof ICON_SIDES)[number]): string =>
  `${src.replace(PUBLIC_OBJECTS, RENDERED)}?${pictureQuery({ width: side, height: side, isWhole: true })}`

/** Whether the picture is in our own storage service, which can render it. */
export function isRendered(src: string): boolean {
  return src.startsWith(PUBLIC_OBJECTS)
}
