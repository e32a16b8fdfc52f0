import { useState } from 'react'
import { Alert } from '#app/components/ui/alert.tsx'
import { isOffline, OFFLINE_MESSAGE } from '#app/platform/offline.ts'

/** Why a form was not sent, where no field is to blame. Without a connection that is the reason, whatever else failed. */
export function useFormProblem() {
  const [problem, setProblem] = useState<string | null>(null)
  return {
    problem,
    setProblem: (message: string | null) => setProblem(message && isOffline() ? OFFLINE_MESSAGE : message),
    isWaiting: problem === OFFLINE_MESSAGE,
  }
}

/** Stands above the button, where the eye is after pressing it. */
export function FormProblem({ problem }: { problem: string | null }) {
  return problem && <Alert tone={problem === OFFLINE_MESSAGE ? 'warning' : 'danger'}>{problem}</Alert>
}
