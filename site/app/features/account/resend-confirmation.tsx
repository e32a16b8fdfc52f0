import { Alert } from '#app/components/ui/alert.tsx'
import { Button } from '#app/components/ui/button.tsx'
import { useWhenOnline } from '#app/platform/offline.ts'
import { useResend } from './use-resend.ts'

/** For someone who knows the password but never followed the link. */
export function ResendConfirmation({ email }: { email: string }) {
  const { isBusy, resend, problem, isWaiting } = useResend()
  useWhenOnline(isWaiting, () => resend(email))
  return (
    <Alert tone="warning" title="Your e-mail address is not confirmed yet">
      <p>Follow the link that we sent to {email}, or let us send it again.</p>
      <Button variant="hairline" size="sm" className="mt-3" loading={isBusy} onClick={() => resend(email)}>
        Resend confirmation e-mail
      </Button>
      {problem && (
        <p role="alert" className="mt-3 text-danger">
          {problem}
        </p>
      )}
    </Alert>
  )
}
