import clsx from 'clsx'
import { CircleQuestionMark, CircleUserRound, House, LogOut, Search, X } from 'lucide-react'
import { useLocation } from 'react-router'
import { PathLink } from '#app/components/ui/link.tsx'
import { NavLink } from '#app/components/ui/nav-link.tsx'
import type { DeskCounts } from '#app/features/admin/enquiries/desk-counts.ts'
import { isMac } from '#app/features/admin/palette/use-palette.tsx'
import { formatNumber } from '#app/lib/money.ts'
import { BrandLogo, useBrandLogo } from '#app/platform/company/brand-logo.tsx'
import { useSession } from '#app/platform/session/session.tsx'
import { linksFor } from './admin-links.ts'

/** Lower beside a mouse on a laptop, where all links then fit without scrolling. */
const ITEM =
  'flex h-11 w-full items-center gap-3 border-l-2 pr-4 pl-[18px] text-left text-sm transition-colors lg:[@media(max-height:54rem)]:h-8'
const RESTING = 'border-transparent text-quiet hover:bg-ink/5 hover:text-ink'
const CURRENT = 'border-brass bg-ink/8 font-medium text-ink'
const ICON = { 'aria-hidden': true, className: 'size-[18px]', strokeWidth: 1.5 }

interface SidebarProps {
  companyName: string
  email: string
  counts: DeskCounts
  onLogout(): void
  /** Opens the palette. */
  onFind(): void
  /** Adds a close button, for the mobile menu. */
  onClose?(): void
}

/** Dark in both themes. */
export function Sidebar({ companyName, email, counts, onLogout, onFind, onClose }: SidebarProps) {
  const logo = useBrandLogo()
  const { isAdmin } = useSession()
  // /admin also shows the dashboard.
  const isIndex = useLocation().pathname.replace(/\/$/, '') === '/admin'
  return (
    <div className="on-dark flex h-full flex-col border-hairline border-r bg-page">
      <div className="flex items-start justify-between pt-7 pr-2 pb-6 pl-5 lg:[@media(max-height:54rem)]:py-3">
        <div className="grid gap-2">
          {logo ? <BrandLogo logo={logo} className="h-9" /> : <p className="display text-xl">{companyName}</p>}
          <p className="overline-text">Back office</p>
        </div>
        {onClose && (
          <button
            type="button"
            aria-label="Close menu"
            onClick={onClose}
            className="-mt-2 grid size-11 place-content-center"
          >
            <X aria-hidden className="size-5" strokeWidth={1.5} />
          </button>
        )}
      </div>
      <button
        type="button"
        aria-keyshortcuts="Control+K Meta+K"
        onClick={onFind}
        className="mx-5 mb-3 flex h-10 cursor-pointer items-center gap-3 border border-hairline px-3 text-left text-quiet text-sm hover:border-control hover:text-ink"
      >
        <Search aria-hidden className="size-4" strokeWidth={1.5} />
        Find
        <kbd aria-hidden className="ml-auto text-xs">
          {isMac() ? '⌘K' : 'Ctrl K'}
        </kbd>
      </button>
      <nav aria-label="Back office" className="flex-1 overflow-y-auto">
        <ul>
          {linksFor(isAdmin).map(({ to, label, icon: Icon }) => (
            <li key={to}>
              <NavLink
                to={to}
                className={(isCurrent) =>
                  clsx(ITEM, isCurrent || (isIndex && to === '/admin/dashboard') ? CURRENT : RESTING)
                }
              >
                <Icon {...ICON} />
                {label}
                {to === '/admin/enquiries' && <EnquiryCounts counts={counts} />}
              </NavLink>
            </li>
          ))}
        </ul>
      </nav>
      <div className="border-hairline border-t py-2">
        <NavLink to="/admin/help" className={(isCurrent) => clsx(ITEM, isCurrent ? CURRENT : RESTING)}>
          <CircleQuestionMark {...ICON} />
          Help
        </NavLink>
        <PathLink to="/" className={clsx(ITEM, RESTING)}>
          <House {...ICON} />
          Home
        </PathLink>
        <button type="button" onClick={onLogout} className={clsx(ITEM, RESTING, 'cursor-pointer')}>
          <LogOut {...ICON} />
          Logout
        </button>
        <NavLink to="/admin/account" title={email} className={(isCurrent) => clsx(ITEM, isCurrent ? CURRENT : RESTING)}>
          <CircleUserRound {...ICON} className="size-[18px] shrink-0" />
          <span className="truncate">
            <span className="sr-only">My account: </span>
            {email}
          </span>
        </NavLink>
      </div>
    </div>
  )
}

function EnquiryCounts({ counts: { unread, overdue } }: { counts: DeskCounts }) {
  if (unread + overdue === 0) return null
  return (
    <span className="tabular ml-auto flex items-center gap-2 whitespace-nowrap font-normal text-xs">
      {overdue > 0 && <span className="text-danger">{formatNumber(overdue)} overdue</span>}
      {unread > 0 && (
        <span className="min-w-5 rounded-full bg-brass px-1.5 py-0.5 text-center font-medium text-on-brass leading-none">
          {formatNumber(unread)}
          <span className="sr-only"> unread</span>
        </span>
      )}
    </span>
  )
}
