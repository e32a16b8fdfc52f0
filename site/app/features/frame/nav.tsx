import type { ReactNode } from 'react'
import { useNavigate } from 'react-router'
import { NavLink } from '#app/components/ui/nav-link.tsx'
import { isOverlayEntry } from '#app/lib/use-history-open.ts'
import { useSession } from '#app/platform/session/session.tsx'

export const NAV_LINKS = [
  { to: '/', label: 'HOME' },
  { to: '/vehicles', label: 'VEHICLES' },
  { to: '/about', label: 'ABOUT US' },
  { to: '/contact', label: 'CONTACT' },
  { to: '/faq', label: 'FAQ' },
] as const

/** `state.toTop`: header and footer links go to the top of the page even if only the query changes. */
export const TO_TOP = { toTop: true }

interface NavItemProps {
  to: string
  className?: string
  children: ReactNode
}

export function NavItem({ to, className, children }: NavItemProps) {
  return (
    <NavLink to={to} end={to === '/'} state={TO_TOP} className={className}>
      {children}
    </NavLink>
  )
}

/** Both links are on every page, and the stylesheet shows one of them depending on <html data-session>. */
export function LoginOrLogout({ className }: { className?: string }) {
  const { leave } = useSession()
  const navigate = useNavigate()
  return (
    <>
      <span className="when-guest contents">
        <NavItem to="/auth" className={className}>
          LOGIN
        </NavItem>
      </span>
      <span className="when-signed-in contents">
        <button
          type="button"
          className={className}
          onClick={async () => {
            await leave()
            await navigate('/', { replace: isOverlayEntry() })
          }}
        >
          LOGOUT
        </button>
      </span>
    </>
  )
}
