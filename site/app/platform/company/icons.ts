// The dealer's mark in a browser's tab and on a phone's home screen.

import { iconUrl } from '#app/lib/image-url.ts'
import { brandPicture } from '#supabase/functions/_shared/brand-picture.ts'
import type { ICON_SIDES } from '#supabase/functions/_shared/picture-variants.ts'
import type { CompanySettings } from './company-settings.ts'

type Brand = Pick<CompanySettings, 'emblem' | 'logo' | 'logoDark'>

interface Icons {
  /** The dealer's own are PNG. */
  isOwn: boolean
  tab: string
  /** Sharp in every size. */
  large: string
  homeScreen: string
}

/** The drawn car, where there is no mark. */
const OURS: Icons = {
  isOwn: false,
  tab: '/icons/car.ico',
  large: '/favicon.svg',
  homeScreen: '/icons/car-180.png',
}

/** Of the emblem, or of the logo where there is none. */
export function iconsOf(brand: Brand | undefined): Icons {
  const mark = brand && (brandPicture(brand.emblem) ?? brandPicture(brand.logo) ?? brandPicture(brand.logoDark))
  if (!mark) return OURS
  const at = (side: (typeof ICON_SIDES)[number]) => iconUrl(mark.address, side)
  return { isOwn: true, tab: at(32), large: at(512), homeScreen: at(180) }
}
