import { useEffect, useState } from 'react'

/** The hero is 78 to 88 vh high; the bar turns solid before text comes under it. */
const HERO_PORTION = 0.66

export function useScrolledPast(enabled: boolean): boolean {
  const [isPast, setIsPast] = useState(false)
  useEffect(() => {
    if (!enabled) return
    const onScroll = () => setIsPast(window.scrollY > window.innerHeight * HERO_PORTION)
    onScroll()
    window.addEventListener('scroll', onScroll, { passive: true })
    return () => window.removeEventListener('scroll', onScroll)
  }, [enabled])
  return isPast
}
