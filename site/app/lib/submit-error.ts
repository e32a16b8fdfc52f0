// Why a form could not be sent, sorted by what the visitor can do about it.
import { SESSION_ENDED } from './browser-backend.ts'

export type SubmitFailure =
  /** There is no connection; the form sends itself when there is. */
  | { kind: 'offline' }
  /** The challenge was not passed. */
  | { kind: 'challenge' }
  /** The chosen time went to someone else. */
  | { kind: 'slot-taken' }
  /** The session of the sender has ended; they are a guest now. */
  | { kind: 'session-ended' }
  /** Anything else; `reason` is a sentence of the database meant for people, when there is one. */
  | { kind: 'failed'; reason: string | null }

interface RestError {
  code?: string
  message: string
}

const UNIQUE_VIOLATION = '23505'
const RAISED_FOR_PEOPLE = 'P0001'

/** Whoever was asked has not believed the token. */
const isChallengeRefusal = (error: RestError) => /captcha/i.test(`${error.code} ${error.message}`)

export const challengeMessageOf = (error: RestError): string | null =>
  isChallengeRefusal(error) ? CHALLENGE_MESSAGE : null

export function toFailure(error: RestError): SubmitFailure {
  if (isChallengeRefusal(error)) return { kind: 'challenge' }
  if (error.code === UNIQUE_VIOLATION && error.message.includes('test_drives_slot')) return { kind: 'slot-taken' }
  if (error.code === SESSION_ENDED.code) return { kind: 'session-ended' }
  return { kind: 'failed', reason: error.code === RAISED_FOR_PEOPLE ? error.message : null }
}

export const CHALLENGE_MESSAGE = 'Please complete the reCAPTCHA verification'
export const SUBMIT_MESSAGE = 'There was an error submitting your request. Please try again.'
