// Follows the auth client's events and turns them into one state. Outside React, because events outlive renders.
import type { AuthChangeEvent, Session as AuthSession, User } from '@supabase/auth-js'
import { toast } from '#app/components/ui/toast.tsx'
import {
  AUTH_STORAGE_KEY,
  type AuthClient,
  getAuth,
  hasStoredSession,
  holdCallsWhile,
} from '#app/lib/browser-backend.ts'
import { clearDrafts } from '#app/lib/form-draft.ts'
import {
  type Credentials,
  type EmailLink,
  GUEST,
  LOADING,
  type MustSetPassword,
  type SessionState,
  type SignInResult,
} from './session-context.ts'

const SIGN_OUT_PATIENCE_MS = 5000
const SERVICE_MESSAGE = 'Something went wrong on our side. Please try again.'
const DISABLED_MESSAGE = 'There is a problem with your account, please reach out to us via contact page.'

let state: SessionState = LOADING
const listeners = new Set<() => void>()
let connected: Promise<AuthClient> | undefined
/** While the login form signs in, it reports the outcome itself. */
let isSigningIn = false
/** Said with every state that follows, until they have arrived at home. */
let hasLeft = false
/** Said with every state that follows, until it was read. */
let hasJustConfirmed = false
/** Someone signed out here or in another tab: the session did not end by itself. */
let isLeaving = false
const LEAVING_CHANNEL = 'forecourt-leaving'
/** How many screens for signed-in users are open in this tab. */
let privateScreens = 0
holdCallsWhile(() => state.hasEnded || (privateScreens > 0 && !hasStoredSession()))
/** Events may overtake each other's checks; only the newest counts. */
let newest = 0

export const getState = (): SessionState => state

export function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

function publish(next: SessionState): void {
  state = next
  for (const listener of listeners) listener()
}

export function startAsGuest(): void {
  if (!connected) publish(GUEST)
}

export function connect(): Promise<AuthClient> {
  connected ??= getAuth().then(
    (auth) => {
      auth.onAuthStateChange((event, session) => {
        // Calls to the client inside its own callback would wait for themselves.
        setTimeout(() => void hear(event, session), 0)
      })
      return auth
    },
    (error: unknown) => {
      connected = undefined
      throw error
    },
  )
  return connected
}

async function hear(event: AuthChangeEvent, session: AuthSession | null): Promise<void> {
  if (isSigningIn) return
  if (session) {
    await settle(session.user, event === 'PASSWORD_RECOVERY' || (state.isRecovering && event !== 'SIGNED_OUT'))
  } else if (event !== 'SIGNED_OUT' && hasStoredSession()) {
    publish({ ...LOADING, isUnreachable: true })
  } else {
    newest += 1
    // The typed values of an open form must survive: the screen stays, and asks to sign in again.
    if (privateScreens > 0 && !isLeaving && state.status === 'signed-in') publish({ ...state, hasEnded: true })
    else publishGuest()
  }
}

/** On a public page someone whose session ended simply becomes a guest; here they are asked to sign in again. */
export function openPrivateScreen(): () => void {
  privateScreens += 1
  isLeaving = false
  const channel = new BroadcastChannel(LEAVING_CHANNEL)
  channel.onmessage = () => {
    if (isLeaving) return
    isLeaving = true
    newest += 1
    publishGuest()
  }
  return () => {
    channel.close()
    privateScreens -= 1
    if (privateScreens === 0 && state.hasEnded) publishGuest()
  }
}

function tellOtherTabs(): void {
  isLeaving = true
  const channel = new BroadcastChannel(LEAVING_CHANNEL)
  channel.postMessage(null)
  channel.close()
}

const publishGuest = () => publish({ ...GUEST, hasLeft })

