import { Navigate } from 'react-router'
import { useSession } from '#app/platform/session/session.tsx'
import { AuthCard } from './auth-card.tsx'
import { NewPasswordForm } from './new-password-form.tsx'
import { SessionPending } from './session-pending.tsx'

const INTRO = {
  issued: 'The one that you signed in with was made for you and shown on a screen. From here on, only you know it.',
  invited: 'Welcome. With it you sign in from now on.',
  void: 'The address was registered before it was known to be yours, so no password given then counts any longer.',
  weak: 'Your password is too short, or contains the dealership’s name or the word Forecourt. Please choose a new one.',
}

const COME_BACK = { from: '/auth/choose-password' }

/** Comes before everything else for an account that has no password of its owner's own. */
export function ChoosePasswordScreen() {
  const { status, hasLeft, isUnreachable, isAdmin, mustSetPassword } = useSession()
  if (status === 'loading' || hasLeft) return <SessionPending isUnreachable={isUnreachable} />
  if (status === 'guest') return <Navigate to="/auth" replace />
  if (status === 'second-step') return <Navigate to="/auth/second-step" replace state={COME_BACK} />
  // Also what follows the change: the session hears of it.
  if (!mustSetPassword) return <Navigate to={isAdmin ? '/admin/dashboard' : '/dashboard'} replace />
  return (
    <AuthCard
      title={mustSetPassword === 'weak' ? 'Choose a stronger password' : 'Choose your own password'}
      intro={INTRO[mustSetPassword]}
    >
      <NewPasswordForm submitLabel="Save Password" onDone={() => {}} />
    </AuthCard>
  )
}
