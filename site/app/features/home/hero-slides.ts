// The banner's pictures: our own files, made by scripts/seed-pictures.mjs. A dealer's photographs take their places.

export interface HeroSlide {
  /** Address without width and format. */
  picture: string
}

export const HERO_SLIDES: readonly HeroSlide[] = [
  { picture: '/hero/hero-1' },
  { picture: '/hero/hero-2' },
  { picture: '/hero/hero-3' },
]

const WIDE = [800, 1200, 1600, 2000]
const PORTRAIT = [480, 800, 1080]

/** Where the car stands above the words instead of beside them; hero.css asks the same. */
export const PORTRAIT_SCREEN = '(max-aspect-ratio: 4/5)'

export const wideSet = ({ picture }: HeroSlide, format: 'avif' | 'webp') =>
  WIDE.map((width) => `${picture}-${width}.${format} ${width}w`).join(', ')

/** For an upright screen: the car whole, with the floor run on below it for the words. */
export const portraitSet = ({ picture }: HeroSlide, format: 'avif' | 'webp') =>
  PORTRAIT.map((width) => `${picture}-portrait-${width}.${format} ${width}w`).join(', ')

export const fallback = ({ picture }: HeroSlide) => `${picture}-1600.webp`
