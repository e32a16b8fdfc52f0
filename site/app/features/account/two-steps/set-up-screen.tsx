import { useState } from 'react'
import { Navigate, useLocation, useNavigate } from 'react-router'
import { AuthCard } from '#app/features/account/auth-card.tsx'
import { destinationAfterSignIn } from '#app/features/account/return-address.ts'
import { SessionPending } from '#app/features/account/session-pending.tsx'
import { useSession } from '#app/platform/session/session.tsx'
import { EnrolForm } from './enrol-form.tsx'

/** Shown before the back office if the dealer requires two-step verification and this admin has not set it up. */
export function SetUpScreen() {
  const { status, hasLeft, isUnreachable, isStaff, mustEnrol, leave } = useSession()
  const { state } = useLocation()
  const navigate = useNavigate()
  const [isEnrolling, setEnrolling] = useState(false)
  if (status === 'loading' || hasLeft) return <SessionPending isUnreachable={isUnreachable} />
  if (status !== 'signed-in') return <Navigate to="/auth" replace state={state} />
  // A correct code updates the session, but the user must still save the recovery codes.
  if (mustEnrol && !isEnrolling) setEnrolling(true)
  if (!mustEnrol && !isEnrolling)
    return <Navigate to={isStaff ? destinationAfterSignIn(state) : '/dashboard'} replace />

  return (
    <AuthCard
      title="Set up two-step verification"
      intro="As an admin, you need a code from your phone as well as your password to sign in."
    >
      <EnrolForm
        onDone={() => setEnrolling(false)}
        cancelLabel="Cancel and sign out"
        onCancel={() => void leave().then(() => navigate('/'))}
      />
    </AuthCard>
  )
}
