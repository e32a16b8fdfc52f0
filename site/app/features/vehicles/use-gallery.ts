import { type KeyboardEvent, useEffect, useRef, useState } from 'react'

const smoothly = (): ScrollBehavior =>
  window.matchMedia('(prefers-reduced-motion: reduce)').matches ? 'auto' : 'smooth'

/** A row of pictures that snaps: a finger, the arrows, the keyboard and the thumbnails all just scroll it. */
export function useGallery(count: number, start = 0) {
  const track = useRef<HTMLUListElement>(null)
  const [current, setCurrent] = useState(start)

  useEffect(() => {
    const row = track.current
    if (!row) return
    let frame = 0
    const follow = () => {
      cancelAnimationFrame(frame)
      frame = requestAnimationFrame(() => setCurrent(Math.round(row.scrollLeft / Math.max(1, row.clientWidth))))
    }
    row.addEventListener('scroll', follow, { passive: true })
    return () => {
      row.removeEventListener('scroll', follow)
      cancelAnimationFrame(frame)
    }
  }, [])

  const goTo = (index: number, behavior = smoothly()) => {
    const wanted = (index + count) % count
    const row = track.current
    row?.scrollTo({ left: wanted * row.clientWidth, behavior })
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
