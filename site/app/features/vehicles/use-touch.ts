import { type MouseEvent, type TouchEvent, useRef } from 'react'

const DOUBLE_TAP_MS = 300
const PULL_PX = 80

interface TouchActions {
  onPullDown: () => void
}

/** Touch gestures on a full-screen picture. */
export function useTouch({ onPullDown }: TouchActions) {
  const start = useRef<{ x: number; y: number }>(undefined)
  const lastTap = useRef(0)

  const listeners = {
    onTouchStart: ({ touches }: TouchEvent) => {
      const finger = touches[0]
      // A two-finger gesture zooms instead of pulling.
      start.current = finger && touches.length === 1 ? { x: finger.clientX, y: finger.clientY } : undefined
    },
    onTouchEnd: ({ changedTouches }: TouchEvent) => {
      const finger = changedTouches[0]
      const from = start.current
      start.current = undefined
      if (!from || !finger) return
      const [x, y] = [finger.clientX - from.x, finger.clientY - from.y]
      if (y > PULL_PX && y > 2 * Math.abs(x)) onPullDown()
    },
  }

  const isTap = ({ nativeEvent }: MouseEvent) => (nativeEvent as PointerEvent).pointerType === 'touch'

  const isDoubleTap = ({ timeStamp }: MouseEvent) => {
    const isSecond = timeStamp - lastTap.current < DOUBLE_TAP_MS
    lastTap.current = isSecond ? 0 : timeStamp
    return isSecond
  }

  return { listeners, isTap, isDoubleTap }
}
