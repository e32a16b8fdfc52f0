import { getFunctions } from '#app/lib/browser-backend.ts'
import type { CaptchaAction } from '#supabase/functions/_shared/human-check.ts'
import { isLeadKind, LEADS } from '#supabase/functions/_shared/lead-kinds.ts'
import { hasConsent, NOT_NEEDED } from './consent.ts'

/**
 * A hosted project has no challenge of ours. Where the dealer has set a site key, its forms ask for Google's, and so for
 * the visitor's consent to it. Its auth takes tokens of other providers alone: nothing of ours is of use there.
 */
export async function runHostedChallenge(action: CaptchaAction, siteKey: string): Promise<string> {
  if (!isLeadKind(action) || !siteKey) return NOT_NEEDED
  if (!hasConsent()) throw new Error('reCAPTCHA needs consent')
  const recaptcha = await import('./recaptcha.ts')
  const recaptchaToken = await recaptcha.executeRecaptcha(siteKey, action)
  // send-email checks the tokens of its own calls itself; an insert finds the pass that this call leaves.
  if (LEADS[action].sentBy === 'insert') {
    const { error } = await (await getFunctions()).invoke('human-check', { body: { action, recaptchaToken } })
    if (error) throw error
  }
  return recaptchaToken
}
