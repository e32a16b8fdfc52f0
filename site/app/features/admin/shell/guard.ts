export type Gate = { open: true } | { open: false; redirect: '/auth' | '/auth/choose-password' | '/dashboard' | null }

interface SessionFacts {
  status: 'loading' | 'guest' | 'signed-in'
  isAdmin: boolean
  mustSetPassword: string | null
}

/** Who may see the back office, and where the others go. The real lock is in the database. */
export function adminGate({ status, isAdmin, mustSetPassword }: SessionFacts): Gate {
  if (status === 'loading') return { open: false, redirect: null }
  if (status === 'guest') return { open: false, redirect: '/auth' }
  if (mustSetPassword) return { open: false, redirect: '/auth/choose-password' }
  return isAdmin ? { open: true } : { open: false, redirect: '/dashboard' }
}
