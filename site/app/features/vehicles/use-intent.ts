import { useEffect, useRef, useState } from 'react'

const REST_MS = 80

/**
 * Whether the visitor has hovered over, touched or focused an element. They are then likely to open it, so it can be
 * prefetched.
 */
export function useIntent() {
  const [isWanted, setWanted] = useState(false)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const forget = () => clearTimeout(timer.current)
  useEffect(() => () => clearTimeout(timer.current), [])
  const want = () => setWanted(true)
  const onPointerEnter = () => {
    timer.current = setTimeout(want, REST_MS)
  }
  return { isWanted, listeners: { onPointerEnter, onPointerLeave: forget, onPointerDown: want, onFocus: want } }
}
