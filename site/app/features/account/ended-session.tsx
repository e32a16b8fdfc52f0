import { useQueryClient } from '@tanstack/react-query'
import { lazy, Suspense, useEffect, useRef } from 'react'
import { useSession } from '#app/platform/session/session.tsx'

const SignInAgain = lazy(async () => ({ default: (await import('./sign-in-again.tsx')).SignInAgain }))

/** Rendered in every layout for signed-in users: asks them to sign in again over the open screen, which keeps its forms. */
export function EndedSession() {
  const { hasEnded, openPrivateScreen } = useSession()
  useEffect(() => openPrivateScreen(), [openPrivateScreen])
  useRefetch(hasEnded)
  return (
    hasEnded && (
      <Suspense>
        <SignInAgain />
      </Suspense>
    )
  )
}

/**
 * Once signed in again, here or in another tab, loads what the screen could not load meanwhile. What it has stays: a form may be
 * based on it.
 */
function useRefetch(hasEnded: boolean) {
  const queries = useQueryClient()
  const hadEnded = useRef(false)
  useEffect(() => {
    if (hadEnded.current && !hasEnded)
      void queries.refetchQueries({ type: 'active', predicate: ({ state }) => state.status !== 'success' })
    hadEnded.current = hasEnded
  }, [hasEnded, queries])
}
