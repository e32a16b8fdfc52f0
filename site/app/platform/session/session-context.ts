import type { User } from '@supabase/auth-js'
import { createContext, use } from 'react'
import type { AuthClient } from '#app/lib/browser-backend.ts'
import type { Profile } from './inspect-account.ts'

export interface SessionState {
  /**
   * loading: not known yet, or the backend cannot be reached, which never turns a user into a guest. second-step: the
   * password was right, and the account also needs a code.
   */
  status: 'loading' | 'guest' | 'second-step' | 'signed-in'
  /**
   * The session ended while a screen for signed-in users was open. The screen stays open until the user signs in again.
   */
  hasEnded: boolean
  /** The user has just pressed Logout and is being taken to the home page rather than to a sign-in screen. */
  hasLeft: boolean
  /** The user has just confirmed their email address. */
  hasJustConfirmed: boolean
  /** There is a session, but the backend cannot be reached to refresh it. */
  isUnreachable: boolean
  /** The user followed the link in a password reset email. */
  isRecovering: boolean
  user: User | null
  profile: Profile | null
  isAdmin: boolean
  /** Works in the back office: an admin or sales staff. */
  isStaff: boolean
  /** The dealer requires two-step verification for staff, and this user has not set it up yet. */
  mustEnrol: boolean
  /** Why the user must choose a password first; null if they don't have to. */
  mustSetPassword: MustSetPassword | null
}

/**
 * issued: the password was generated and printed. void: someone else may have registered the address. invited: there is
 * no password yet. weak: the password breaks the rules for staff.
 */
export type MustSetPassword = 'issued' | 'void' | 'invited' | 'weak'

export type SignInResult =
  | { outcome: 'signed-in'; mustSetPassword: MustSetPassword | null }
  | { outcome: 'second-step' }
  | { outcome: 'disabled' }
  /** The email address change has been confirmed from one of the two addresses. */
  | { outcome: 'half-done' }
  | { outcome: 'failed'; error: Error }

/** The contents of a link in one of our emails. */
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
  /** Loads the auth client and follows its events. */
  connect(): Promise<AuthClient>
  signIn(credentials: Credentials): Promise<SignInResult>
  /** Redeems the link in an email, which works only once. */
  redeemLink(link: EmailLink): Promise<SignInResult>
  passSecondStep(code: string): Promise<SignInResult>
  signOut(): Promise<void>
  /** Signs out because the user pressed Logout. */
  leave(): Promise<void>
  /** Called on the home page after `leave`. */
  arriveHome(): void
  noteConfirmed(value: boolean): void
  /** Called once the new password is set; from then on the session is an ordinary one. */
  finishRecovery(): void
  /** Reloads the profile after an edit. */
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
  isStaff: false,
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
