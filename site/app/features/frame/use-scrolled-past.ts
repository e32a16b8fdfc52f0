import { type RefObject, useEffect, useState } from 'react'

/** Whether the hero's text has scrolled under the header bar. */
export function useScrolledPast(bar: RefObject<HTMLElement | null>, enabled: boolean): boolean {
  const [isPast, setIsPast] = useState(false)
  useEffect(() => {
    if (!enabled) return
    const onScroll = () => {
      // Queried each time, because after a client-side navigation the header is rendered before the hero.
      const words = document.querySelector('[data-hero-words] > *')
      setIsPast(Boolean(words && bar.current && topOf(words) < bar.current.getBoundingClientRect().bottom))
    }
    onScroll()
    window.addEventListener('scroll', onScroll, { passive: true })
    return () => window.removeEventListener('scroll', onScroll)
  }, [bar, enabled])
  return isPast
}

const topOf = (element: Element) => element.getBoundingClientRect().top
