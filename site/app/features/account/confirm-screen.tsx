import { useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { Alert } from '#app/components/ui/alert.tsx'
import { Button } from '#app/components/ui/button.tsx'
import { useHydrated } from '#app/lib/use-hydrated.ts'
import { useSession } from '#app/platform/session/session.tsx'
import { AuthCard } from './auth-card.tsx'
import { ConfirmProblem } from './confirm-problem.tsx'
import { destinationOf, type LinkProblem, problemOf, readMailedLink } from './mailed-link.ts'

const WORDS = {
  signup: {
    title: 'Confirm your account',
    intro: 'One more click, and your account is ready.',
    button: 'Confirm account',
    busy: 'Confirming...',
  },
  recovery: {
    title: 'Reset your password',
    intro: 'Go on to choose a new password for your account.',
    button: 'Choose a new password',
    busy: 'One moment...',
  },
}

/** Where our e-mails lead. It waits for a click: programs that look through mails open links, but press no buttons. */
export function ConfirmScreen() {
  const [search] = useSearchParams()
  const { redeemLink, noteConfirmed } = useSession()
  const navigate = useNavigate()
  const isHydrated = useHydrated()
  const [isBusy, setBusy] = useState(false)
  const [problem, setProblem] = useState<LinkProblem | null>(null)
  const link = readMailedLink(search)
  const isRecovery = link?.type === 'recovery'
  const words = WORDS[isRecovery ? 'recovery' : 'signup']

  async function redeem() {
    if (!link) return
    setBusy(true)
    setProblem(null)
    const result = await redeemLink(link).catch((error: Error) => ({ outcome: 'failed' as const, error }))
    if (result.outcome === 'failed') {
      setProblem(problemOf(result.error))
      return setBusy(false)
    }
    if (result.outcome === 'disabled') return navigate('/auth', { replace: true })
    if (result.mustSetPassword && !isRecovery) return navigate('/auth/choose-password', { replace: true })
    if (!isRecovery) noteConfirmed(true)
    return navigate(destinationOf(search, window.location.origin), { replace: true })
  }

  if (!link) return <ConfirmProblem problem="expired" isRecovery={isRecovery} />
  // When the service did not hear of it, the button stays.
  if (problem && problem !== 'unreachable') return <ConfirmProblem problem={problem} isRecovery={isRecovery} />
  return (
    <AuthCard title={words.title} intro={words.intro}>
      <div className="grid gap-6">
        {problem === 'unreachable' && (
          <Alert tone="warning">
            We can’t reach the service at the moment. The link is still good: please try again.
          </Alert>
        )}
        <Button size="lg" wide loading={isBusy} disabled={!isHydrated} onClick={redeem}>
          {isBusy ? words.busy : words.button}
        </Button>
        <noscript>
          <Alert tone="warning">
            This step needs JavaScript. Please switch it on, or open the link in another browser: it has not been used
            yet.
          </Alert>
        </noscript>
      </div>
    </AuthCard>
  )
}
