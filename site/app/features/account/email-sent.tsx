import { Button, ButtonLink } from '#app/components/ui/button.tsx'
import { AuthCard } from './auth-card.tsx'

export interface SentEmail {
  email: string
  /** A time in milliseconds, as returned by Date.now(). */
  at: number
}

interface EmailSentProps {
  email: string
  onAgain: () => void
}

export function EmailSent({ email, onAgain }: EmailSentProps) {
  return (
    <AuthCard title="Email Sent!" intro="Password reset instructions sent to your email!">
      <div className="grid gap-3">
        <p className="mb-3 text-sm text-quiet">
          If there’s an account for {email}, we’ve sent a link to set a new password. The link expires after an hour.
        </p>
        <Button variant="hairline" size="lg" wide onClick={onAgain}>
          Send Another Email
        </Button>
        <ButtonLink to="/auth" size="lg" wide>
          Back to Login
        </ButtonLink>
      </div>
    </AuthCard>
  )
}
