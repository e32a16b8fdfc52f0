import type { User } from '@supabase/auth-js'
import { createContext, use } from 'react'
import type { AuthClient } from '#app/lib/browser-backend.ts'
import type { Profile } from './inspect-account.ts'

export interface SessionState {
  /**
   * loading: not known yet. A backend that cannot be reached never makes anyone a guest.
   * second-step: the password was right, and the account wants a code as well.
   */
  status: 'loading' | 'guest' | 'second-step' | 'signed-in'
  /** The session ended while a screen for signed-in users was open. It stays as it is until they sign in again. */
  hasEnded: boolean
  /** A guest who has just pressed Logout is on the way home, not to a screen that asks them to sign in again. */
  hasLeft: boolean
  /** Their e-mail address is confirmed since a moment ago. */
  hasJustConfirmed: boolean
  /** There is a session, but the backend does not answer to renew it. */
  isUnreachable: boolean
  /** The link in a password reset e-mail was followed. */
  isRecovering: boolean
  user: User | null
  profile: Profile | null
  isAdmin: boolean
  /** The dealer wants a second step of every admin, and this one has none yet. */
  mustEnrol: boolean
  /** The account has no password of its owner's own yet; the service says why. */
  mustSetPassword: MustSetPassword | null
}

/**
 * issued: it was made for them and printed; void: whoever registered the address may have been somebody else; invited: never
 * had one; weak: it breaks the rules for staff.
 */
export type MustSetPassword = 'issued' | 'void' | 'invited' | 'weak'

export type SignInResult =
  | { outcome: 'signed-in'; mustSetPassword: MustSetPassword | null }
  | { outcome: 'second-step' }
  | { outcome: 'disabled' }
  /** One of two mailboxes has agreed to a new address. */
  | { outcome: 'half-done' }
  | { outcome: 'failed'; error: Error }

/** What a link in one of our e-mails carries. */
export interface EmailLink {
  tokenHash: string
  type: 'signup' | 'email' | 'recovery' | 'magiclink' | 'invite' | 'email_change'
}

export interface Credentials {
  email: string
  password: string
  captchaToken: string
}

export interface Session extends SessionState {
  /** The auth client, with this session following its events. */
  connect(): Promise<AuthClient>
  signIn(credentials: Credentials): Promise<SignInResult>
  /** Uses the link of an e-mail up: signed in, or why not. */
  redeemLink(link: EmailLink): Promise<SignInResult>
  /** The code of the second step: signed in, or why not. */
  passSecondStep(code: string): Promise<SignInResult>
  /** A screen for signed-in users is open, until the returned function is called. */
  openPrivateScreen(): () => void
  signOut(): Promise<void>
  /** Signs out at someone's wish. */
  leave(): Promise<void>
  /** Ends what `leave` began. */
  arriveHome(): void
  noteConfirmed(value: boolean): void
  /** The new password is set: from here on it is a session like any other. */
  finishRecovery(): void
  /** Reads the profile again, after it was edited. */
  refresh(): Promise<void>
}

export const LOADING: SessionState = {
  status: 'loading',
  hasEnded: false,
  hasLeft: false,
  hasJustConfirmed: false,
  isUnreachable: false,
  isRecovering: false,
  user: null,
  profile: null,
  isAdmin: false,
  mustEnrol: false,
  mustSetPassword: null,
}
export const GUEST: SessionState = { ...LOADING, status: 'guest' }

export const SessionContext = createContext<Session | null>(null)

export function useSession(): Session {
  const session = use(SessionContext)
  if (!session) throw new Error('useSession needs a SessionProvider above it')
  return session
}
