// A form that could not be sent while offline shows a message, and is sent once the connection is back.
import { useEffect, useEffectEvent } from 'react'

export const OFFLINE_MESSAGE =
  'You’re offline. Keep this page open, and we’ll send the form as soon as you’re back online.'

export const isOffline = (): boolean => !navigator.onLine

/** Calls `send` once the browser is back online, as long as `isWaiting` is true. */
export function useWhenOnline(isWaiting: boolean, send: () => unknown): void {
  const onOnline = useEffectEvent(() => void send())
  useEffect(() => {
    if (!isWaiting) return
    // The connection may be back already.
    if (!isOffline()) onOnline()
    const listener = () => onOnline()
    window.addEventListener('online', listener)
    return () => window.removeEventListener('online', listener)
  }, [isWaiting])
}
