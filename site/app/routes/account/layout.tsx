import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { Navigate, Outlet, useLocation } from 'react-router'
import { EndedSession } from '#app/features/account/ended-session.tsx'
import { returnTo } from '#app/features/account/return-address.ts'
import { SessionPending } from '#app/features/account/session-pending.tsx'
import { useSession } from '#app/platform/session/session.tsx'

/** The guard is for redirects and menus; row-level security protects the data. */
export default function AccountLayout() {
  const { status, hasLeft, isStaff, isUnreachable, mustSetPassword } = useSession()
  const location = useLocation()
  // Memoised, because a new object on each render would restart the navigation before it finishes.
  const returnState = useMemo(() => returnTo(location), [location])
  const [queryClient] = useState(() => new QueryClient())

  if (status === 'loading' || hasLeft) return <SessionPending isUnreachable={isUnreachable} />
  if (status === 'guest') return <Navigate to="/auth" replace state={returnState} />
  if (status === 'second-step') return <Navigate to="/auth/second-step" replace state={returnState} />
  if (mustSetPassword) return <Navigate to="/auth/choose-password" replace />
  if (isStaff) return <Navigate to="/admin/dashboard" replace />
  return (
    <QueryClientProvider client={queryClient}>
      <Outlet />
      <EndedSession />
    </QueryClientProvider>
  )
}
