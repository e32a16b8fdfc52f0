import type { Challenge } from 'altcha-lib'
import { useMemo, useRef } from 'react'
import { browserBackend } from '#app/lib/browser-backend.ts'
import type { CaptchaAction } from '#supabase/functions/_shared/human-check.ts'

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
  return useMemo(
    () => ({
      execute() {
        pending.current ??= runChallenge(action).catch((error: unknown) => {
          pending.current = null
          throw error
        })
        return pending.current
      },
      reset() {
        pending.current = null
      },
    }),
    [action],
  )
}

/** What a server without a captcha of ours is sent (hosted Supabase, which is elsewhere): nobody there looks at it. */
const NOT_NEEDED = 'not-needed'

async function runChallenge(action: CaptchaAction): Promise<string> {
  const { url, key } = browserBackend()
  if (url !== window.location.origin) return NOT_NEEDED
  const response = await fetch(`${url}/captcha/v1/?action=${action}`, { headers: { apikey: key }, cache: 'no-store' })
  if (!response.ok) throw new Error('The challenge could not be fetched')
  const announcement = (await response.json()) as Announcement
  if (announcement.provider === 'off') return NOT_NEEDED
  if (announcement.provider === 'recaptcha' && hasConsent()) {
    const recaptcha = await import('#app/features/captcha/recaptcha.ts')
    if (await recaptcha.canLoadRecaptcha()) return recaptcha.executeRecaptcha(announcement.siteKey, action)
  }
  const { solveInWorker } = await import('#app/features/captcha/solve-in-worker.ts')
  return solveInWorker(announcement.challenge)
}

/** The root route copies the visitor's choice here, before the first paint. */
const hasConsent = () => document.documentElement.dataset.consent === 'accepted'
