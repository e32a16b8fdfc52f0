import { useRouteLoaderData } from 'react-router'
import { JsonLd } from '#app/components/ui/json-ld.tsx'
import { absoluteUrl } from '#app/lib/seo.ts'
import { useCompany } from './company.tsx'
import type { CompanySettings } from './company-settings.ts'
import { parseOpeningHours, type Stretch, toStretches } from './opening-hours.ts'
import { SOCIAL_LINKS } from './social-links.ts'

const POSTCODE = /\b([A-Z]{1,2}\d[A-Z\d]?\s*\d[A-Z]{2})\b/i

/** 'Street, Town, Postcode' in the words of schema.org; what cannot be told apart stays in the street. */
function postalAddress(address: string) {
  const postalCode = POSTCODE.exec(address)?.[1]
  const lines = address
    .replace(postalCode ?? '', '')
    .split(',')
    .map((line) => line.trim())
    .filter(Boolean)
  const addressLocality = lines.length > 1 ? lines.at(-1) : undefined
  const streetAddress = (addressLocality ? lines.slice(0, -1) : lines).join(', ')
  return { '@type': 'PostalAddress', streetAddress, addressLocality, postalCode, addressCountry: 'GB' }
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
