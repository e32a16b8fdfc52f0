import type { Challenge } from 'altcha-lib'
import { useMemo } from 'react'
import { useRouteLoaderData } from 'react-router'
import { browserBackend } from '#app/lib/browser-backend.ts'
import type { CaptchaAction } from '#supabase/functions/_shared/human-check.ts'
import { hasConsent, NOT_NEEDED } from './consent.ts'

type Announcement =
  | { provider: 'off' }
  | { provider: 'altcha'; challenge: Challenge }
  | { provider: 'recaptcha'; siteKey: string; challenge: Challenge }

/**
 * Runs the challenge and sends with its token, which is good for this submission alone: the insert and the mails that go
 * with it. Without a token nothing is sent and the answer is `refused`. Another try starts another challenge.
 */
export type ChallengedSubmit = <T>(send: (token: string) => Promise<T>, refused: T) => Promise<T>

/** The invisible challenge: which one it is the server says, from one submission to the next. Good for `action` alone. */
export function useChallengedSubmit(action: CaptchaAction): ChallengedSubmit {
  // Only a hosted project needs it from here: our own server announces it.
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
  if (!response.ok) throw new Error('The challenge could not be fetched')
  const announcement = (await response.json()) as Announcement
  if (announcement.provider === 'off') return NOT_NEEDED
  if (announcement.provider === 'recaptcha' && hasConsent()) {
    const recaptcha = await import('./recaptcha.ts')
    if (await recaptcha.canLoadRecaptcha()) return recaptcha.executeRecaptcha(announcement.siteKey, action)
  }
  const { solveInWorker } = await import('./solve-in-worker.ts')
  return solveInWorker(announcement.challenge)
}
