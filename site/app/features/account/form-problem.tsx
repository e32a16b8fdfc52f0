import { useEffect, useState } from 'react'
import { Alert } from '#app/components/ui/alert.tsx'
import { SESSION_ENDED } from '#app/lib/browser-backend.ts'
import { isOffline, OFFLINE_MESSAGE } from '#app/platform/offline.ts'
import { useSession } from '#app/platform/session/session.tsx'

/**
 * Why a form was not sent, if no field is to blame. While the browser is offline, the message is always about the
 * connection.
 */
export function useFormProblem() {
  const [problem, setProblem] = useState<string | null>(null)
  const { hasEnded } = useSession()
  // The sign-in dialog already explains the problem, and the form can be sent after signing in.
  useEffect(() => {
    if (hasEnded) setProblem(null)
  }, [hasEnded])
  return {
    problem,
    setProblem: (message: string | null) => setProblem(message && isOffline() ? OFFLINE_MESSAGE : message),
    isWaiting: problem === OFFLINE_MESSAGE,
  }
}

/** The message for an error from the auth client. */
export const authProblem = (error: Error): string =>
  error.name === 'AuthSessionMissingError'
    ? SESSION_ENDED.message
    : error.message || 'Something went wrong on our side. Please try again.'

/** Belongs above the submit button, because the user is looking there after pressing it. */
export function FormProblem({ problem }: { problem: string | null }) {
  return problem && <Alert tone={problem === OFFLINE_MESSAGE ? 'warning' : 'danger'}>{problem}</Alert>
}
