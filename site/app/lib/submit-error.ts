// Why a form could not be sent, grouped by what the visitor can do about it.
import { SESSION_ENDED } from './browser-backend.ts'

export type SubmitFailure =
  /** The browser is offline; the form is sent once the connection is back. */
  | { kind: 'offline' }
  /** The bot check was not passed. */
  | { kind: 'challenge' }
  /** The chosen time has just been booked by someone else. */
  | { kind: 'slot-taken' }
  /** The sender's session has ended, so they are now a guest. */
  | { kind: 'session-ended' }
  /** Any other failure. `reason` is the database's message if it is written for the visitor. */
  | { kind: 'failed'; reason: string | null }

interface RestError {
  code?: string
  message: string
}

const UNIQUE_VIOLATION = '23505'
const RAISE_EXCEPTION = 'P0001'

/** The service did not accept the token. */
const isChallengeRefusal = (error: RestError) => /captcha/i.test(`${error.code} ${error.message}`)

export const challengeMessageOf = (error: RestError): string | null =>
  isChallengeRefusal(error) ? CHALLENGE_MESSAGE : null

export function toFailure(error: RestError): SubmitFailure {
  if (isChallengeRefusal(error)) return { kind: 'challenge' }
  if (error.code === UNIQUE_VIOLATION && error.message.includes('test_drives_slot')) return { kind: 'slot-taken' }
  if (error.code === SESSION_ENDED.code) return { kind: 'session-ended' }
  return { kind: 'failed', reason: error.code === RAISE_EXCEPTION ? error.message : null }
}

export const CHALLENGE_MESSAGE = 'Please complete the reCAPTCHA verification'
export const SUBMIT_MESSAGE = 'There was an error submitting your request. Please try again.'
