import clsx from 'clsx'
import type { ReactNode } from 'react'
import { Container } from '#app/components/ui/container.tsx'
import { PathLink } from '#app/components/ui/link.tsx'
import { telHref, whatsAppHref } from '#app/lib/telephone.ts'
import { BrandLogo, useBrandLogo } from '#app/platform/company/brand-logo.tsx'
import { useCompany, useLoadedCompany } from '#app/platform/company/company.tsx'
import { Lines, phonesOf } from '#app/platform/company/contact-lines.tsx'
import { Emblem } from '#app/platform/company/emblem.tsx'
import { emailsAt } from '#supabase/functions/_shared/email-places.ts'
import { profilesOf } from '#supabase/functions/_shared/profiles.ts'
import { TO_TOP } from './nav.tsx'

const QUICK_LINKS = [
  { to: '/vehicles', label: 'Vehicles' },
  { to: '/saved-vehicles', label: 'Saved Vehicles' },
  { to: '/about', label: 'About Us' },
  { to: '/faq', label: 'FAQ' },
] as const

const GUIDES_LINK = { to: '/guides', label: 'Guides' } as const

const LEGAL_LINKS = [
  { to: '/privacy-policy', label: 'Privacy Policy' },
  { to: '/terms-of-service', label: 'Terms of Service' },
  { to: '/cookie-policy', label: 'Cookie Policy' },
] as const

const CONTACT_LINK = { to: '/contact', label: 'Contact us' } as const

const LINK = 'inline-flex min-h-8 items-center text-quiet transition-colors hover:text-ink'

export function Footer() {
  const { company, legalDetails, year, hasGuides } = useLoadedCompany()
  const logo = useBrandLogo()
  const hasContact = [company.companyAddress, ...phonesOf(company), ...emailsAt('footer', company)].some(Boolean)
  return (
    <footer className="on-dark clears-bottom border-t border-hairline bg-sunken text-sm">
      <Container>
        <div className="grid grid-cols-2 gap-x-8 gap-y-12 py-16 md:grid-cols-3 md:py-20 lg:grid-cols-[2fr_1fr_1.4fr_1.2fr]">
          <div className="col-span-2 grid content-start gap-5 md:col-span-3 lg:col-span-1">
            <p className="flex items-center gap-3">
              {logo ? (
                <BrandLogo logo={logo} className="h-10" />
              ) : (
                <>
                  <Emblem className="size-10 shrink-0" />
                  <span className="display text-xl">{company.companyName}</span>
                </>
              )}
            </p>
            {company.footerLine && <p className="max-w-[34ch] text-quiet">{company.footerLine}</p>}
            <Profiles />
          </div>
          <Column title="Quick links">
            <Links links={hasGuides ? [...QUICK_LINKS, GUIDES_LINK] : QUICK_LINKS} className="-my-1.5 grid" />
          </Column>
          <Column title="Contact" className="order-last col-span-2 md:order-none md:col-span-1">
            {!hasContact && <Links links={[CONTACT_LINK]} className="-my-1.5 grid" />}
            <address className="grid gap-3 text-quiet not-italic empty:hidden">
              {company.companyAddress && (
                <p>
                  <Lines text={company.companyAddress} />
                </p>
              )}
              <p className="grid justify-items-start empty:hidden">
                {phonesOf(company).map((phone) => (
                  <a key={phone} className={LINK} href={telHref(phone)}>
                    {phone}
                  </a>
                ))}
                {company.whatsApp && (
                  <a className={LINK} href={whatsAppHref(company.whatsApp)} target="_blank" rel="noreferrer">
                    WhatsApp
                    <span className="sr-only"> (opens in a new tab)</span>
                  </a>
                )}
                {emailsAt('footer', company).map((email) => (
                  <a key={email} className={LINK} href={`mailto:${email}`}>
                    {email}
                  </a>
                ))}
              </p>
            </address>
          </Column>
          {company.openingHours && (
            <Column title="Opening hours">
              <p className="text-quiet">
                <Lines text={company.openingHours} />
              </p>
            </Column>
          )}
        </div>
        <div className="flex flex-wrap items-center justify-between gap-x-8 gap-y-3 border-t border-hairline py-6 text-quiet">
          <p>
            © {year} {company.companyName}. All rights reserved.
          </p>
          <Links links={LEGAL_LINKS} className="flex flex-wrap gap-x-6" />
        </div>
        {legalDetails && <p className="max-w-measure pb-8 text-quiet text-xs leading-relaxed">{legalDetails}</p>}
      </Container>
    </footer>
  )
}

function Profiles() {
  const profiles = profilesOf(useCompany())
  if (profiles.length === 0) return null
  return (
    <ul className="-my-1.5 flex flex-wrap gap-x-6">
      {profiles.map(({ name, href }) => (
        <li key={name}>
          <a className={LINK} href={href} target="_blank" rel="noreferrer">
            {name}
            <span className="sr-only"> (opens in a new tab)</span>
          </a>
        </li>
      ))}
    </ul>
  )
}

function Column({ title, className, children }: { title: string; className?: string; children: ReactNode }) {
  return (
    <div className={clsx('grid content-start gap-4', className)}>
      <h2 className="overline-text">{title}</h2>
      {children}
    </div>
  )
}

function Links({ links, className }: { links: readonly { to: string; label: string }[]; className: string }) {
  return (
    <ul className={className}>
      {links.map(({ to, label }) => (
        <li key={to}>
          <PathLink to={to} state={TO_TOP} className={LINK}>
            {label}
          </PathLink>
        </li>
      ))}
    </ul>
  )
}
