import clsx from 'clsx'
import { pictureUrl } from '#app/lib/image-url.ts'
import { type BrandPicture, brandPicture } from '#supabase/functions/_shared/brand-picture.ts'
import { useCompany } from './company.tsx'

/** Enough for the widest place where the logo is shown, at the highest pixel density. */
const WIDTH = 480

/** The dealer's logo for light and dark backgrounds; null if there is none. */
export function useBrandLogo() {
  const { companyName, logo, logoDark } = useCompany()
  const light = brandPicture(logo) ?? brandPicture(logoDark)
  return light && { light, dark: brandPicture(logoDark) ?? light, name: companyName }
}

interface BrandLogoProps {
  logo: NonNullable<ReturnType<typeof useBrandLogo>>
  /** A class that sets the height; the width follows from it. */
  className: string
}

/** If the light and dark logos differ, the browser fetches only the one that it shows. */
export function BrandLogo({ logo: { light, dark, name }, className }: BrandLogoProps) {
  if (light.address === dark.address) return <Picture picture={light} name={name} className={className} />
  return (
    <>
      <Picture picture={light} name={name} className={clsx(className, 'logo-on-light')} isLazy />
      <Picture picture={dark} name={name} className={clsx(className, 'logo-on-dark')} isLazy />
    </>
  )
}

interface PictureProps {
  picture: BrandPicture
  name: string
  className: string
  isLazy?: boolean
}

const Picture = ({ picture, name, className, isLazy }: PictureProps) => (
  <img
    src={picture.isDrawing ? picture.address : pictureUrl(picture.address, WIDTH)}
    width={picture.width}
    height={picture.height}
    alt={name}
    loading={isLazy ? 'lazy' : undefined}
    className={clsx('brand-logo', className)}
  />
)
