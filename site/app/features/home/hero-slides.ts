// The banner's pictures: the dealer's own where there are some, else our own files, made by scripts/seed-pictures.mjs.

import { pictureSrcSet, pictureUrl } from '#app/lib/image-url.ts'
import { brandPicture } from '#supabase/functions/_shared/brand-picture.ts'

export interface HeroSlide {
  heading: string
  text: string
  /** The address of the dealer's own picture, or nothing. */
  picture: string
}

const OURS = ['/hero/hero-1', '/hero/hero-2', '/hero/hero-3'] as const

const WIDE = [800, 1200, 1600, 2000]
const PORTRAIT = [480, 800, 1080]

/** Where the car stands above the words instead of beside them; hero.css asks the same. */
const PORTRAIT_SCREEN = '(max-aspect-ratio: 4/5)'

export interface HeroPicture {
  isOwn: boolean
  sources: { media?: string; type: string; srcSet: string }[]
  src: string
  srcSet?: string
}

export function heroPicture({ picture }: HeroSlide, index: number): HeroPicture {
  const own = brandPicture(picture)
  if (own) {
    return { isOwn: true, sources: [], src: pictureUrl(own.address, 1600), srcSet: pictureSrcSet(own.address) }
  }
  const ours = OURS[index % OURS.length] ?? OURS[0]
  const set = (widths: number[], kind: string, format: string) =>
    widths.map((width) => `${ours}${kind}-${width}.${format} ${width}w`).join(', ')
  return {
    isOwn: false,
    sources: [
      // For an upright screen: the car whole, with the floor run on below it for the words.
      { media: PORTRAIT_SCREEN, type: 'image/avif', srcSet: set(PORTRAIT, '-portrait', 'avif') },
      { media: PORTRAIT_SCREEN, type: 'image/webp', srcSet: set(PORTRAIT, '-portrait', 'webp') },
      { type: 'image/avif', srcSet: set(WIDE, '', 'avif') },
    ],
    src: `${ours}-1600.webp`,
    srcSet: set(WIDE, '', 'webp'),
  }
}
