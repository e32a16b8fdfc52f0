// A form that could not be sent because the line is down says so, and is sent when it is back.
import { useEffect, useEffectEvent } from 'react'

export const OFFLINE_MESSAGE =
  'You are offline. Nothing is lost: keep this page open, and it is sent as soon as the connection is back.'

export const isOffline = (): boolean => !navigator.onLine

/** Calls `send` once the browser has a connection again, unless nothing waits any more. */
export function useWhenOnline(isWaiting: boolean, send: () => unknown): void {
  const onOnline = useEffectEvent(() => void send())
  useEffect(() => {
    if (!isWaiting) return
    // It may have come back between the failure and this line.
    if (!isOffline()) onOnline()
    const listener = () => onOnline()
    window.addEventListener('online', listener)
    return () => window.removeEventListener('online', listener)
  }, [isWaiting])
}
