import { type ReactNode, useEffect, useMemo, useSyncExternalStore } from 'react'
import { toast } from '#app/components/ui/toast.tsx'
import { AUTH_STORAGE_KEY, acceptsUrlSession, hasStoredSession } from '#app/lib/backend-address.ts'
import { linkProblem, readLinkHash } from './link-hash.ts'
import { GUEST, LOADING, type Session, SessionContext, type SessionState } from './session-context.ts'
import {
  arriveHome,
  finishRecovery,
  forgetStoredSession,
  getState,
  noteConfirmed,
  notes,
  publish,
  subscribe,
} from './session-state.ts'

export { LINK_EXPIRED_MESSAGE } from './link-hash.ts'
export { type Session, useSession } from './session-context.ts'

let client: Promise<typeof import('./session-client.ts')> | undefined

function loadClient() {
  client ??= import('./session-client.ts').catch((error: unknown) => {
    // The next call tries again.
    client = undefined
    throw error
  })
  // The session client needs this next. If it cannot be loaded, the session client handles that.
  import('#app/lib/auth-client.ts').catch(() => {})
  return client
}

const actions: Omit<Session, keyof SessionState> = {
  connect: async () => (await loadClient()).connect(),
  signIn: async (credentials) => (await loadClient()).signIn(credentials),
  redeemLink: async (link) => (await loadClient()).redeemLink(link),
  passSecondStep: async (code) => (await loadClient()).passSecondStep(code),
  signOut: async () => (await loadClient()).signOut(),
  refresh: async () => (await loadClient()).refresh(),
  leave,
  arriveHome,
  noteConfirmed,
  finishRecovery,
}

/** For the Logout button. The guards wait for the home page instead of asking the user to sign in. */
async function leave(): Promise<void> {
  notes.hasLeft = true
  try {
    await actions.signOut()
  } catch {
    // On a shared computer, Logout must work even if the session client cannot be loaded. The tab's storage has drafts.
    forgetStoredSession()
    window.sessionStorage.clear()
    publish({ ...GUEST, hasLeft: true })
  }
}

export function SessionProvider({ children }: { children: ReactNode }) {
  const state = useSyncExternalStore(subscribe, getState, () => LOADING)

  useEffect(() => {
    followLink()
    if (!client && !hasStoredSession()) publish(GUEST)
    return followOtherTabs()
  }, [])

  const session = useMemo<Session>(() => ({ ...state, ...actions }), [state])
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
  else if (hasStoredSession()) void actions.connect()
}

async function acceptUrlSession(type: string | null): Promise<void> {
  const auth = await actions.connect()
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
    if (event.key === AUTH_STORAGE_KEY && event.newValue) void actions.connect()
  }
  window.addEventListener('storage', onStorage)
  return () => window.removeEventListener('storage', onStorage)
}
