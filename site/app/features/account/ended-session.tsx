import { lazy, Suspense, useEffect } from 'react'
import { useSession } from '#app/platform/session/session.tsx'

const SignInAgain = lazy(async () => ({ default: (await import('./sign-in-again.tsx')).SignInAgain }))

/** Stands in every layout for signed-in users: an ended session is renewed over the open screen, which keeps its forms. */
export function EndedSession() {
  const { hasEnded, openPrivateScreen } = useSession()
  useEffect(() => openPrivateScreen(), [openPrivateScreen])
  return (
    hasEnded && (
      <Suspense>
        <SignInAgain />
      </Suspense>
    )
  )
}
