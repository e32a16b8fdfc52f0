import { useEffect, useState } from 'react'
import { Alert } from '#app/components/ui/alert.tsx'
import { SESSION_ENDED } from '#app/lib/browser-backend.ts'
import { isOffline, OFFLINE_MESSAGE } from '#app/platform/offline.ts'
import { useSession } from '#app/platform/session/session.tsx'

/** Why a form was not sent, where no field is to blame. Without a connection that is the reason, whatever else failed. */
export function useFormProblem() {
  const [problem, setProblem] = useState<string | null>(null)
  const { hasEnded } = useSession()
  // The dialog that asks to sign in again says why. Once signed in, the form can be sent.
  useEffect(() => {
    if (hasEnded) setProblem(null)
  }, [hasEnded])
  return {
    problem,
    setProblem: (message: string | null) => setProblem(message && isOffline() ? OFFLINE_MESSAGE : message),
    isWaiting: problem === OFFLINE_MESSAGE,
  }
}

/** What to show for an error of the auth client. */
export const authProblem = (error: Error): string =>
  error.name === 'AuthSessionMissingError'
    ? SESSION_ENDED.message
    : error.message || 'Something went wrong. Please try again.'

/** Stands above the button, where the eye is after pressing it. */
export function FormProblem({ problem }: { problem: string | null }) {
  return problem && <Alert tone={problem === OFFLINE_MESSAGE ? 'warning' : 'danger'}>{problem}</Alert>
}
