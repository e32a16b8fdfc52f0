import { useQueryClient } from '@tanstack/react-query'
import { lazy, Suspense, useEffect, useRef } from 'react'
import { useSession } from '#app/platform/session/session.tsx'
import { openPrivateScreen } from '#app/platform/session/session-client.ts'

const SignInAgain = lazy(async () => ({ default: (await import('./sign-in-again.tsx')).SignInAgain }))

/** Asks a user whose session has ended to sign in again, in a dialog over the screen, so that forms keep their values. */
export function EndedSession() {
  const { hasEnded } = useSession()
  useEffect(() => openPrivateScreen(), [])
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
 * After the user has signed in again, here or in another tab, retries the queries that failed. Successful queries are
 * left alone, because a form may have been filled from them.
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
