import clsx from 'clsx'
import { Heart, Menu } from 'lucide-react'
import { useRef } from 'react'
import { PathLink } from '#app/components/ui/link.tsx'
import { telHref, whatsAppHref } from '#app/lib/telephone.ts'
import { useHistoryOpen } from '#app/lib/use-history-open.ts'
import { useCompany } from '#app/platform/company/company.tsx'
import { phonesOf } from '#app/platform/company/contact-lines.tsx'
import { Logo } from '#app/platform/company/emblem.tsx'
import { useSavedVehicles } from '#app/platform/saved/use-saved.ts'
import { emailsAt } from '#supabase/functions/_shared/email-places.ts'
import { MobileMenu } from './mobile-menu.tsx'
import { LoginOrLogout, NAV_LINKS, NavItem, TO_TOP } from './nav.tsx'
import { useScrolledPast } from './use-scrolled-past.ts'

/** `overHero`: the page starts with a dark picture, and the header stays transparent until text scrolls underneath. */
export function Header({ overHero }: { overHero: boolean }) {
  const bar = useRef<HTMLElement>(null)
  const isPast = useScrolledPast(bar, overHero)
  const isClear = overHero && !isPast
  return (
    <header ref={bar} className={clsx('site-header', overHero && 'is-over', isClear && 'on-dark is-clear')}>
      <TopLine />
      <Bar />
      <nav aria-label="Main" className="without-script px-5 pb-2">
        <ul className="flex flex-wrap gap-x-6">
          {NAV_LINKS.map(({ to, label }) => (
            <li key={to}>
              <NavItem to={to} className="nav-link">
                {label}
              </NavItem>
            </li>
          ))}
        </ul>
      </nav>
    </header>
  )
}

const LINE_LINK = 'py-1 transition-colors hover:text-ink'

/** Without the days on which the dealer is closed, which the footer lists. */
const weeklyHours = (openingHours: string) => openingHours.split(/, closed:/i)[0]

function TopLine() {
  const company = useCompany()
  const { companyAddress, openingHours } = company
  const hasNothing = ![companyAddress, openingHours, ...phonesOf(company), ...emailsAt('header', company)].some(Boolean)
  return (
    <div className="header-line h-(--header-line) border-b border-hairline text-xs text-quiet max-md:hidden">
      <div className="mx-auto flex h-full max-w-[calc(var(--container-page)+3rem)] items-center justify-between gap-x-3 px-4 whitespace-nowrap lg:gap-x-5 lg:px-6">
        {companyAddress && <p className="min-w-0 truncate">{companyAddress}</p>}
        {openingHours && <p className="min-w-0 truncate">{weeklyHours(openingHours)}</p>}
        <p className="flex shrink-0 gap-3 lg:gap-5">
          {phonesOf(company).map((phone) => (
            <a key={phone} className={LINE_LINK} href={telHref(phone)}>
              {phone}
            </a>
          ))}
          {company.whatsApp && (
            <a className={LINE_LINK} href={whatsAppHref(company.whatsApp)} target="_blank" rel="noreferrer">
              WhatsApp<span className="sr-only"> (opens in a new tab)</span>
            </a>
          )}
          {emailsAt('header', company).map((email) => (
            <a key={email} className={LINE_LINK} href={`mailto:${email}`}>
              {email}
            </a>
          ))}
          {hasNothing && (
            <PathLink className={LINE_LINK} to="/contact">
              Contact us
            </PathLink>
          )}
        </p>
      </div>
    </div>
  )
}

function Bar() {
  const menu = useHistoryOpen('menu')
  return (
    <div className="mx-auto flex h-(--header-bar) max-w-[calc(var(--container-page)+3rem)] items-center justify-between gap-4 px-5 md:px-6 xl:grid xl:grid-cols-[1fr_auto_1fr]">
      <PathLink to="/" state={TO_TOP} className="flex min-h-11 min-w-0 items-center" aria-label="Home page">
        <Logo />
      </PathLink>
      <nav aria-label="Main" className="hidden md:block">
        <ul className="flex gap-4 lg:gap-6 xl:gap-9">
          {NAV_LINKS.map(({ to, label }) => (
            <li key={to}>
              <NavItem to={to} className="nav-link">
                {label}
              </NavItem>
            </li>
          ))}
          <li className="when-signed-in">
            <NavItem to="/dashboard" className="nav-link">
              DASHBOARD
            </NavItem>
          </li>
        </ul>
      </nav>
      <div className="flex shrink-0 items-center justify-end gap-1 lg:gap-4">
        <SavedLink />
        <span className="hidden md:contents">
          <LoginOrLogout className="nav-link" />
        </span>
        <button
          type="button"
          className="needs-script -mr-2.5 grid size-11 place-content-center md:hidden"
          aria-label="Menu"
          aria-haspopup="dialog"
          aria-expanded={menu.isOpen}
          onClick={menu.open}
        >
          <Menu aria-hidden className="size-6" strokeWidth={1.5} />
        </button>
      </div>
      <MobileMenu isOpen={menu.isOpen} onClose={menu.close} />
    </div>
  )
}

/** The heart, with the number of saved vehicles. */
function SavedLink() {
  const count = useSavedVehicles()?.length ?? 0
  return (
    <PathLink
      to="/saved-vehicles"
      state={TO_TOP}
      className="relative grid size-11 place-content-center transition-colors hover:text-brass"
      aria-label={count > 0 ? `Saved vehicles (${count})` : 'Saved vehicles'}
    >
      <Heart aria-hidden className="size-5" strokeWidth={1.5} />
      {count > 0 && (
        <span aria-hidden className="saved-count tabular">
          {count > 99 ? '99+' : count}
        </span>
      )}
    </PathLink>
  )
}
