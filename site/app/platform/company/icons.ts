// The dealer's icons for browser tabs and phone home screens.

import { iconUrl } from '#app/lib/image-url.ts'
import { brandPicture } from '#supabase/functions/_shared/brand-picture.ts'
import type { ICON_SIDES } from '#supabase/functions/_shared/picture-variants.ts'
import type { CompanySettings } from './company-settings.ts'

type Brand = Pick<CompanySettings, 'emblem' | 'logo' | 'logoDark'>

interface Icons {
  /** Whether these are made from the dealer's pictures, in which case they are PNGs. */
  isOwn: boolean
  tab: string
  /** The largest icon, or an SVG. */
  large: string
  homeScreen: string
}

/** The car icon, used if the dealer has neither an emblem nor a logo. */
const DEFAULT_ICONS: Icons = {
  isOwn: false,
  tab: '/icons/car.ico',
  large: '/favicon.svg',
  homeScreen: '/icons/car-180.png',
}

/** Made from the emblem, or else from a logo. */
export function iconsOf(brand: Brand | undefined): Icons {
  const mark = brand && (brandPicture(brand.emblem) ?? brandPicture(brand.logo) ?? brandPicture(brand.logoDark))
  if (!mark) return DEFAULT_ICONS
  const at = (side: (typeof ICON_SIDES)[number]) => iconUrl(mark.address, side)
  return { isOwn: true, tab: at(32), large: at(512), homeScreen: at(180) }
}
