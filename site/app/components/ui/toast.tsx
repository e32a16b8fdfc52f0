// Toasts at the bottom right. The library loads with the first toast, because most visits show none; until then
// messages queue.
import { lazy, Suspense, useSyncExternalStore } from 'react'

type Kind = 'success' | 'error' | 'info'
type Show = (kind: Kind, message: string) => void

const Toaster = lazy(() => import('./toaster.tsx'))

let show: Show | undefined
let isWanted = false
const waiting: [Kind, string][] = []
const listeners = new Set<() => void>()

function say(kind: Kind, message: string): void {
  if (show) {
    show(kind, message)
    return
  }
  waiting.push([kind, message])
  isWanted = true
  for (const notify of listeners) notify()
}

export const toast = {
  success: (message: string) => say('success', message),
  error: (message: string) => say('error', message),
  info: (message: string) => say('info', message),
}

/** Called by the toaster once it is mounted. */
function connect(connected: Show | undefined): void {
  show = connected
  if (!connected) return
  for (const [kind, message] of waiting.splice(0)) connected(kind, message)
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Where the toasts appear. The root route renders this component once. */
export function Toasts() {
  const wanted = useSyncExternalStore(
    subscribe,
    () => isWanted,
    () => false,
  )
  return wanted ? (
    <Suspense>
      <Toaster connect={connect} />
    </Suspense>
  ) : null
}
