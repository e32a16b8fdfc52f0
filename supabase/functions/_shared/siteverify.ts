import { z } from 'zod'
import { type CaptchaAction, recaptchaAction } from './human-check.ts'

const SITEVERIFY_URL = 'https://www.google.com/recaptcha/api/siteverify'
const TIMEOUT_MS = 5000
/** Google's own suggestion; keys of the older kind give no score. */
const MIN_SCORE = 0.5
/** Our mistakes, or a token that came too late: they say nothing about who sent it. */
const NOT_THE_SENDERS = ['missing-input-secret', 'invalid-input-secret', 'bad-request', 'timeout-or-duplicate']

const Answer = z.object({
  success: z.boolean(),
  score: z.number().optional(),
  action: z.string().optional(),
  'error-codes': z.array(z.string()).default([]),
})

/** `refused` is Google's word about the sender; `unknown` counts as no, and is nobody's fault. */
export type Verdict = 'human' | 'refused' | 'unknown'

export interface RecaptchaOptions {
  secretKey: string
  siteverifyUrl?: string
  log?: { warn(details: object, message: string): void }
}

export async function askGoogle(
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
      log?.warn({ event: 'recaptcha_unusable', codes }, 'reCAPTCHA gave no answer about the sender')
      return 'unknown'
    }
    // Only some keys tell the action; where it is told, it is the one that the form was shown for.
    const isForThis = !answer.action || answer.action === recaptchaAction(action)
    return answer.success && (answer.score ?? 1) >= MIN_SCORE && isForThis ? 'human' : 'refused'
  } catch (error) {
    log?.warn({ event: 'recaptcha_unreachable', err: error }, 'reCAPTCHA could not be asked')
    return 'unknown'
  }
}
