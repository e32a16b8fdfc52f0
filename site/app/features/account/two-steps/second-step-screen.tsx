import { useState } from 'react'
import { Navigate, useLocation, useNavigate } from 'react-router'
import { Button } from '#app/components/ui/button.tsx'
import { PathLink } from '#app/components/ui/link.tsx'
import { toast } from '#app/components/ui/toast.tsx'
import { AuthCard } from '#app/features/account/auth-card.tsx'
import { destinationAfterSignIn } from '#app/features/account/return-address.ts'
import { SessionPending } from '#app/features/account/session-pending.tsx'
import { hasRecoveryCodes } from '#app/platform/session/second-step.ts'
import { useSession } from '#app/platform/session/session.tsx'
import { CodeForm } from './code-form.tsx'
import type { CodeKind } from './code-words.ts'

const INTRO: Record<CodeKind, string> = {
  app: 'Enter the code for this site from your authenticator app.',
  recovery: 'Sign in with a recovery code instead of your authenticator app.',
}

/** Shown after the password for an account with two-step verification. */
export function SecondStepScreen() {
  const { status, hasLeft, isUnreachable, passSecondStep, leave } = useSession()
  const { state } = useLocation()
  const navigate = useNavigate()
  const [isPassing, setPassing] = useState(false)
  const [kind, setKind] = useState<CodeKind>('app')
  const destination = destinationAfterSignIn(state)

  if (status === 'loading' || hasLeft) return <SessionPending isUnreachable={isUnreachable} />
  if (status === 'guest') return <Navigate to="/auth" replace state={state} />
  if (status === 'signed-in' && !isPassing) return <Navigate to={destination} replace />

  async function pass(code: string) {
    setPassing(true)
    const result = await passSecondStep(code)
    if (result.outcome === 'signed-in') {
      toast.success('Logged in successfully!')
      await navigate(destination, { replace: true })
      return null
    }
    setPassing(false)
    return result.outcome === 'failed' ? result.error : null
  }

  async function cancel() {
    await leave()
    await navigate('/')
  }

  return (
    <AuthCard title="One more step" intro={INTRO[kind]}>
      <CodeForm
        label="Second step"
        hint="The code has six digits and changes every 30 seconds."
        takesRecoveryCode
        onKind={setKind}
        onCode={pass}
      >
        {(isSubmitting) => (
          <div className="grid gap-3">
            <Button type="submit" size="lg" wide loading={isSubmitting}>
              {isSubmitting ? 'Checking...' : 'Continue'}
            </Button>
            <Button variant="quiet" wide disabled={isSubmitting} onClick={() => void cancel()}>
              Cancel and sign out
            </Button>
          </div>
        )}
      </CodeForm>
      <p className="mt-5 text-center text-quiet text-sm">
        {hasRecoveryCodes() ? 'Lost your phone and your recovery codes?' : 'Lost your phone?'}{' '}
        <PathLink to="/contact" className="underline underline-offset-4 hover:text-ink">
          Contact us
        </PathLink>{' '}
        and we’ll help you get back in.
      </p>
    </AuthCard>
  )
}
