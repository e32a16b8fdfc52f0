import { getFunctions } from '#app/lib/browser-backend.ts'
import { hasConsent } from '#app/lib/consent.ts'
import type { CaptchaAction } from '#supabase/functions/_shared/human-check.ts'
import { isFormKind, LEADS } from '#supabase/functions/_shared/lead-kinds.ts'
import { NOT_NEEDED } from './not-needed.ts'

/**
 * A hosted project does not have our own bot check. If the dealer has set a site key, its lead forms use reCAPTCHA and
 * need the visitor's consent. Its auth service does not accept reCAPTCHA tokens, so the auth forms need none.
 */
export async function runHostedChallenge(action: CaptchaAction, siteKey: string): Promise<string> {
  if (!isFormKind(action) || !siteKey) return NOT_NEEDED
  if (!hasConsent()) throw new Error('reCAPTCHA needs the visitor’s consent')
  const recaptcha = await import('./recaptcha.ts')
  const recaptchaToken = await recaptcha.executeRecaptcha(siteKey, action)
  // send-email checks tokens itself, but an insert relies on the pass that this call stores.
  if (LEADS[action].sentBy === 'insert') {
    const { error } = await (await getFunctions()).invoke('human-check', { body: { action, recaptchaToken } })
    if (error) throw error
  }
  return recaptchaToken
}
