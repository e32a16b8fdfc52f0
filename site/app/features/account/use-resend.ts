import { useState } from 'react'
import { toast } from '#app/components/ui/toast.tsx'
import { CHALLENGE_MESSAGE, challengeMessageOf } from '#app/lib/submit-error.ts'
import { useChallengedSubmit } from '#app/platform/captcha/use-challenged-submit.ts'
import { useSession } from '#app/platform/session/session.tsx'
import { waitMessageOf } from './email-wait.ts'
import { useFormProblem } from './form-problem.tsx'

/** Sends the confirmation email again and reports the outcome. */
export function useResend() {
  const { connect } = useSession()
  const submitChallenged = useChallengedSubmit('register')
  const [isBusy, setBusy] = useState(false)
  const { problem, setProblem, isWaiting } = useFormProblem()

  async function send(email: string, captchaToken: string): Promise<string | null> {
    const options = { emailRedirectTo: `${window.location.origin}/`, captchaToken }
    const { error } = await (await connect()).resend({ type: 'signup', email, options })
    if (!error) return null
    return (
      challengeMessageOf(error) ??
      waitMessageOf(error) ??
      (error.message || 'Something went wrong on our side. Please try again.')
    )
  }

  async function resend(email: string): Promise<void> {
    setBusy(true)
    setProblem(null)
    const refusal = await submitChallenged((token) => send(email, token), CHALLENGE_MESSAGE).catch(
      () => 'Something went wrong on our side. Please try again.',
    )
    if (refusal) setProblem(refusal)
    else toast.success('We’ve sent the confirmation email again. Please check your inbox.')
    setBusy(false)
  }

  return { isBusy, resend, problem, isWaiting }
}
