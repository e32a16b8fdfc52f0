import type { ReactNode } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { PathLink } from '#app/components/ui/link.tsx'
import { useHydrated } from '#app/lib/use-hydrated.ts'
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
  // Like the router, which accepts capitals and a slash at the end.
  const path = `${useLocation().pathname.toLowerCase()}/`
  const isCurrent = to === '/' ? path === '//' : path.startsWith(`${to}/`)
  return (
    <PathLink to={to} state={TO_TOP} className={className} aria-current={isCurrent ? 'page' : undefined}>
      {children}
    </PathLink>
  )
}

/** Both links are on every page, and the stylesheet shows one of them depending on <html data-session>. */
export function LoginOrLogout({ className }: { className?: string }) {
  const { leave } = useSession()
  const navigate = useNavigate()
  const hydrated = useHydrated()
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
          disabled={!hydrated}
          onClick={async () => {
            await leave()
            await navigate('/')
          }}
        >
          LOGOUT
        </button>
      </span>
    </>
  )
}
