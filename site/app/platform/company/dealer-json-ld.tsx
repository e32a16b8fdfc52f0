import { useRouteLoaderData } from 'react-router'
import { JsonLd } from '#app/components/ui/json-ld.tsx'
import { absoluteUrl } from '#app/lib/seo.ts'
import { addressParts } from '#supabase/functions/_shared/page-words.ts'
import { useCompany } from './company.tsx'
import type { CompanySettings } from './company-settings.ts'
import { parseOpeningHours, type Stretch, toStretches } from './opening-hours.ts'
import { SOCIAL_LINKS } from './social-links.ts'

/** In the words of schema.org. */
function postalAddress(address: string) {
  const { street, town, postcode } = addressParts(address)
  return {
    '@type': 'PostalAddress',
    streetAddress: street,
    addressLocality: town,
    postalCode: postcode,
    addressCountry: 'GB',
  }
}

const toSpecification = ({ days, opens, closes }: Stretch) => ({
  '@type': 'OpeningHoursSpecification',
  dayOfWeek: days,
  opens,
  closes,
})

function dealerJsonLd(company: CompanySettings, siteUrl: string) {
  const week = parseOpeningHours(company.openingHours) ?? undefined
  return {
    '@type': 'AutoDealer',
    '@id': `${siteUrl}/#dealer`,
    name: company.companyName,
    url: siteUrl,
    email: company.companyEmail || undefined,
    telephone: company.companyPhone || undefined,
    image: absoluteUrl(siteUrl, '/og.jpg'),
    address: postalAddress(company.companyAddress),
    foundingDate: '2024',
    currenciesAccepted: 'GBP',
    openingHoursSpecification: week && toStretches(week).map(toSpecification),
    sameAs: SOCIAL_LINKS.map(({ href }) => href),
  }
}

export function DealerJsonLd() {
  const root = useRouteLoaderData<{ siteUrl: string }>('root')
  const company = useCompany()
  return <JsonLd data={() => (import.meta.env.SSR ? dealerJsonLd(company, root?.siteUrl ?? '') : {})} />
}
