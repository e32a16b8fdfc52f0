import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { type Location, useLocation, useNavigation, useNavigationType } from 'react-router'
import { findViewed } from '#app/lib/last-viewed.ts'
import { findScroll, rememberScroll, scrollToPlace } from '#app/lib/scroll-memory.ts'

/** The list itself scrolls to the last viewed vehicle. */
const isReturningToVehicle = (pathname: string) => pathname === '/vehicles' && findViewed() !== null

function scrollFor(hash: string): void {
  const target = hash ? document.getElementById(decodeURIComponent(hash.slice(1))) : null
  if (target) target.scrollIntoView()
  else window.scrollTo(0, 0)
}

/**
 * A lead's dialog has its own URL, but is part of the list beneath it. A new guide gets its URL when it is first saved,
 * while its form stays open.
 */
function screenOf(pathname: string): string {
  if (pathname.startsWith('/admin/enquiries/')) return '/admin/enquiries'
  return pathname.startsWith('/admin/settings/guides/') ? '/admin/settings/guides/' : pathname
}

/**
 * Back and Forward restore the scroll position, as does a link back to a list. Every other navigation scrolls to the
 * top. If only the query changes, scrolling is left to the list, unless the visitor followed a header or footer link.
 */
function useScrollRules(): void {
  const location = useLocation()
  const type = useNavigationType()
  const last = useRef(location)

  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once for each history entry
  useLayoutEffect(() => {
    const from = last.current
    last.current = location
    const path = location.pathname + location.search
    const stop = from.key === location.key ? undefined : scrollOnArrival(from, location, type === 'POP')
    // When the page is removed, the next one may already have changed the scroll position, so it is noted before.
    let y = window.scrollY
    const note = () => {
      y = window.scrollY
    }
    window.addEventListener('scroll', note)
    return () => {
      window.removeEventListener('scroll', note)
      stop?.()
      rememberScroll(location.key, path, y)
    }
  }, [location])
}

function scrollOnArrival(from: Location, to: Location, isBack: boolean) {
  const { toTop, place } = (to.state ?? {}) as { toTop?: boolean; place?: string }
  const entry = isBack ? to.key : place
  const y = entry ? findScroll(entry, to.pathname + to.search) : null
  if (y !== null) return scrollToPlace(y)
  // Either only the query changed, which the list handles, or only the history entry did, because an overlay was
  // opened or closed.
  const isSamePage = screenOf(from.pathname) === screenOf(to.pathname) && from.hash === to.hash
  if (!((isSamePage && !toTop) || isReturningToVehicle(to.pathname))) scrollFor(to.hash)
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
