export type Gate = { open: true } | { open: false; redirect: '/auth' | '/dashboard' | null }

interface SessionFacts {
  status: 'loading' | 'guest' | 'signed-in'
  isAdmin: boolean
}

/** Who may see the back office, and where the others go. The real lock is in the database. */
export function adminGate({ status, isAdmin }: SessionFacts): Gate {
  if (status === 'loading') return { open: false, redirect: null }
  if (status === 'guest') return { open: false, redirect: '/auth' }
  return isAdmin ? { open: true } : { open: false, redirect: '/dashboard' }
}
