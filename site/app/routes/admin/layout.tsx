import { QueryClientProvider } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { Navigate, Outlet, useLocation, useNavigate } from 'react-router'
import { EndedSession } from '#app/features/account/ended-session.tsx'
import { returnTo } from '#app/features/account/return-address.ts'
import { SessionPending } from '#app/features/account/session-pending.tsx'
import { createQueryClient } from '#app/features/admin/query-client.ts'
import { isAdminScreen } from '#app/features/admin/shell/admin-links.ts'
import { AdminLoading } from '#app/features/admin/shell/admin-loading.tsx'
import { AdminShell } from '#app/features/admin/shell/admin-shell.tsx'
import { AdminsOnly } from '#app/features/admin/shell/admins-only.tsx'
import { adminGate } from '#app/features/admin/shell/guard.ts'
import { useCompany } from '#app/platform/company/company.tsx'
import { WithoutScript } from '#app/platform/company/without-script.tsx'
import { useSession } from '#app/platform/session/session.tsx'

export const meta = () => [{ title: 'Back office' }, { name: 'robots', content: 'noindex' }]

export default function AdminLayout() {
  const session = useSession()
  const { companyName } = useCompany()
  const [queryClient] = useState(createQueryClient)
  const navigate = useNavigate()
  const location = useLocation()
  const comeBack = useMemo(() => returnTo(location), [location])
  const [leaving, setLeaving] = useState(false)
  const gate = adminGate(session)

  // The guard must not redirect to /auth during a logout, and an unsaved form must not block the logout (its draft is
  // kept).
  if (leaving || session.hasLeft) return <AdminLoading />
  if (session.isUnreachable) return <SessionPending isUnreachable />
  // A link from an email is remembered until the user has signed in.
  if (!gate.open) return gate.redirect ? <Navigate to={gate.redirect} replace state={comeBack} /> : <AdminPending />

  const logout = async () => {
    setLeaving(true)
    await session.signOut()
    await navigate('/')
  }

  return (
    <QueryClientProvider client={queryClient}>
      <AdminShell companyName={companyName} email={session.user?.email ?? ''} onLogout={() => void logout()}>
        {session.isAdmin || !isAdminScreen(location.pathname) ? <Outlet /> : <AdminsOnly />}
      </AdminShell>
      <EndedSession />
    </QueryClientProvider>
  )
}

/** The server-rendered page. Only the browser has the session, and only scripts can read it. */
function AdminPending() {
  return (
    <>
      <div className="needs-script">
        <AdminLoading />
      </div>
      <WithoutScript what="The back office" className="m-6" />
    </>
  )
}
