import { useState } from 'react'
import { ScriptButton } from '#app/components/ui/button.tsx'
import { expectSession } from '#app/lib/expected-session.ts'
import { useSession } from '#app/platform/session/session.tsx'
import { FormProblem, useFormProblem } from './form-problem.tsx'
import { PROVIDER_NAMES, type ProviderId } from './providers.ts'

interface ProviderButtonsProps {
  providers: ProviderId[]
  /** Where to go after signing in. */
  destination: string
}

export function ProviderButtons({ providers, destination }: ProviderButtonsProps) {
  const { connect } = useSession()
  const [leaving, setLeaving] = useState<ProviderId | null>(null)
  const { problem, setProblem } = useFormProblem()
  if (providers.length === 0) return null

  async function go(provider: ProviderId) {
    setProblem(null)
    setLeaving(provider)
    expectSession()
    const options = {
      redirectTo: `${window.location.origin}${destination}`,
      // Microsoft returns the email address only on request.
      scopes: provider === 'azure' ? 'openid email profile' : undefined,
    }
    const problem = await connect()
      .then((auth) => auth.signInWithOAuth({ provider, options }))
      .then(
        ({ error }) => error,
        () => new Error(),
      )
    if (!problem) return
    setLeaving(null)
    setProblem('Failed to log in')
  }

  return (
    <section aria-label="Other ways to sign in" className="mt-8 grid gap-3 border-hairline border-t pt-7">
      {providers.map((provider) => (
        <ScriptButton
          key={provider}
          variant="hairline"
          size="lg"
          wide
          disabled={leaving !== null}
          loading={leaving === provider}
          onClick={() => void go(provider)}
        >
          Continue with {PROVIDER_NAMES[provider]}
        </ScriptButton>
      ))}
      <FormProblem problem={problem} />
    </section>
  )
}
