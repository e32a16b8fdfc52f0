import { Navigate, useNavigate } from 'react-router'
import { Alert } from '#app/components/ui/alert.tsx'
import { ButtonLink } from '#app/components/ui/button.tsx'
import { Spinner } from '#app/components/ui/spinner.tsx'
import { WithoutScript } from '#app/platform/company/without-script.tsx'
import { LINK_EXPIRED_MESSAGE, useSession } from '#app/platform/session/session.tsx'
import { AuthCard } from './auth-card.tsx'
import { NewPasswordForm } from './new-password-form.tsx'

const RETURN_STATE = { from: '/auth?type=recovery' }

/** The screen opened by the link in a password reset email. */
export function RecoveryScreen() {
  const { status, finishRecovery } = useSession()
  const navigate = useNavigate()

  if (status === 'guest') {
    return (
      <AuthCard
        title="Reset your password"
        intro="The link in our email can be used only once and expires after an hour."
      >
        <div className="grid gap-6">
          <Alert tone="warning">{LINK_EXPIRED_MESSAGE}</Alert>
          <ButtonLink to="/forgot-password" size="lg" wide>
            Request a new link
          </ButtonLink>
        </div>
      </AuthCard>
    )
  }
  if (status === 'second-step') return <Navigate to="/auth/second-step" replace state={RETURN_STATE} />
  return (
    <AuthCard title="Set a new password" intro="You’re signed in. Choose a new password for your account.">
      {status === 'loading' ? (
        <div className="grid min-h-64 place-content-center">
          <Spinner className="needs-script" />
          <WithoutScript what="This step" />
        </div>
      ) : (
        <NewPasswordForm
          submitLabel="Set new password"
          onDone={() => {
            finishRecovery()
            void navigate('/dashboard', { replace: true })
          }}
        />
      )}
    </AuthCard>
  )
}
