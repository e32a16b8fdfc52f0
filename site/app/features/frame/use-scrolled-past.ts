import { type RefObject, useEffect, useState } from 'react'

/** Whether the words of the page's hero have come under the bar. */
export function useScrolledPast(bar: RefObject<HTMLElement | null>, enabled: boolean): boolean {
  const [isPast, setIsPast] = useState(false)
  useEffect(() => {
    if (!enabled) return
    const onScroll = () => {
      // Looked for each time: coming from another page, the bar is there before the words.
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
