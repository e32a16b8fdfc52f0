import { type ReactNode, useState } from 'react'
import { Alert } from '#app/components/ui/alert.tsx'
import { Button } from '#app/components/ui/button.tsx'
import { TextLink } from '#app/components/ui/link.tsx'
import { useSession } from '#app/platform/session/session.tsx'
import type { AlertAbout } from './alert.ts'
import { askForMyAlert } from './alert-queries.ts'

const PROBLEMS = {
  full: 'You have as many alerts as we can keep. Please end one that you no longer need.',
  gone: 'This vehicle is no longer listed.',
  failed: 'Something went wrong on our side. Please try again.',
} as const

interface AskByAccountProps {
  about: AlertAbout
  /** The form for everyone else, and for customers who have not confirmed their address. */
  otherwise: ReactNode
}

/** Signed-in customers have confirmed their address, so one button is enough. */
export function AskByAccount({ about, otherwise }: AskByAccountProps) {
  const { status, user } = useSession()
  const [state, setState] = useState<'asking' | 'asked' | 'refused' | keyof typeof PROBLEMS>()
  if (status !== 'signed-in' || !user?.email || state === 'refused') return otherwise
  if (state === 'asked') {
    return (
      <Alert tone="success" title="Your alert is on">
        We’ll email you at <span className="break-all">{user.email}</span>. You can end it on your{' '}
        <TextLink to="/dashboard" className="text-ink">
          dashboard
        </TextLink>
        .
      </Alert>
    )
  }
  return (
    <div className="grid justify-items-start gap-6">
      <p>
        We’ll use the address of your account, <span className="break-all">{user.email}</span>.
      </p>
      {state && state !== 'asking' && <Alert tone="danger">{PROBLEMS[state]}</Alert>}
      <Button
        size="lg"
        loading={state === 'asking'}
        onClick={() => {
          setState('asking')
          void askForMyAlert(about).then(setState)
        }}
      >
        Email me
      </Button>
    </div>
  )
}
