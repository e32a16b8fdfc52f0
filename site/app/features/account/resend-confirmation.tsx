import { Alert } from '#app/components/ui/alert.tsx'
import { Button } from '#app/components/ui/button.tsx'
import { useWhenOnline } from '#app/platform/offline.ts'
import { useResend } from './use-resend.ts'

/** For a user who signs in with the right password before confirming their email address. */
export function ResendConfirmation({ email }: { email: string }) {
  const { isBusy, resend, problem, isWaiting } = useResend()
  useWhenOnline(isWaiting, () => resend(email))
  return (
    <Alert tone="warning" title="Please confirm your email address">
      <p>Follow the link we sent to {email}, or ask us to send it again.</p>
      <Button variant="hairline" size="sm" className="mt-3" loading={isBusy} onClick={() => resend(email)}>
        Resend confirmation email
      </Button>
      {problem && (
        <p role="alert" className="mt-3 text-danger">
          {problem}
        </p>
      )}
    </Alert>
  )
}
