import type { Challenge } from 'altcha-lib'
import { useMemo } from 'react'
import { useRouteLoaderData } from 'react-router'
import { browserBackend } from '#app/lib/backend-address.ts'
import { hasConsent } from '#app/lib/consent.ts'
import type { CaptchaAction } from '#supabase/functions/_shared/human-check.ts'
import { NOT_NEEDED } from './not-needed.ts'

type CaptchaChallenge =
  | { provider: 'off' }
  | { provider: 'altcha'; challenge: Challenge }
  | { provider: 'recaptcha'; siteKey: string; challenge: Challenge }

/**
 * Runs the bot check and sends the form with the resulting token, which is valid for this submission only: the insert
 * and its emails. Without a token nothing is sent, and the result is `refused`. Every attempt runs a new check.
 */
export type ChallengedSubmit = <T>(send: (token: string) => Promise<T>, refused: T) => Promise<T>

/** The invisible bot check. The server chooses the provider for each submission; a token is valid for `action` only. */
export function useChallengedSubmit(action: CaptchaAction): ChallengedSubmit {
  // Only a hosted project needs this site key; our own server sends it with the challenge.
  const root = useRouteLoaderData<{ company: { recaptchaSiteKey: string } }>('root')
  const siteKey = root?.company.recaptchaSiteKey ?? ''
  return useMemo(() => challengedSubmit(() => runChallenge(action, siteKey)), [action, siteKey])
}

export const challengedSubmit =
  (challenge: () => Promise<string>): ChallengedSubmit =>
  async (send, refused) => {
    const token = await challenge().catch(() => null)
    return token === null ? refused : send(token)
  }

async function runChallenge(action: CaptchaAction, siteKey: string): Promise<string> {
  const { url, key } = browserBackend()
  if (url !== window.location.origin) {
    const { runHostedChallenge } = await import('./hosted-challenge.ts')
    return runHostedChallenge(action, siteKey)
  }
  const response = await fetch(`${url}/captcha/v1/?action=${action}`, { headers: { apikey: key }, cache: 'no-store' })
  if (!response.ok) throw new Error('The bot check could not be loaded')
  const captcha = (await response.json()) as CaptchaChallenge
  if (captcha.provider === 'off') return NOT_NEEDED
  if (captcha.provider === 'recaptcha' && hasConsent()) {
    const recaptcha = await import('./recaptcha.ts')
    if (await recaptcha.canLoadRecaptcha()) return recaptcha.executeRecaptcha(captcha.siteKey, action)
  }
  const { solveInWorker } = await import('./solve-in-worker.ts')
  return solveInWorker(captcha.challenge)
}
