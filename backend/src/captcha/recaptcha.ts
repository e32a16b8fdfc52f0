import { z } from 'zod'

const SITEVERIFY_URL = 'https://www.google.com/recaptcha/api/siteverify'
const TIMEOUT_MS = 5000
/** Google's own suggestion; keys of the older kind give no score. */
const MIN_SCORE = 0.5

const Answer = z.object({ success: z.boolean(), score: z.number().optional() })

export interface RecaptchaOptions {
  secretKey: string
  siteverifyUrl?: string
  log?: { warn(details: object, message: string): void }
}

/** Asks Google about a token. No answer counts as no. */
export async function isHumanForGoogle(
  { secretKey, siteverifyUrl = SITEVERIFY_URL, log }: RecaptchaOptions,
  token: string,
  address: string | null,
): Promise<boolean> {
  try {
    const response = await fetch(siteverifyUrl, {
      method: 'POST',
      body: new URLSearchParams({ secret: secretKey, response: token, ...(address && { remoteip: address }) }),
      signal: AbortSignal.timeout(TIMEOUT_MS),
    })
    const answer = Answer.safeParse(await response.json())
    return answer.success && answer.data.success && (answer.data.score ?? 1) >= MIN_SCORE
  } catch (error) {
    log?.warn({ event: 'recaptcha_unreachable', err: error }, 'reCAPTCHA could not be asked')
    return false
  }
}
