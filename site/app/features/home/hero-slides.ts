// The hero's pictures: the dealer's own, or else the bundled ones made by scripts/seed-pictures.mjs.

import { pictureSrcSet, pictureUrl } from '#app/lib/image-url.ts'
import { brandPicture } from '#supabase/functions/_shared/brand-picture.ts'

export interface HeroSlide {
  heading: string
  text: string
  /** The URL of the dealer's own picture, or empty. */
  picture: string
}

const BUNDLED = ['/hero/hero-1', '/hero/hero-2', '/hero/hero-3'] as const

const WIDE = [800, 1200, 1600, 2000, 2880]
const PORTRAIT = [480, 800, 1080, 1440]

/** On these screens the car is above the text instead of beside it; hero.css uses the same media query. */
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
  const bundled = BUNDLED[index % BUNDLED.length] ?? BUNDLED[0]
  const set = (widths: number[], kind: string, format: string) =>
    widths.map((width) => `${bundled}${kind}-${width}.${format} ${width}w`).join(', ')
  return {
    isOwn: false,
    sources: [
      // For portrait screens: the whole car, with extra floor below it for the text.
      { media: PORTRAIT_SCREEN, type: 'image/avif', srcSet: set(PORTRAIT, '-portrait', 'avif') },
      { media: PORTRAIT_SCREEN, type: 'image/webp', srcSet: set(PORTRAIT, '-portrait', 'webp') },
      { type: 'image/avif', srcSet: set(WIDE, '', 'avif') },
    ],
    src: `${bundled}-1600.webp`,
    srcSet: set(WIDE, '', 'webp'),
  }
}
