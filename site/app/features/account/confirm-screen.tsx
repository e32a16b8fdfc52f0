import { useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { Alert } from '#app/components/ui/alert.tsx'
import { Button } from '#app/components/ui/button.tsx'
import { useHydrated } from '#app/lib/use-hydrated.ts'
import { useSession } from '#app/platform/session/session.tsx'
import { AuthCard } from './auth-card.tsx'
import { ConfirmProblem } from './confirm-problem.tsx'
import { destinationOf, type LinkProblem, problemOf, readEmailLink } from './email-link.ts'

const WORDS = {
  signup: {
    title: 'Confirm your account',
    intro: 'One more click and your account is ready.',
    button: 'Confirm account',
    busy: 'Confirming...',
  },
  email: {
    title: 'Confirm your account',
    intro: 'One more click and your account is ready.',
    button: 'Confirm account',
    busy: 'Confirming...',
  },
  magiclink: {
    title: 'Sign in',
    intro: 'One more click and you’ll be signed in.',
    button: 'Sign in',
    busy: 'One moment...',
  },
  invite: {
    title: 'Your invitation',
    intro: 'One more click and your account is ready.',
    button: 'Accept invitation',
    busy: 'One moment...',
  },
  email_change: {
    title: 'Your email address',
    intro: 'Confirm the new email address for your account.',
    button: 'Confirm the change',
    busy: 'One moment...',
  },
  recovery: {
    title: 'Reset your password',
    intro: 'Continue to choose a new password for your account.',
    button: 'Choose a new password',
    busy: 'One moment...',
  },
}

/**
 * The page opened by the links in our emails. It waits for a click, because email scanners open links but don't press
 * buttons.
 */
export function ConfirmScreen() {
  const [search] = useSearchParams()
  const { redeemLink, noteConfirmed } = useSession()
  const navigate = useNavigate()
  const isHydrated = useHydrated()
  const [isBusy, setBusy] = useState(false)
  const [isHalfDone, setHalfDone] = useState(false)
  const [problem, setProblem] = useState<LinkProblem | null>(null)
  const link = readEmailLink(search)
  const isRecovery = link?.type === 'recovery'
  const words = WORDS[link?.type ?? 'signup']

  async function redeem() {
    if (!link) return
    setBusy(true)
    setProblem(null)
    const result = await redeemLink(link).catch((error: Error) => ({ outcome: 'failed' as const, error }))
    if (result.outcome === 'failed') {
      setProblem(problemOf(result.error))
      return setBusy(false)
    }
    if (result.outcome === 'half-done') return setHalfDone(true)
    if (result.outcome === 'disabled') return navigate('/auth', { replace: true })
    const destination = destinationOf(search, window.location.origin)
    if (result.outcome === 'second-step')
      return navigate('/auth/second-step', { replace: true, state: { from: destination } })
    if (result.mustSetPassword && !isRecovery) return navigate('/auth/choose-password', { replace: true })
    if (link.type === 'signup' || link.type === 'email') noteConfirmed(true)
    return navigate(destination, { replace: true })
  }

  if (!link) return <ConfirmProblem problem="expired" isRecovery={isRecovery} />
  // If the service could not be reached, the link is still unused, so the button stays.
  if (problem && problem !== 'unreachable') return <ConfirmProblem problem={problem} isRecovery={isRecovery} />
  if (isHalfDone) {
    return (
      <AuthCard title={words.title} intro="Thank you. One more step.">
        <Alert tone="success">
          Please confirm the change from your other email address too. We’ve sent a link there as well.
        </Alert>
      </AuthCard>
    )
  }
  return (
    <AuthCard title={words.title} intro={words.intro}>
      <div className="grid gap-6">
        {problem === 'unreachable' && (
          <Alert tone="warning">Something went wrong on our side. Your link still works, so please try again.</Alert>
        )}
        <Button size="lg" wide loading={isBusy} disabled={!isHydrated} onClick={redeem}>
          {isBusy ? words.busy : words.button}
        </Button>
        <noscript>
          <Alert tone="warning">
            This step needs JavaScript. Please switch it on, or open the link in another browser. The link hasn’t been
            used yet.
          </Alert>
        </noscript>
      </div>
    </AuthCard>
  )
}
