import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { useLocation, useNavigation } from 'react-router'
import { findViewed } from '#app/lib/last-viewed.ts'

/** The list itself scrolls to the last viewed vehicle. */
const isReturningToVehicle = (pathname: string) => pathname === '/vehicles' && findViewed() !== null

function scrollFor(hash: string): void {
  const target = hash ? document.getElementById(decodeURIComponent(hash.slice(1))) : null
  if (target) target.scrollIntoView()
  else window.scrollTo(0, 0)
}

/** A lead's dialog has its own URL, but is part of the list beneath it. */
const screenOf = (pathname: string) => (pathname.startsWith('/admin/enquiries/') ? '/admin/enquiries' : pathname)

/**
 * Every navigation scrolls to the top, except going back to the last viewed vehicle. If only the query changes,
 * scrolling is left to the list, unless the visitor followed a header or footer link.
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
    // Either only the query changed, which the list handles, or only the history entry did, because an overlay was
    // opened or closed.
    const isSamePage = screenOf(from.pathname) === screenOf(location.pathname) && from.hash === location.hash
    const wantsTop = (location.state as { toTop?: boolean } | null)?.toTop === true
    if ((isSamePage && !wantsTop) || isReturningToVehicle(location.pathname)) return
    scrollFor(location.hash)
  }, [location])
}

/** Moves the focus to the new page and announces its title, as a full page load would. */
function useAnnouncement(): string {
  const pathname = screenOf(useLocation().pathname)
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
