import type { User } from '@supabase/auth-js'
import { createContext, type ReactNode, use, useEffect, useMemo, useState } from 'react'
import { getAuth, hasStoredSession } from '#app/lib/browser-backend.ts'

export interface Session {
  status: 'loading' | 'guest' | 'signed-in'
  user: User | null
  isAdmin: boolean
  signOut(): Promise<void>
}

const SessionContext = createContext<Session>({
  status: 'loading',
  user: null,
  isAdmin: false,
  signOut: async () => {},
})

export const useSession = () => use(SessionContext)

async function signOut() {
  await (await getAuth()).signOut()
}

/** A failed check counts as not admin; the database decides again on every call. */
async function checkAdmin(user: User): Promise<boolean> {
  // Only for someone signed in: the client stays out of what every visitor loads.
  const { browserRest } = await import('#app/lib/backend.ts')
  const { data } = await browserRest().rpc('has_role' as never, { _user_id: user.id, _role: 'admin' } as never)
  return data === true
}

export function SessionProvider({ children }: { children: ReactNode }) {
  const [state, setState] = useState<Omit<Session, 'signOut'>>({ status: 'loading', user: null, isAdmin: false })

  useEffect(() => {
    if (!hasStoredSession() && !/#(access_token|error)=/.test(window.location.hash)) {
      setState({ status: 'guest', user: null, isAdmin: false })
      return
    }
    let unsubscribe = () => {}
    void getAuth().then((auth) => {
      const { data } = auth.onAuthStateChange((_event, session) => {
        // Calls to the client inside its own callback would wait for themselves.
        setTimeout(async () => {
          if (!session) return setState({ status: 'guest', user: null, isAdmin: false })
          setState({ status: 'signed-in', user: session.user, isAdmin: await checkAdmin(session.user) })
        }, 0)
      })
      unsubscribe = () => data.subscription.unsubscribe()
    })
    return () => unsubscribe()
  }, [])

  const session = useMemo(() => ({ ...state, signOut }), [state])
  return <SessionContext value={session}>{children}</SessionContext>
}
