import { type ReactNode, useEffect, useMemo, useSyncExternalStore } from 'react'
import { toast } from '#app/components/ui/toast.tsx'
import { AUTH_STORAGE_KEY, acceptsUrlSession, hasStoredSession } from '#app/lib/browser-backend.ts'
import { linkProblem, readLinkHash } from './link-hash.ts'
import { LOADING, type Session, SessionContext } from './session-context.ts'
import {
  arriveHome,
  connect,
  finishRecovery,
  getState,
  leave,
  noteConfirmed,
  openPrivateScreen,
  passSecondStep,
  redeemLink,
  refresh,
  signIn,
  signOut,
  startAsGuest,
  subscribe,
} from './session-store.ts'

export { LINK_EXPIRED_MESSAGE } from './link-hash.ts'
export { type Session, useSession } from './session-context.ts'

export function SessionProvider({ children }: { children: ReactNode }) {
  const state = useSyncExternalStore(subscribe, getState, () => LOADING)

  useEffect(() => {
    followLink()
    if (!hasStoredSession()) startAsGuest()
    return followOtherTabs()
  }, [])

  const session = useMemo<Session>(
    () => ({
      ...state,
      connect,
      signIn,
      redeemLink,
      passSecondStep,
      openPrivateScreen,
      signOut,
      leave,
      arriveHome,
      noteConfirmed,
      refresh,
      finishRecovery,
    }),
    [state],
  )
  return <SessionContext value={session}>{children}</SessionContext>
}

/** Loads the auth client only if there is a session to read, either a stored one or one in the URL. */
function followLink(): void {
  const link = readLinkHash(window.location.hash)
  const isAccepted = link !== null && acceptsUrlSession() && link.hasSession
  if (link && !isAccepted) {
    clearHash()
    if (!isRecoveryPage()) toast.error(linkProblem(link.errorCode))
  }
  if (isAccepted) void acceptUrlSession(link.type)
  else if (hasStoredSession()) void connect()
}

async function acceptUrlSession(type: string | null): Promise<void> {
  const auth = await connect()
  // Waits until the client has read the tokens from the URL.
  const { data } = await auth.getSession()
  clearHash()
  if (data.session && type === 'signup') noteConfirmed(true)
}

/** Tokens and errors must not stay in the history. */
function clearHash(): void {
  window.history.replaceState(window.history.state, '', window.location.pathname + window.location.search)
}

const isRecoveryPage = () => new URLSearchParams(window.location.search).get('type') === 'recovery'

/** A tab without the auth client detects a sign-in in another tab through a storage event. */
function followOtherTabs(): () => void {
  const onStorage = (event: StorageEvent) => {
    if (event.key === AUTH_STORAGE_KEY && event.newValue) void connect()
  }
  window.addEventListener('storage', onStorage)
  return () => window.removeEventListener('storage', onStorage)
}
