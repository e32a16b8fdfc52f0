import { useEffect } from 'react'
import { useLocation } from 'react-router'
import { useSession } from '#app/platform/session/session.tsx'

/** Keeps <html data-session> up to date after the first paint, when the user signs in or out here or in another tab. */
export function SessionAttribute() {
  const { status, hasLeft, arriveHome } = useSession()
  const { pathname } = useLocation()
  useEffect(() => {
    // A user who has not passed the second step yet can continue or log out.
    if (status !== 'loading') document.documentElement.dataset.session = status === 'guest' ? 'guest' : 'signed-in'
  }, [status])
  // Waits until the previous page has been unmounted, because until then its guard must not redirect the user.
  useEffect(() => {
    if (hasLeft && status === 'guest' && pathname === '/') arriveHome()
  }, [hasLeft, status, pathname, arriveHome])
  return null
}
