import { useMemo, useState } from 'react'
import { Navigate, useLocation, useSearchParams } from 'react-router'
import { Tabs, TabsContent, TabsList, TabsTrigger } from '#app/components/ui/tabs.tsx'
import { AuthCard } from '#app/features/account/auth-card.tsx'
import { LoginForm } from '#app/features/account/login-form.tsx'
import { RecoveryScreen } from '#app/features/account/recovery-screen.tsx'
import { RegisterForm } from '#app/features/account/register-form.tsx'
import { destinationAfterSignIn } from '#app/features/account/return-address.ts'
import { newcomerOf } from '#app/lib/newcomer.ts'
import type { PageHandle } from '#app/lib/page-handle.ts'
import { pageMeta } from '#app/lib/seo.ts'
import { useHydrated } from '#app/lib/use-hydrated.ts'
import { WithoutScript } from '#app/platform/company/without-script.tsx'
import { useSession } from '#app/platform/session/session.tsx'
import type { Route } from './+types/auth'

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, {
    title: 'Login or register',
    description: 'Sign in to follow your enquiries and test drives, or create an account.',
    noIndex: true,
  })

export const handle: PageHandle = {
  addressOf: (search) => (search.get('type') === 'recovery' ? 'type=recovery' : ''),
}

export default function AuthPage() {
  const [search] = useSearchParams()
  return search.get('type') === 'recovery' ? <RecoveryScreen /> : <WelcomeCard />
}

function WelcomeCard() {
  const { status, user } = useSession()
  const { state } = useLocation()
  const newcomer = useMemo(() => newcomerOf(state), [state])
  const [chosen, setChosen] = useState<string | null>(null)
  // The server's page is the same for all: it knows nothing of the history.
  const usual = useHydrated() && newcomer ? 'register' : 'login'
  const [isSigningIn, setSigningIn] = useState(false)
  if (status === 'signed-in' && user?.email_confirmed_at && !isSigningIn) return <Navigate to="/" replace />

  return (
    <AuthCard title="Welcome" intro="Sign in to follow your enquiries, or create an account.">
      <WithoutScript what="Signing in" className="mb-6" />
      <Tabs value={chosen ?? usual} onValueChange={setChosen}>
        <TabsList className="justify-center" aria-label="Login or register">
          <TabsTrigger value="login">Login</TabsTrigger>
          <TabsTrigger value="register">Register</TabsTrigger>
        </TabsList>
        {/* Both stay: what was typed in one survives a look at the other. */}
        <TabsContent value="login" forceMount className="data-[state=inactive]:hidden">
          <LoginForm destination={destinationAfterSignIn(state)} onBusy={setSigningIn} />
        </TabsContent>
        <TabsContent value="register" forceMount className="data-[state=inactive]:hidden">
          <RegisterForm newcomer={newcomer} />
        </TabsContent>
      </Tabs>
    </AuthCard>
  )
}
