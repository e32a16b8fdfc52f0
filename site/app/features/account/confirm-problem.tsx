import { Alert } from '#app/components/ui/alert.tsx'
import { ButtonLink } from '#app/components/ui/button.tsx'
import { LINK_EXPIRED_MESSAGE } from '#app/platform/session/session.tsx'
import { AuthCard } from './auth-card.tsx'
import type { LinkProblem } from './email-link.ts'
import { ResendForm } from './resend-form.tsx'

const USED_MESSAGE = 'This link has already been used.'

interface ConfirmProblemProps {
  problem: Exclude<LinkProblem, 'unreachable'>
  isRecovery: boolean
}

/** Explains why an emailed link no longer works, and what the user can do instead. */
export function ConfirmProblem({ problem, isRecovery }: ConfirmProblemProps) {
  if (problem === 'refused') {
    return (
      <AuthCard title="Your account" intro="We couldn’t sign you in.">
        <Alert tone="danger">There is a problem with your account, please reach out to us via contact page.</Alert>
        <ButtonLink to="/contact" size="lg" wide className="mt-6">
          Contact Us
        </ButtonLink>
      </AuthCard>
    )
  }
  const isUsed = problem === 'used'
  if (isRecovery) {
    return (
      <AuthCard
        title="Reset your password"
        intro="The link in our email can be used only once and expires after an hour."
      >
        <div className="grid gap-6">
          <Alert tone="warning">{isUsed ? USED_MESSAGE : LINK_EXPIRED_MESSAGE}</Alert>
          <ButtonLink to="/forgot-password" size="lg" wide>
            Request a new link
          </ButtonLink>
        </div>
      </AuthCard>
    )
  }
  if (isUsed) {
    return (
      <AuthCard title="Already confirmed" intro="Your email address is confirmed. There’s nothing more to do.">
        <div className="grid gap-6">
          <Alert tone="info">
            {USED_MESSAGE} You can sign in now. If you’ve forgotten your password, you can reset it on the sign-in page.
          </Alert>
          <ButtonLink to="/auth" size="lg" wide>
            Go to sign-in
          </ButtonLink>
        </div>
      </AuthCard>
    )
  }
  return (
    <AuthCard
      title="Confirm your account"
      intro="The link in our email can be used only once and expires after 24 hours."
    >
      <div className="grid gap-6">
        <Alert tone="warning">{LINK_EXPIRED_MESSAGE}</Alert>
        <ResendForm />
      </div>
    </AuthCard>
  )
}
