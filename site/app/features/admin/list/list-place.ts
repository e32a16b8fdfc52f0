// The place in a list that an admin left: its page, filter, sort order and scroll position. A form that was opened from
// a list returns there, as does the browser's Back button.
import { useEffect, useLayoutEffect, useRef } from 'react'
import { useLocation, useNavigationType } from 'react-router'

interface ListState {
  /** The list that led to this screen. */
  list?: { url: string; key: string }
  /** The history entry whose scroll position the list should have. */
  place?: string
}

const storageKey = (key: string) => `forecourt-scroll-${key}`

function rememberScroll(key: string, y: number): void {
  // Without storage, the list starts at the top.
  try {
    sessionStorage.setItem(storageKey(key), String(Math.round(y)))
  } catch {}
}

function findScroll(key: string): number | null {
  try {
    const stored = sessionStorage.getItem(storageKey(key))
    return stored === null ? null : Number(stored)
  } catch {
    return null
  }
}

/** State for links from a list to a form. */
export function useListState(): ListState {
  const { pathname, search, key } = useLocation()
  return { list: { url: pathname + search, key } }
}

/** Where a form's Cancel, Back and Update lead: to the list as it was left, or to the start of the list. */
export function useReturnToList(start: string): { to: string; state?: ListState } {
  const { list } = (useLocation().state ?? {}) as ListState
  return list ? { to: list.url, state: { place: list.key } } : { to: start }
}

/** Scrolls a list to where it was left, and to the top of a new page, once its rows are there. */
export function useListPlace(isReady: boolean): void {
  const { key, search, state } = useLocation()
  const type = useNavigationType()
  const page = new URLSearchParams(search).get('page') ?? '1'
  const shown = useRef<string>(undefined)
  const wanted = useRef<number | null>(null)

  // When the list is removed, the next screen may already have changed the scroll position, so it is noted before.
  const y = useRef<number>(undefined)
  useLayoutEffect(() => {
    const note = () => {
      y.current = window.scrollY
    }
    window.addEventListener('scroll', note, { passive: true })
    return () => {
      window.removeEventListener('scroll', note)
      if (y.current !== undefined) rememberScroll(key, y.current)
    }
  }, [key])

  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once for each history entry
  useEffect(() => {
    const isFirst = shown.current === undefined
    const isNewPage = !isFirst && shown.current !== page
    shown.current = page
    const { place } = (state ?? {}) as ListState
    if (type === 'POP') wanted.current = findScroll(key)
    else if (isFirst) wanted.current = place ? findScroll(place) : null
    else wanted.current = isNewPage ? 0 : null
  }, [key])

  useEffect(() => {
    if (!isReady || wanted.current === null) return
    window.scrollTo(0, wanted.current)
    wanted.current = null
  })
}
