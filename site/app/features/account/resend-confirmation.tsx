import { useState } from 'react'
import { Alert } from '#app/components/ui/alert.tsx'
import { Button } from '#app/components/ui/button.tsx'
import { toast } from '#app/components/ui/toast.tsx'
import { useCaptcha } from '#app/features/captcha/use-captcha.ts'
import { useSession } from '#app/features/session/session.tsx'
import { CHALLENGE_MESSAGE } from '#app/lib/submit-error.ts'

/** For someone who knows the password but never followed the link. */
export function ResendConfirmation({ email }: { email: string }) {
  const { connect } = useSession()
  const captcha = useCaptcha('register')
  const [isBusy, setBusy] = useState(false)

  async function resend() {
    setBusy(true)
    const captchaToken = await captcha.execute().catch(() => null)
    captcha.reset()
    if (captchaToken === null) toast.error(CHALLENGE_MESSAGE)
    else await send(captchaToken)
    setBusy(false)
  }

  async function send(captchaToken: string) {
    const auth = await connect()
    const options = { emailRedirectTo: `${window.location.origin}/`, captchaToken }
    const { error } = await auth.resend({ type: 'signup', email, options })
    if (error) toast.error(error.message)
    else toast.success('We have sent the confirmation e-mail again. Please check your inbox.')
  }

  return (
    <Alert tone="warning" title="Your e-mail address is not confirmed yet">
      <p>Follow the link that we sent to {email}, or let us send it again.</p>
      <Button variant="hairline" size="sm" className="mt-3" loading={isBusy} onClick={resend}>
        Resend confirmation e-mail
      </Button>
    </Alert>
  )
}
