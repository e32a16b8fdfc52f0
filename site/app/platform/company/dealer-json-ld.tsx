import { useRouteLoaderData } from 'react-router'
import { JsonLd } from '#app/components/ui/json-ld.tsx'
import { absoluteUrl } from '#app/lib/absolute-url.ts'
import { londonDate } from '#app/lib/dates.ts'
import { iconUrl } from '#app/lib/image-url.ts'
import { shareImage } from '#app/lib/seo.ts'
import { brandPicture } from '#supabase/functions/_shared/brand-picture.ts'
import { firstEmailAt } from '#supabase/functions/_shared/email-places.ts'
import { addressParts } from '#supabase/functions/_shared/page-content.ts'
import { profilesOf } from '#supabase/functions/_shared/profiles.ts'
import { type ClosedDays, nextClosing } from './closed-days.ts'
import { useCompany } from './company.tsx'
import type { CompanySettings } from './company-settings.ts'
import { type DayGroup, groupDays, parseOpeningHours } from './opening-hours.ts'

/** The address as a schema.org PostalAddress. */
function postalAddress(address: string) {
  const { street, town, county, postcode } = addressParts(address)
  return {
    '@type': 'PostalAddress',
    streetAddress: street,
    addressLocality: town,
    addressRegion: county,
    postalCode: postcode,
    addressCountry: 'GB',
  }
}

const toSpecification = ({ days, opens, closes }: DayGroup) => ({
  '@type': 'OpeningHoursSpecification',
  dayOfWeek: days,
  opens,
  closes,
})

/** In schema.org data, a closed day has the same opening and closing time. */
const toClosing = (days: ClosedDays, today: string) => {
  const { from, to } = nextClosing(days, today)
  return { '@type': 'OpeningHoursSpecification', opens: '00:00', closes: '00:00', validFrom: from, validThrough: to }
}

function dealerJsonLd(company: CompanySettings, siteUrl: string) {
  const hours = parseOpeningHours(company.openingHours) ?? undefined
  const logo = brandPicture(company.emblem) ?? brandPicture(company.logo)
  const profiles = profilesOf(company).map(({ href }) => href)
  return {
    '@type': 'AutoDealer',
    '@id': `${siteUrl}/#dealer`,
    name: company.companyName,
    url: siteUrl,
    email: firstEmailAt('search', company) || undefined,
    telephone: company.companyPhone || undefined,
    image: shareImage(company.sharePicture, siteUrl),
    logo: logo ? absoluteUrl(siteUrl, iconUrl(logo.address, 512)) : undefined,
    address: company.companyAddress ? postalAddress(company.companyAddress) : undefined,
    foundingDate: company.foundedYear || undefined,
    currenciesAccepted: 'GBP',
    openingHoursSpecification: hours && groupDays(hours).map(toSpecification),
    specialOpeningHoursSpecification: hours?.closed.map((days) => toClosing(days, londonDate())),
    sameAs: profiles.length > 0 ? profiles : undefined,
  }
}

export function DealerJsonLd() {
  const root = useRouteLoaderData<{ siteUrl: string }>('root')
  const company = useCompany()
  return <JsonLd data={() => (import.meta.env.SSR ? dealerJsonLd(company, root?.siteUrl ?? '') : {})} />
}
