import { useState } from 'react'
import { toast } from '#app/components/ui/toast.tsx'
import { CHALLENGE_MESSAGE } from '#app/lib/submit-error.ts'
import { useChallengedSubmit } from '#app/platform/captcha/use-challenged-submit.ts'
import { useSession } from '#app/platform/session/session.tsx'

/** Sends the confirmation e-mail again, and says how that went. */
export function useResend() {
  const { connect } = useSession()
  const submitChallenged = useChallengedSubmit('register')
  const [isBusy, setBusy] = useState(false)

  async function send(email: string, captchaToken: string): Promise<string | null> {
    const options = { emailRedirectTo: `${window.location.origin}/`, captchaToken }
    const { error } = await (await connect()).resend({ type: 'signup', email, options })
    return error ? error.message || 'Something went wrong. Please try again.' : null
  }

  async function resend(email: string): Promise<void> {
    setBusy(true)
    const problem = await submitChallenged((token) => send(email, token), CHALLENGE_MESSAGE).catch(
      () => 'Something went wrong. Please try again.',
    )
    if (problem) toast.error(problem)
    else toast.success('We have sent the confirmation e-mail again. Please check your inbox.')
    setBusy(false)
  }

  return { isBusy, resend }
}
