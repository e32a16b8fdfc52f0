import { useState } from 'react'
import { toast } from '#app/components/ui/toast.tsx'
import { CHALLENGE_MESSAGE } from '#app/lib/submit-error.ts'
import { useCaptcha } from '#app/platform/captcha/use-captcha.ts'
import { useSession } from '#app/platform/session/session.tsx'

/** Sends the confirmation e-mail again, and says how that went. */
export function useResend() {
  const { connect } = useSession()
  const captcha = useCaptcha('register')
  const [isBusy, setBusy] = useState(false)

  async function attempt(email: string): Promise<string | null> {
    const captchaToken = await captcha.execute().catch(() => null)
    if (captchaToken === null) return CHALLENGE_MESSAGE
    const options = { emailRedirectTo: `${window.location.origin}/`, captchaToken }
    const { error } = await (await connect()).resend({ type: 'signup', email, options })
    return error ? error.message || 'Something went wrong. Please try again.' : null
  }

  async function resend(email: string): Promise<void> {
    setBusy(true)
    const problem = await attempt(email).catch(() => 'Something went wrong. Please try again.')
    captcha.reset()
    if (problem) toast.error(problem)
    else toast.success('We have sent the confirmation e-mail again. Please check your inbox.')
    setBusy(false)
  }

  return { isBusy, resend }
}
