import { Check } from 'lucide-react'
import { type ReactNode, useEffect, useEffectEvent, useRef } from 'react'
import { useNavigate } from 'react-router'
import { ButtonLink } from '#app/components/ui/button.tsx'
import { asNewcomer, type Newcomer } from '#app/lib/newcomer.ts'
import { asSent, type SentLead } from './sent-lead.ts'

const REDIRECT_SECONDS = 3

interface ConfirmationProps {
  sent: SentLead
  vehicleId: string
  isSignedIn: boolean
  /** The sender's details, so that a guest need not type them again when registering. */
  visitor: Newcomer
  /** What else to know, and what to do. */
  children?: ReactNode
}

/** Replaces the form once it has been sent. */
export function Confirmation({ sent, vehicleId, isSignedIn, visitor, children }: ConfirmationProps) {
  const vehiclePath = `/vehicles/${vehicleId}`
  const heading = useRef<HTMLHeadingElement>(null)
  useReturn(vehiclePath, isSignedIn, sent)
  // Without this, keyboard users would start again at the top, because the pressed button is gone, and the heading
  // could be behind the header, because the page is shorter.
  useEffect(() => {
    heading.current?.focus({ preventScroll: true })
    heading.current?.scrollIntoView({ block: 'center' })
  }, [])

  return (
    <div className="grid justify-items-start gap-5 border-t-2 border-brass pt-8">
      <span className="grid size-11 place-content-center rounded-full border border-success text-success">
        <Check aria-hidden className="size-5" strokeWidth={1.5} />
      </span>
      <h2 ref={heading} tabIndex={-1} className="display text-2xl outline-none">
        {sent.title}
      </h2>
      <div className="grid max-w-measure gap-2 text-quiet">
        <p>{sent.text}</p>
        {children}
        {isSignedIn && <p>We’ll take you back to the vehicle in a moment.</p>}
      </div>
      <div className="mt-2 flex flex-wrap gap-3">
        <ButtonLink to={vehiclePath} state={asSent(sent)} variant={isSignedIn ? 'solid' : 'hairline'}>
          Return to vehicle
        </ButtonLink>
        {!isSignedIn && (
          <ButtonLink to="/auth" state={asNewcomer(visitor)}>
            Create Account to Track Your Enquiries
          </ButtonLink>
        )}
      </div>
    </div>
  )
}

function useReturn(path: string, isWanted: boolean, sent: SentLead) {
  const navigate = useNavigate()
  const goBack = useEffectEvent(() => void navigate(path, { state: asSent(sent) }))
  useEffect(() => {
    if (!isWanted) return
    const timer = setTimeout(goBack, REDIRECT_SECONDS * 1000)
    return () => clearTimeout(timer)
  }, [isWanted])
}
