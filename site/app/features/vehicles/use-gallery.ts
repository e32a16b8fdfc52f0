import { type KeyboardEvent, useEffect, useRef, useState } from 'react'

const smoothly = (): ScrollBehavior =>
  window.matchMedia('(prefers-reduced-motion: reduce)').matches ? 'auto' : 'smooth'

/** A scroll-snapping row of pictures. Touch, arrows, the keyboard and thumbnails all simply scroll the row. */
export function useGallery(count: number, start = 0) {
  const track = useRef<HTMLUListElement>(null)
  const [current, setCurrent] = useState(start)
  /**
   * The picture being scrolled to. Pictures passed on the way do not become current, and the next key starts from this
   * one.
   */
  const scrollTarget = useRef<number>(undefined)

  useEffect(() => {
    const row = track.current
    if (!row) return
    let frame = 0
    const follow = () => {
      cancelAnimationFrame(frame)
      frame = requestAnimationFrame(() => {
        const seen = Math.round(row.scrollLeft / Math.max(1, row.clientWidth))
        if (scrollTarget.current !== undefined && scrollTarget.current !== seen) return
        scrollTarget.current = undefined
        setCurrent(seen)
      })
    }
    // Touch or wheel input cancels a scroll in progress.
    const cancelTarget = () => {
      scrollTarget.current = undefined
    }
    const listeners = [
      ['scroll', follow],
      ['pointerdown', cancelTarget],
      ['wheel', cancelTarget],
    ] as const
    for (const [event, listener] of listeners) row.addEventListener(event, listener, { passive: true })
    return () => {
      for (const [event, listener] of listeners) row.removeEventListener(event, listener)
      cancelAnimationFrame(frame)
    }
  }, [])

  const goTo = (index: number, behavior = smoothly()) => {
    const wanted = (index + count) % count
    const row = track.current
    if (row) {
      const left = wanted * row.clientWidth
      scrollTarget.current = Math.round(left) === Math.round(row.scrollLeft) ? undefined : wanted
      row.scrollTo({ left, behavior })
    }
    setCurrent(wanted)
  }

  const onKeyDown = (event: KeyboardEvent) => {
    const target = { ArrowLeft: current - 1, ArrowRight: current + 1, Home: 0, End: count - 1 }[event.key]
    if (target === undefined) return
    event.preventDefault()
    goTo(target)
  }

  return { track, current, goTo, onKeyDown }
}
