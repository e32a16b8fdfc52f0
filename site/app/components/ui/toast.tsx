// Toasts at the bottom right. The library loads with the first toast, because most visits show none; until then
// messages queue.
import { lazy, Suspense, useSyncExternalStore } from 'react'

type Kind = 'success' | 'error' | 'info'
export interface ToastAction {
  label: string
  onClick(): void
}
type Show = (kind: Kind, message: string, action?: ToastAction) => void

const Toaster = lazy(() => import('./toaster.tsx'))

let show: Show | undefined
let isWanted = false
const waiting: Parameters<Show>[] = []
const listeners = new Set<() => void>()

const say: Show = (...message) => {
  if (show) {
    show(...message)
    return
  }
  waiting.push(message)
  isWanted = true
  for (const notify of listeners) notify()
}

export const toast = {
  success: (message: string) => say('success', message),
  error: (message: string) => say('error', message),
  info: (message: string, action?: ToastAction) => say('info', message, action),
}

/** Called by the toaster once it is mounted. */
function connect(connected: Show | undefined): void {
  show = connected
  if (!connected) return
  for (const message of waiting.splice(0)) connected(...message)
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
