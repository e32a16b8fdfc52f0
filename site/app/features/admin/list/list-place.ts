// The place in a list that an admin left: its page, filter, sort order and scroll position. A form that was opened from
// a list returns there, as does the browser's Back button.
import { useEffect, useRef } from 'react'
import { useLocation, useNavigationType } from 'react-router'
import { findScroll } from '#app/lib/scroll-memory.ts'

interface ListState {
  /** The list that led to this screen. */
  list?: { url: string; key: string }
  /** The history entry whose scroll position the list should have. */
  place?: string
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
  const { key, pathname, search, state } = useLocation()
  const type = useNavigationType()
  const page = new URLSearchParams(search).get('page') ?? '1'
  const shown = useRef<string>(undefined)
  const wanted = useRef<number | null>(null)

  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once for each history entry
  useEffect(() => {
    const isFirst = shown.current === undefined
    const isNewPage = !isFirst && shown.current !== page
    shown.current = page
    const { place } = (state ?? {}) as ListState
    if (type === 'POP') wanted.current = findScroll(key, pathname + search)
    else if (isFirst) wanted.current = place ? findScroll(place, pathname + search) : null
    else wanted.current = isNewPage ? 0 : null
  }, [key])

  useEffect(() => {
    if (!isReady || wanted.current === null) return
    window.scrollTo(0, wanted.current)
    wanted.current = null
  })
}
