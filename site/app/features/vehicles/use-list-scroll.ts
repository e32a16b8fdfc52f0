import { type RefObject, useEffect, useRef } from 'react'
import { findViewed, forgetViewed } from '#app/features/vehicles/last-viewed.ts'

const AFTER_PAGE_CHANGE_MS = 100
const AFTER_RETURN_MS = 300

const smoothly = (): ScrollBehavior =>
  window.matchMedia('(prefers-reduced-motion: reduce)').matches ? 'auto' : 'smooth'

/** After a page change the view goes back to the list's beginning. */
export function usePageScroll(page: number, list: RefObject<HTMLElement | null>) {
  const shown = useRef(page)
  useEffect(() => {
    if (shown.current === page) return
    shown.current = page
    const timer = setTimeout(
      () => list.current?.scrollIntoView({ behavior: smoothly(), block: 'start' }),
      AFTER_PAGE_CHANGE_MS,
    )
    return () => clearTimeout(timer)
  }, [page, list])
}

/** On return from a vehicle's page the list shows that vehicle, once. */
export function useReturnScroll() {
  useEffect(() => {
    const id = findViewed()
    if (!id) return
    const timer = setTimeout(() => {
      forgetViewed()
      document.getElementById(`vehicle-${id}`)?.scrollIntoView({ block: 'center' })
    }, AFTER_RETURN_MS)
    return () => clearTimeout(timer)
  }, [])
}
