import type { Challenge } from 'altcha-lib'
import { useMemo, useRef } from 'react'
import { useRouteLoaderData } from 'react-router'
import { browserBackend } from '#app/lib/browser-backend.ts'
import type { CaptchaAction } from '#supabase/functions/_shared/human-check.ts'
import { hasConsent, NOT_NEEDED } from './consent.ts'

type Announcement =
  | { provider: 'off' }
  | { provider: 'altcha'; challenge: Challenge }
  | { provider: 'recaptcha'; siteKey: string; challenge: Challenge }

export interface Captcha {
  /** A token for one submission: the insert and the mails that go with it. Rejects when the challenge fails. */
  execute(): Promise<string>
  /** Drops the token, because it was used or refused; the next `execute` starts a new challenge. */
  reset(): void
}

/** The invisible challenge: which one it is the server says, from one submission to the next. Good for `action` alone. */
export function useCaptcha(action: CaptchaAction): Captcha {
  const pending = useRef<Promise<string> | null>(null)
  // Only a hosted project needs it from here: our own server announces it.
  const root = useRouteLoaderData<{ company: { recaptchaSiteKey: string } }>('root')
  const siteKey = root?.company.recaptchaSiteKey ?? ''
  return useMemo(
    () => ({
      execute() {
        pending.current ??= runChallenge(action, siteKey).catch((error: unknown) => {
          pending.current = null
          throw error
        })
        return pending.current
      },
      reset() {
        pending.current = null
      },
    }),
    [action, siteKey],
  )
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
