// The session's state. Every page loads this module; session-client.ts, which changes the state, loads when needed.
import { AUTH_STORAGE_KEY } from '#app/lib/backend-address.ts'
import { LOADING, type SessionState } from './session-context.ts'

let state: SessionState = LOADING
const listeners = new Set<() => void>()

/** Included in every state from Logout until the home page, and from a confirmation until its notice is closed. */
export const notes = { hasLeft: false, hasJustConfirmed: false }

export const getState = (): SessionState => state

export function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export function publish(next: SessionState): void {
  state = next
  for (const listener of listeners) listener()
}

/** Called after Logout. From here on, the user is an ordinary guest. */
export function arriveHome(): void {
  notes.hasLeft = false
  publish({ ...state, hasLeft: false })
}

/** True after a confirmation link has worked; false once its notice is closed. */
export function noteConfirmed(hasJustConfirmed: boolean): void {
  notes.hasJustConfirmed = hasJustConfirmed
  publish({ ...state, hasJustConfirmed })
}

export function finishRecovery(): void {
  publish({ ...state, isRecovering: false })
}

export function forgetStoredSession(): void {
  for (const key of Object.keys(window.localStorage)) {
    if (key.startsWith(AUTH_STORAGE_KEY)) window.localStorage.removeItem(key)
  }
}
