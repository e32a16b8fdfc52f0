// Turns the auth client's events into the session's state. This module loads only for users who sign in or are signed
// in. It is outside React, because events outlive renders.
import type { AuthChangeEvent, Session as AuthSession, User } from '@supabase/auth-js'
import { toast } from '#app/components/ui/toast.tsx'
import { hasStoredSession } from '#app/lib/backend-address.ts'
import { type AuthClient, getAuth, holdCallsWhile } from '#app/lib/browser-backend.ts'
import { clearDrafts } from '#app/lib/form-draft.ts'
import { forgetAccountList } from '#app/platform/saved/account-list.ts'
import {
  type Credentials,
  type EmailLink,
  GUEST,
  LOADING,
  type MustSetPassword,
  type SignInResult,
} from './session-context.ts'
import { forgetStoredSession, getState, notes, publish } from './session-state.ts'

const SIGN_OUT_TIMEOUT_MS = 5000
const SERVICE_MESSAGE = 'Something went wrong on our side. Please try again.'
const DISABLED_MESSAGE = 'There is a problem with your account, please reach out to us via contact page.'

let connected: Promise<AuthClient> | undefined
/** While the login form is signing in, events are ignored, because the form reports the outcome itself. */
let isSigningIn = false
/** Whether the user signed out, here or in another tab, as opposed to the session ending. */
let isLeaving = false
const LEAVING_CHANNEL = 'forecourt-leaving'
/** How many screens for signed-in users are open in this tab. */
let privateScreens = 0
holdCallsWhile(() => getState().hasEnded || (privateScreens > 0 && !hasStoredSession()))
/** Account checks may finish out of order, so only the latest counts. */
let latestCheck = 0

export function connect(): Promise<AuthClient> {
  connected ??= getAuth().then(
    (auth) => {
      auth.onAuthStateChange((event, session) => {
        // Calling the client inside its own callback would deadlock.
        setTimeout(() => void handleEvent(event, session), 0)
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

async function handleEvent(event: AuthChangeEvent, session: AuthSession | null): Promise<void> {
  if (isSigningIn) return
  const state = getState()
  if (session) {
    await settle(session.user, event === 'PASSWORD_RECOVERY' || (state.isRecovering && event !== 'SIGNED_OUT'))
  } else if (event !== 'SIGNED_OUT' && hasStoredSession()) {
    publish({ ...LOADING, isUnreachable: true })
  } else {
    latestCheck += 1
    // Text typed into an open form must not be lost, so the screen stays open and asks the user to sign in again.
    if (privateScreens > 0 && !isLeaving && state.status === 'signed-in') publish({ ...state, hasEnded: true })
    else publishGuest()
  }
}

/** On a public page, a user whose session ends becomes a guest; on these screens they are asked to sign in again. */
export function openPrivateScreen(): () => void {
  privateScreens += 1
  isLeaving = false
  const channel = new BroadcastChannel(LEAVING_CHANNEL)
  channel.onmessage = () => {
    if (isLeaving) return
    isLeaving = true
    latestCheck += 1
    publishGuest()
  }
  return () => {
    channel.close()
    privateScreens -= 1
    if (privateScreens === 0 && getState().hasEnded) publishGuest()
  }
}

function tellOtherTabs(): void {
  isLeaving = true
  const channel = new BroadcastChannel(LEAVING_CHANNEL)
  channel.postMessage(null)
  channel.close()
}

const publishGuest = () => publish({ ...GUEST, hasLeft: notes.hasLeft })

/** Loads the account, publishes the state and signs out a disabled account. */
async function settle(user: User, isRecovering: boolean): Promise<SignInResult> {
  const thisCheck = ++latestCheck
  const mustSetPassword = mustSetPasswordOf(user)
  const before = getState()
  // Someone signed in to another account in another tab, and must not see the first account's screen or form.
  if (before.hasEnded && before.user?.id !== user.id) publish(LOADING)
  const { inspectAccount } = await import('./inspect-account.ts')
  const account = await inspectAccount(await connect(), user)
  const state = getState()
  // The sign-in dialog stays open and shows the error, because held-back calls must not be sent for an unchecked
  // account.
  if (!account && state.hasEnded) return { outcome: 'failed', error: new Error(SERVICE_MESSAGE) }
  // If the session has ended, the auth client is about to report that with an event.
  if (thisCheck !== latestCheck || (!account && !hasStoredSession())) return { outcome: 'signed-in', mustSetPassword }
  if (!account) {
    // A known user keeps their state, but nothing is known about a new user yet.
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
  // If an ended session is being renewed on an open screen, the screen also waits for the second step.
  if (!(needsSecondStep && state.hasEnded))
    publish({
      status,
      hasEnded: false,
      ...notes,
      isUnreachable: false,
      isRecovering,
      user,
      mustSetPassword,
      ...known,
    })
  if (!needsSecondStep)
    import('#app/platform/saved/follow-account.ts').then(
      ({ followAccount }) => followAccount(),
      () => {},
    )
  return needsSecondStep ? { outcome: 'second-step' } : { outcome: 'signed-in', mustSetPassword }
}

function mustSetPasswordOf(user: User): MustSetPassword | null {
  const value: unknown = user.app_metadata.must_set_password
  return value === 'issued' || value === 'void' || value === 'invited' || value === 'weak' ? value : null
}

export const signIn = ({ email, password, captchaToken }: Credentials): Promise<SignInResult> =>
  signInBy((auth) => auth.signInWithPassword({ email, password, options: { captchaToken } }), false)

export const redeemLink = ({ tokenHash, type }: EmailLink): Promise<SignInResult> =>
  signInBy((auth) => auth.verifyOtp({ token_hash: tokenHash, type }), type === 'recovery')

export const passSecondStep = (code: string): Promise<SignInResult> =>
  signInBy(async (auth) => (await import('./second-step.ts')).answerSecondStep(auth, code), getState().isRecovering)

type SignInMethod = (
  auth: AuthClient,
) => Promise<{ data: { user: User | null; session: AuthSession | null }; error: Error | null }>

/** Signs in and returns the outcome to the caller, without publishing the client's own events. */
async function signInBy(method: SignInMethod, isRecovering: boolean): Promise<SignInResult> {
  const auth = await connect()
  isSigningIn = true
  try {
    const { data, error } = await method(auth)
    if (error) return { outcome: 'failed', error }
    // There is neither a session nor an error, which means that the change has been confirmed from one of the two
    // addresses.
    if (!data.session || !data.user) return { outcome: 'half-done' }
    // Not done on every event, because an event already in progress when Logout was pressed is not a new sign-in.
    notes.hasLeft = false
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
  // On a shared computer, Logout must work even if the server cannot be reached.
  if (!(await Promise.race([ended, timeout(false)]))) forgetStoredSession()
  forgetAccountList()
  latestCheck += 1
  notes.hasJustConfirmed = false
  publishGuest()
}

const timeout = <T>(value: T) => new Promise<T>((resolve) => setTimeout(() => resolve(value), SIGN_OUT_TIMEOUT_MS))

export async function refresh(): Promise<void> {
  const { user, isRecovering } = getState()
  if (user) await settle(user, isRecovering)
}
