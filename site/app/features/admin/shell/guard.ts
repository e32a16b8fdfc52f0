export type Gate = { open: true } | { open: false; redirect: string | null }

interface SessionFacts {
  status: 'loading' | 'guest' | 'second-step' | 'signed-in'
  isStaff: boolean
  mustEnrol: boolean
  mustSetPassword: string | null
}

/** Who may open the back office, and where everyone else is redirected. Access itself is enforced by the database. */
export function adminGate({ status, isStaff, mustEnrol, mustSetPassword }: SessionFacts): Gate {
  if (status === 'loading') return { open: false, redirect: null }
  if (status === 'guest') return { open: false, redirect: '/auth' }
  if (status === 'second-step') return { open: false, redirect: '/auth/second-step' }
  if (mustSetPassword) return { open: false, redirect: '/auth/choose-password' }
  if (mustEnrol) return { open: false, redirect: '/auth/set-up-two-steps' }
  return isStaff ? { open: true } : { open: false, redirect: '/dashboard' }
}
