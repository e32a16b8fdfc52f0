import { z } from 'zod'
import { type CaptchaAction, recaptchaAction } from './human-check.ts'

const SITEVERIFY_URL = 'https://www.google.com/recaptcha/api/siteverify'
const TIMEOUT_MS = 5000
/** The threshold that Google recommends. Version 2 keys have no score. */
const MIN_SCORE = 0.5
/** Errors in our configuration, or an expired token. They reveal nothing about the sender. */
const NOT_THE_SENDERS = ['missing-input-secret', 'invalid-input-secret', 'bad-request', 'timeout-or-duplicate']

const Answer = z.object({
  success: z.boolean(),
  score: z.number().optional(),
  action: z.string().optional(),
  'error-codes': z.array(z.string()).default([]),
})

/** `refused` is Google's verdict on the sender. `unknown` also fails the check, but is not held against the sender. */
export type Verdict = 'human' | 'refused' | 'unknown'

export interface RecaptchaOptions {
  secretKey: string
  siteverifyUrl?: string
  log?: { warn(details: object, message: string): void }
}

export async function verifyRecaptcha(
  { secretKey, siteverifyUrl = SITEVERIFY_URL, log }: RecaptchaOptions,
  token: string,
  { action, address }: { action: CaptchaAction; address: string | null },
): Promise<Verdict> {
  try {
    const response = await fetch(siteverifyUrl, {
      method: 'POST',
      body: new URLSearchParams({ secret: secretKey, response: token, ...(address && { remoteip: address }) }),
      signal: AbortSignal.timeout(TIMEOUT_MS),
    })
    const answer = Answer.parse(await response.json())
    const codes = answer['error-codes'].filter((code) => NOT_THE_SENDERS.includes(code))
    if (codes.length > 0) {
      log?.warn({ event: 'recaptcha_unusable', codes }, 'reCAPTCHA returned an error instead of a verdict')
      return 'unknown'
    }
    // Only some keys report the action. If it is reported, it must match the form's.
    const isForThis = !answer.action || answer.action === recaptchaAction(action)
    return answer.success && (answer.score ?? 1) >= MIN_SCORE && isForThis ? 'human' : 'refused'
  } catch (error) {
    log?.warn({ event: 'recaptcha_unreachable', err: error }, 'reCAPTCHA could not be reached')
    return 'unknown'
  }
}
