import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { useLocation, useNavigation } from 'react-router'
import { findViewed } from '#app/lib/last-viewed.ts'

/** The list scrolls to that vehicle itself. */
const isReturningToVehicle = (pathname: string) => pathname === '/vehicles' && findViewed() !== null

function scrollFor(hash: string): void {
  const target = hash ? document.getElementById(decodeURIComponent(hash.slice(1))) : null
  if (target) target.scrollIntoView()
  else window.scrollTo(0, 0)
}

/**
 * Every navigation goes to the top of its page, except back to the vehicle one came from. A change of the query alone is
 * a list's own business, unless a link of the frame asked for the top.
 */
function useScrollRules(): void {
  const location = useLocation()
  const last = useRef(location)

  useEffect(() => {
    window.history.scrollRestoration = 'manual'
  }, [])

  useLayoutEffect(() => {
    const from = last.current
    last.current = location
    if (from.key === location.key) return
    // The query belongs to a list; without even that, something on the page was opened or closed.
    const isSamePage = from.pathname === location.pathname && from.hash === location.hash
    const wantsTop = (location.state as { toTop?: boolean } | null)?.toTop === true
    if ((isSamePage && !wantsTop) || isReturningToVehicle(location.pathname)) return
    scrollFor(location.hash)
  }, [location])
}

/** Moves a screen reader to the new page and says its title, as a full page load would. */
function useAnnouncement(): string {
  const { pathname } = useLocation()
  const last = useRef(pathname)
  const [announcement, setAnnouncement] = useState('')

  useEffect(() => {
    if (last.current === pathname) return
    last.current = pathname
    document.getElementById('main')?.focus({ preventScroll: true })
    setAnnouncement(document.title)
  }, [pathname])
  return announcement
}

export function NavigationEffects() {
  useScrollRules()
  const announcement = useAnnouncement()
  const { state } = useNavigation()
  return (
    <>
      <p aria-live="polite" className="sr-only">
        {announcement}
      </p>
      {state === 'loading' && <div aria-hidden className="progress-line" />}
    </>
  )
}
