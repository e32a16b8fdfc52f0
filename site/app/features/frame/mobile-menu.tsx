import { Sheet } from '#app/components/ui/sheet.tsx'
import { telHref, whatsAppHref } from '#app/lib/telephone.ts'
import { useCompany } from '#app/platform/company/company.tsx'
import { Lines, phonesOf } from '#app/platform/company/contact-lines.tsx'
import { Logo } from '#app/platform/company/emblem.tsx'
import { emailsAt } from '#supabase/functions/_shared/email-places.ts'
import { LoginOrLogout, NAV_LINKS, NavItem } from './nav.tsx'

interface MobileMenuProps {
  isOpen: boolean
  onClose: () => void
}

const LARGE = 'display flex min-h-13 items-center text-2xl aria-[current=page]:text-brass'
const CONTACT = 'flex min-h-9 items-center hover:text-ink'

export function MobileMenu({ isOpen, onClose }: MobileMenuProps) {
  const company = useCompany()
  return (
    <Sheet open={isOpen} onClose={onClose} title="Menu" logo={isOpen && <Logo />} className="menu-sheet">
      <div className="flex min-h-full flex-col justify-between gap-10">
        <nav aria-label="Menu">
          <ul className="divide-y divide-hairline">
            {NAV_LINKS.map(({ to, label }) => (
              <li key={to}>
                <NavItem to={to} className={LARGE}>
                  {label}
                </NavItem>
              </li>
            ))}
            <li>
              <NavItem to="/saved-vehicles" className={LARGE}>
                SAVED VEHICLES
              </NavItem>
            </li>
            <li className="when-signed-in">
              <NavItem to="/dashboard" className={LARGE}>
                DASHBOARD
              </NavItem>
            </li>
            <li>
              <LoginOrLogout className={`${LARGE} w-full text-brass`} />
            </li>
          </ul>
        </nav>
        <address className="grid gap-4 pb-4 text-sm text-quiet not-italic">
          {company.companyAddress && (
            <p>
              <Lines text={company.companyAddress} />
            </p>
          )}
          <p className="grid justify-items-start">
            {phonesOf(company).map((phone) => (
              <a key={phone} className={CONTACT} href={telHref(phone)}>
                {phone}
              </a>
            ))}
            {company.whatsApp && (
              <a className={CONTACT} href={whatsAppHref(company.whatsApp)} target="_blank" rel="noreferrer">
                WhatsApp
                <span className="sr-only"> (opens in a new tab)</span>
              </a>
            )}
            {emailsAt('header', company).map((email) => (
              <a key={email} className={CONTACT} href={`mailto:${email}`}>
                {email}
              </a>
            ))}
          </p>
        </address>
      </div>
    </Sheet>
  )
}
