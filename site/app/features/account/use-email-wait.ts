import { useEffect, useState } from 'react'
import { PAUSE_SECONDS, waitMessage } from './email-wait.ts'

/**
 * A message that says how long to wait before the next email. It does not count down, because screen readers would
 * announce every second.
 */
export function useEmailWait(sentAt: number | undefined): string | null {
  const [seconds, setSeconds] = useState(() => secondsLeft(sentAt))
  useEffect(() => {
    if (seconds <= 0) return
    const timer = setTimeout(() => setSeconds(0), seconds * 1000)
    return () => clearTimeout(timer)
  }, [seconds])
  return seconds > 0 ? waitMessage(seconds) : null
}

function secondsLeft(sentAt: number | undefined): number {
  return sentAt === undefined ? 0 : Math.max(0, PAUSE_SECONDS - Math.floor((Date.now() - sentAt) / 1000))
}
