import type { ReactNode } from 'react'
import { Container } from '#app/components/ui/container.tsx'
import { PageHeading } from '#app/components/ui/section.tsx'
import { formatDate } from '#app/lib/dates.ts'
import type { Block } from '#app/lib/rich-text.ts'
import { telHref } from '#app/lib/telephone.ts'
import type { CompanySettings } from '#app/platform/company/company-settings.ts'
import { phonesOf } from '#app/platform/company/contact-lines.tsx'
import { emailsAt } from '#supabase/functions/_shared/email-places.ts'
import { fcaLine, formatVat, REGISTERED_IN } from '#supabase/functions/_shared/legal.ts'
import type { PageContent } from '#supabase/functions/_shared/settings.ts'

export interface LegalSection {
  /** The section's anchor. */
  id: string
  title: string
  body: ReactNode
}

interface LegalPageProps {
  title: string
  intro: ReactNode
  sections: readonly LegalSection[]
  company: LegalCompany
}

export interface LegalWords extends PageContent<'legal', Block> {
  /** Whether the dealer is authorised to. */
  offersFinance: boolean
}

/** The dealer's settings, including the legal ones. */
export type LegalCompany = CompanySettings & LegalWords

const LINK = 'underline decoration-brass underline-offset-4 hover:text-brass'

export function LegalPage({ title, intro, sections, company }: LegalPageProps) {
  return (
    <Container className="pb-20 md:pb-32">
      <PageHeading overline="Legal" title={title} intro={intro} className="border-b border-hairline" />
      <div className="grid gap-10 pt-10 md:grid-cols-12 md:gap-6 md:pt-14">
        <nav aria-label="On this page" className="no-print md:col-span-4 lg:col-span-3">
          <div className="text-sm md:sticky md:top-[calc(var(--header-bar)+2.5rem)]">
            {/* The date is always today's, but a cached page may show yesterday's. */}
            <p className="mb-5 text-quiet" suppressHydrationWarning>
              Last updated: {formatDate(new Date())}
            </p>
            <ol className="grid border-l border-hairline">
              {sections.map(({ id, title: name }) => (
                <li key={id}>
                  <a
                    href={`#${id}`}
                    className="-ml-px flex min-h-8 items-center border-l border-transparent py-1 pl-4 text-quiet transition-colors hover:border-brass hover:text-ink"
                  >
                    {name}
                  </a>
                </li>
              ))}
              <li>
                <a
                  href="#business-details"
                  className="-ml-px flex min-h-8 items-center border-l border-transparent py-1 pl-4 text-quiet transition-colors hover:border-brass hover:text-ink"
                >
                  Business details
                </a>
              </li>
            </ol>
          </div>
        </nav>
        <div className="min-w-0 md:col-span-8 lg:col-start-5">
          {sections.map(({ id, title: name, body }) => (
            <section key={id} aria-labelledby={id} className="prose-text mb-12">
              <h2 id={id} className="mt-0!">
                {name}
              </h2>
              {body}
            </section>
          ))}
          <BusinessDetails company={company} />
          <p className="mt-8 max-w-measure text-quiet text-sm">
            This site uses open-source software and fonts. See the{' '}
            <a href="/third-party-notices" className={LINK}>
              third-party notices
            </a>
            .
          </p>
        </div>
      </div>
    </Container>
  )
}

function BusinessDetails({ company }: { company: LegalCompany }) {
  const { companyNumber, registeredIn, registeredOffice, vatNumber, icoNumber } = company
  const place = Object.hasOwn(REGISTERED_IN, registeredIn) && REGISTERED_IN[registeredIn as keyof typeof REGISTERED_IN]
  const emails = emailsAt('legal', company)
  const phones = phonesOf(company)
  const rows: [string, ReactNode][] = [
    ['Business name', company.companyName],
    ['Registered name', company.legalName],
    ['Company number', companyNumber && [companyNumber.toUpperCase(), place].filter(Boolean).join(', ')],
    ['Registered office', registeredOffice],
    ['VAT number', vatNumber && formatVat(vatNumber)],
    ['Financial services', fcaLine(company)],
    [
      'Data protection',
      icoNumber && `Registered with the Information Commissioner’s Office, ${icoNumber.toUpperCase()}`,
    ],
    ['Address', company.companyAddress],
    ['Opening hours', company.openingHours],
    ['Email', emails.length > 0 && <ContactLinks key="email" items={emails} toHref={(email) => `mailto:${email}`} />],
    ['Telephone', phones.length > 0 && <ContactLinks key="phone" items={phones} toHref={telHref} />],
  ]
  return (
    <section aria-labelledby="business-details" className="max-w-measure">
      <h2 id="business-details" className="display mb-5 text-2xl">
        Business details
      </h2>
      <dl className="border-t border-line text-sm">
        {rows
          .filter(([, value]) => value)
          .map(([name, value]) => (
            <div key={name} className="grid gap-1 border-b border-hairline py-3.5 sm:grid-cols-[11rem_1fr]">
              <dt className="text-quiet">{name}</dt>
              <dd>{value}</dd>
            </div>
          ))}
      </dl>
    </section>
  )
}

function ContactLinks({ items, toHref }: { items: string[]; toHref: (item: string) => string }) {
  return (
    <span className="flex flex-wrap gap-x-6 gap-y-1">
      {items.map((item) => (
        <a key={item} href={toHref(item)} className={LINK}>
          {item}
        </a>
      ))}
    </span>
  )
}
