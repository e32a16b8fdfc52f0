import { useEffect } from 'react'
import { useLocation } from 'react-router'
import { useSession } from '#app/platform/session/session.tsx'

/** Keeps <html data-session> true after the first paint: signing in or out, here or in another tab. */
export function SessionAttribute() {
  const { status, hasLeft, arriveHome } = useSession()
  const { pathname } = useLocation()
  useEffect(() => {
    // Half signed in, they can still go on or log out.
    if (status !== 'loading') document.documentElement.dataset.session = status === 'guest' ? 'guest' : 'signed-in'
  }, [status])
  // The page they left is gone from the screen only now: its guard must not send them on before.
  useEffect(() => {
    if (hasLeft && status === 'guest' && pathname === '/') arriveHome()
  }, [hasLeft, status, pathname, arriveHome])
  return null
}