/** Asks who this is, and shows a disabled account out. */
async function settle(user: User, isRecovering: boolean): Promise<SignInResult> {
  const ticket = ++newest
  const mustSetPassword = mustSetPasswordOf(user)
  // Another account signed in in another tab: it must not find the screen, or the form, of the first.
  if (state.hasEnded && state.user?.id !== user.id) publish(LOADING)
  const { inspectAccount } = await import('./inspect-account.ts')
  const account = await inspectAccount(await connect(), user)
  // The dialog stays open, and says why. What it holds back must not be sent for an account that could not be checked.
  if (!account && state.hasEnded) return { outcome: 'failed', error: new Error(SERVICE_MESSAGE) }
  // Of a session that turned out to have ended, the event comes next.
  if (ticket !== newest || (!account && !hasStoredSession())) return { outcome: 'signed-in', mustSetPassword }
  if (!account) {
    // Who was known a moment ago is still the same; of others nothing is known yet.
    const isKnown = state.user?.id === user.id
    publish(isKnown ? { ...state, user, isRecovering, mustSetPassword } : { ...LOADING, isUnreachable: true })
    return { outcome: 'signed-in', mustSetPassword }
  }
  const { isDisabled, needsSecondStep, ...known } = account
  if (isDisabled) {
    toast.error(DISABLED_MESSAGE)
    await signOut()
    return { outcome: 'disabled' }
  }
  const status = needsSecondStep ? 'second-step' : 'signed-in'
  const [hasEnded, isUnreachable] = [false, false]
  // While an ended session is renewed in place, the screen waits for the second step, too.
  if (!(needsSecondStep && state.hasEnded))
    publish({
      status,
      hasEnded,
      hasLeft,
      hasJustConfirmed,
      isUnreachable,
      isRecovering,
      user,
      mustSetPassword,
      ...known,
    })
  return needsSecondStep ? { outcome: 'second-step' } : { outcome: 'signed-in', mustSetPassword }
}

function mustSetPasswordOf(user: User): MustSetPassword | null {
  const value: unknown = user.app_metadata.must_set_password
  return value === 'issued' || value === 'void' || value === 'invited' || value === 'weak' ? value : null
}

export const signIn = ({ email, password, captchaToken }: Credentials): Promise<SignInResult> =>
  enter((auth) => auth.signInWithPassword({ email, password, options: { captchaToken } }), false)

export const redeemLink = ({ tokenHash, type }: EmailLink): Promise<SignInResult> =>
  enter((auth) => auth.verifyOtp({ token_hash: tokenHash, type }), type === 'recovery')

export const passSecondStep = (code: string): Promise<SignInResult> =>
  enter(async (auth) => (await import('./second-step.ts')).answerSecondStep(auth, code), state.isRecovering)

type Entrance = (
  auth: AuthClient,
) => Promise<{ data: { user: User | null; session: AuthSession | null }; error: Error | null }>

/** The caller hears the outcome from here, and nobody else before. */
async function enter(through: Entrance, isRecovering: boolean): Promise<SignInResult> {
  const auth = await connect()
  isSigningIn = true
  try {
    const { data, error } = await through(auth)
    if (error) return { outcome: 'failed', error }
    // Neither a session nor a refusal: one of two mailboxes has agreed.
    if (!data.session || !data.user) return { outcome: 'half-done' }
    // Here, and not with every event: one that was on its way when Logout was pressed is nobody's return.
    hasLeft = false
    return await settle(data.user, isRecovering)
  } finally {
    isSigningIn = false
  }
}

export async function signOut(): Promise<void> {
  tellOtherTabs()
  clearDrafts()
  const ended = connect()
    .then((auth) => auth.signOut({ scope: 'local' }))
    .then(
      ({ error }) => !error,
      () => false,
    )
  // Whoever presses Logout on a shared machine must be out, whether or not the server heard of it.
  if (!(await Promise.race([ended, soon(false)]))) forgetStoredSession()
  newest += 1
  hasJustConfirmed = false
  publishGuest()
}

const soon = <T>(value: T) => new Promise<T>((resolve) => setTimeout(() => resolve(value), SIGN_OUT_PATIENCE_MS))

/** By the button, not because a session ended: the guards then wait for home instead of asking to sign in. */
export async function leave(): Promise<void> {
  hasLeft = true
  await signOut()
}

/** They are at home. From here on they are a guest like any other. */
export function arriveHome(): void {
  hasLeft = false
  publish({ ...state, hasLeft })
}

/** The link of a confirmation mail has just done its work, or the notice of it has. */
export function noteConfirmed(value: boolean): void {
  hasJustConfirmed = value
  publish({ ...state, hasJustConfirmed })
}

function forgetStoredSession(): void {
  for (const key of Object.keys(window.localStorage)) {
    if (key.startsWith(AUTH_STORAGE_KEY)) window.localStorage.removeItem(key)
  }
}

export async function refresh(): Promise<void> {
  if (state.user) await settle(state.user, state.isRecovering)
}

export function finishRecovery(): void {
  publish({ ...state, isRecovering: false })
}
