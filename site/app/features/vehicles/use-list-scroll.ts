import { type RefObject, useEffect, useRef } from 'react'
import { useNavigationType } from 'react-router'
import { findViewed, forgetViewed } from '#app/lib/last-viewed.ts'

const AFTER_PAGE_CHANGE_MS = 100
const AFTER_RETURN_MS = 300

const smoothly = (): ScrollBehavior =>
  window.matchMedia('(prefers-reduced-motion: reduce)').matches ? 'auto' : 'smooth'

/** After a page change, or a search from far down, scrolls back to the start of the list. Back restores the position. */
export function useResultScroll(results: string, list: RefObject<HTMLElement | null>) {
  const shown = useRef(results)
  const isBack = useNavigationType() === 'POP'
  useEffect(() => {
    if (shown.current === results) return
    shown.current = results
    if (isBack) return
    const timer = setTimeout(() => {
      const isScrolledPast = (list.current?.getBoundingClientRect().top ?? 0) < 0
      if (isScrolledPast) list.current?.scrollIntoView({ behavior: smoothly(), block: 'start' })
    }, AFTER_PAGE_CHANGE_MS)
    return () => clearTimeout(timer)
  }, [results, list, isBack])
}

const isInView = (element: Element) => {
  const { top, bottom } = element.getBoundingClientRect()
  return top < window.innerHeight && bottom > 0
}

/** When the visitor returns from a vehicle's page, scrolls to that vehicle once, unless it is in view as it was before. */
export function useReturnScroll() {
  useEffect(() => {
    const id = findViewed()
    if (!id) return
    const timer = setTimeout(() => {
      forgetViewed()
      const card = document.getElementById(`vehicle-${id}`)
      // A vehicle opened from elsewhere may be on another page of the list.
      if (!card) window.scrollTo(0, 0)
      else if (!isInView(card)) card.scrollIntoView({ block: 'center' })
    }, AFTER_RETURN_MS)
    return () => clearTimeout(timer)
  }, [])
}
