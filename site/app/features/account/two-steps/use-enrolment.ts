import { useEffect, useState } from 'react'
import { useSession } from '#app/platform/session/session.tsx'

export interface Enrolment {
  /** The id of the unverified factor. */
  id: string
  qrCode: string
  secret: string
}

/**
 * Enrols an authenticator, which takes effect with its first correct code. The service deletes unverified
 * authenticators.
 */
export function useEnrolment() {
  const { connect } = useSession()
  const [attempt, setAttempt] = useState(0)
  const [enrolment, setEnrolment] = useState<Enrolment | null>(null)
  const [hasFailed, setFailed] = useState(false)

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new attempt number starts the enrolment again.
  useEffect(() => {
    let isGone = false
    const begin = async () => {
      const { data, error } = await (await connect()).mfa.enroll({ factorType: 'totp' })
      if (error) throw error
      if (!isGone) setEnrolment({ id: data.id, qrCode: data.totp.qr_code, secret: data.totp.secret })
    }
    begin().catch(() => !isGone && setFailed(true))
    return () => {
      isGone = true
    }
  }, [connect, attempt])

  const retry = () => {
    setFailed(false)
    setAttempt(attempt + 1)
  }
  return { enrolment, hasFailed, retry }
}
