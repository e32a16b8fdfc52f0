import { useMemo, useState } from 'react'
import { Navigate, useLocation, useSearchParams } from 'react-router'
import { Tabs, TabsContent, TabsList, TabsTrigger } from '#app/components/ui/tabs.tsx'
import { AuthCard } from '#app/features/account/auth-card.tsx'
import { LoginForm } from '#app/features/account/login-form.tsx'
import { ProviderButtons } from '#app/features/account/provider-buttons.tsx'
import { findProviders, type ProviderId } from '#app/features/account/providers.ts'
import { RecoveryScreen } from '#app/features/account/recovery-screen.tsx'
import { RegisterForm } from '#app/features/account/register-form.tsx'
import { destinationAfterSignIn } from '#app/features/account/return-address.ts'
import { browserBackend } from '#app/lib/backend-address.ts'
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
    description: 'Sign in to keep track of your enquiries and test drives, or create an account.',
    noIndex: true,
  })

export const handle: PageHandle = {
  addressOf: (search) => (search.get('type') === 'recovery' ? 'type=recovery' : ''),
}

// Loaded with the page, so that nothing moves when the buttons appear. If this fails in the browser, the page must
// still work.
export const loader = async ({ context: { backend } }: Route.LoaderArgs) => ({
  providers: await findProviders(backend, backend.fetch),
})
export const clientLoader = async () => ({ providers: await findProviders(browserBackend(), fetch) })

export default function AuthPage({ loaderData }: Route.ComponentProps) {
  const [search] = useSearchParams()
  return search.get('type') === 'recovery' ? <RecoveryScreen /> : <WelcomeCard {...loaderData} />
}

function WelcomeCard({ providers }: { providers: ProviderId[] }) {
  const { status, user } = useSession()
  const { state } = useLocation()
  const newcomer = useMemo(() => newcomerOf(state), [state])
  const [chosen, setChosen] = useState<string | null>(null)
  // The server has no access to the history entry, so it is used only after hydration.
  const usual = useHydrated() && newcomer ? 'register' : 'login'
  const [isSigningIn, setSigningIn] = useState(false)
  if (status === 'second-step' && !isSigningIn) return <Navigate to="/auth/second-step" replace state={state} />
  if (status === 'signed-in' && user?.email_confirmed_at && !isSigningIn) return <Navigate to="/" replace />

  return (
    <AuthCard title="Welcome" intro="Sign in to keep track of your enquiries, or create an account.">
      <WithoutScript what="Signing in" className="mb-6" />
      <Tabs value={chosen ?? usual} onValueChange={setChosen}>
        <TabsList className="justify-center" aria-label="Login or register">
          <TabsTrigger value="login">Login</TabsTrigger>
          <TabsTrigger value="register">Register</TabsTrigger>
        </TabsList>
        {/* Both tabs stay mounted, so that switching keeps what was typed. */}
        <TabsContent value="login" forceMount className="data-[state=inactive]:hidden">
          <LoginForm destination={destinationAfterSignIn(state)} onBusy={setSigningIn} />
        </TabsContent>
        <TabsContent value="register" forceMount className="data-[state=inactive]:hidden">
          <RegisterForm newcomer={newcomer} onLogin={() => setChosen('login')} />
        </TabsContent>
      </Tabs>
      <ProviderButtons providers={providers} destination={destinationAfterSignIn(state)} />
    </AuthCard>
  )
}
