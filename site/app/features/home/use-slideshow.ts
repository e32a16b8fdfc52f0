import { useEffect, useState, useSyncExternalStore } from 'react'

const SLIDE_MS = 5000
const REDUCED_MOTION = '(prefers-reduced-motion: reduce)'

/** Advances every five seconds and wraps around, unless the visitor stops it or prefers reduced motion. */
export function useSlideshow(count: number) {
  const [current, setCurrent] = useState(0)
  const [stopped, setStopped] = useState(false)
  const reducedMotion = useSyncExternalStore(subscribeToMotion, readMotion, () => false)
  const running = !stopped && !reducedMotion

  useEffect(() => {
    if (!running) return
    const timer = setTimeout(() => setCurrent((current + 1) % count), SLIDE_MS)
    return () => clearTimeout(timer)
  }, [running, current, count])

  return { current, goTo: setCurrent, running, stopped, setStopped, reducedMotion }
}

function subscribeToMotion(listener: () => void) {
  const media = window.matchMedia(REDUCED_MOTION)
  media.addEventListener('change', listener)
  return () => media.removeEventListener('change', listener)
}

const readMotion = () => window.matchMedia(REDUCED_MOTION).matches
