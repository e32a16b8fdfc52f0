import { Navigate } from 'react-router'
import { useSession } from '#app/platform/session/session.tsx'
import { AuthCard } from './auth-card.tsx'
import { NewPasswordForm } from './new-password-form.tsx'
import { mayReplaceEmail } from './replace-email.ts'
import { SessionPending } from './session-pending.tsx'

const INTRO = {
  issued: 'The password you signed in with was generated for you and shown on screen. Choose one that only you know.',
  invited: 'Welcome. Use this password to sign in from now on.',
  void: 'To keep your account safe, earlier passwords for this email address no longer work. Please choose a new one.',
  weak: 'Your password is too short, or it contains the dealership’s name or the word Forecourt. Please choose a new one.',
}

const RETURN_STATE = { from: '/auth/choose-password' }

/** Shown before anything else until the account has a password chosen by its owner. */
export function ChoosePasswordScreen() {
  const { status, hasLeft, isUnreachable, isStaff, mustSetPassword, user } = useSession()
  if (status === 'loading' || hasLeft) return <SessionPending isUnreachable={isUnreachable} />
  if (status === 'guest') return <Navigate to="/auth" replace />
  if (status === 'second-step') return <Navigate to="/auth/second-step" replace state={RETURN_STATE} />
  // Also redirects after the password is saved, when `mustSetPassword` becomes null in the session.
  if (!mustSetPassword) return <Navigate to={isStaff ? '/admin/dashboard' : '/dashboard'} replace />
  return (
    <AuthCard
      title={mustSetPassword === 'weak' ? 'Choose a stronger password' : 'Choose your own password'}
      intro={INTRO[mustSetPassword]}
    >
      <NewPasswordForm
        submitLabel={mayReplaceEmail(user) ? 'Save and continue' : 'Save password'}
        replacesEmail={mayReplaceEmail(user)}
        onDone={() => {}}
      />
    </AuthCard>
  )
}
