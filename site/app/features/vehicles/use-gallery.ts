import { type KeyboardEvent, useEffect, useRef, useState } from 'react'

const smoothly = (): ScrollBehavior =>
  window.matchMedia('(prefers-reduced-motion: reduce)').matches ? 'auto' : 'smooth'

/** A row of pictures that snaps: a finger, the arrows, the keyboard and the thumbnails all just scroll it. */
export function useGallery(count: number, start = 0) {
  const track = useRef<HTMLUListElement>(null)
  const [current, setCurrent] = useState(start)
  /** The picture on its way to us: those that pass by until then are not where one is, and the next key starts from it. */
  const heading = useRef<number>(undefined)

  useEffect(() => {
    const row = track.current
    if (!row) return
    let frame = 0
    const follow = () => {
      cancelAnimationFrame(frame)
      frame = requestAnimationFrame(() => {
        const seen = Math.round(row.scrollLeft / Math.max(1, row.clientWidth))
        if (heading.current !== undefined && heading.current !== seen) return
        heading.current = undefined
        setCurrent(seen)
      })
    }
    // A finger or a wheel takes over from whatever was on its way.
    const takeOver = () => {
      heading.current = undefined
    }
    const listeners = [
      ['scroll', follow],
      ['pointerdown', takeOver],
      ['wheel', takeOver],
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
      heading.current = Math.round(left) === Math.round(row.scrollLeft) ? undefined : wanted
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
