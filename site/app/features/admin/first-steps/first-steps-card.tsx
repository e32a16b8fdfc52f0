import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import clsx from 'clsx'
import { ChevronDown, CircleCheck, CircleDashed } from 'lucide-react'
import { type ReactNode, useId, useState } from 'react'
import { Button } from '#app/components/ui/button.tsx'
import { Card } from '#app/components/ui/card.tsx'
import { PathLink } from '#app/components/ui/link.tsx'
import { toast } from '#app/components/ui/toast.tsx'
import { siteStatus } from '#app/features/admin/site-status.ts'
import { firstStepFacts, hideFirstSteps } from './first-step-queries.ts'
import { type FirstStep, toFirstSteps } from './first-steps.ts'
import { TestMailAction } from './test-mail-action.tsx'

interface FirstStepsCardProps {
  /** Whether customers are waiting, in which case the card starts collapsed to one line. */
  isBusy: boolean
}

/** A new dealer's checklist, shown until it is completed or hidden. */
export function FirstStepsCard({ isBusy }: FirstStepsCardProps) {
  const id = useId()
  const { data: facts } = useQuery(firstStepFacts)
  const { data: site } = useQuery(siteStatus)
  const [isOpen, setOpen] = useState<boolean | null>(null)
  const hiding = useHiding()
  if (!facts || facts.isHidden) return null
  const steps = toFirstSteps(facts, site?.mailConfigured)
  const done = steps.filter(({ isDone }) => isDone).length
  if (done === steps.length) return null

  const isShown = isOpen ?? !isBusy
  return (
    <Card className="mb-6">
      <section aria-labelledby={`${id}-title`}>
        <div className="flex items-center gap-3 py-1.5 pr-2 pl-4 sm:pl-6">
          <h2 id={`${id}-title`} className="min-w-0 flex-1">
            <button
              type="button"
              aria-expanded={isShown}
              aria-controls={`${id}-steps`}
              onClick={() => setOpen(!isShown)}
              className="flex min-h-11 w-full items-center gap-3 text-left hover:text-brass"
            >
              <span className="display text-xl">Make it yours</span>
              <span className="tabular whitespace-nowrap text-quiet text-sm">
                {done} of {steps.length}
                <span className="max-sm:sr-only"> done</span>
              </span>
              <ChevronDown
                aria-hidden
                className={clsx('size-4 shrink-0 transition-transform', isShown && 'rotate-180')}
                strokeWidth={1.5}
              />
            </button>
          </h2>
          <Button variant="quiet" size="sm" className="text-quiet" onClick={hiding} aria-label="Hide Make it yours">
            Hide
          </Button>
        </div>
        <div className="h-px bg-hairline">
          <div className="h-full bg-brass" style={{ width: `${(done / steps.length) * 100}%` }} />
        </div>
        <ul
          id={`${id}-steps`}
          hidden={!isShown}
          className="grid gap-x-8 px-4 py-2 sm:grid-cols-2 sm:px-6 xl:grid-cols-3 [&[hidden]]:hidden"
        >
          {steps.map((step) => (
            <Step key={step.id} step={step}>
              {step.id === 'mail' && (
                <>
                  <LeadsGoTo address={facts.leadsGoTo} />
                  {site?.mailConfigured && <TestMailAction mail={facts.testMail} />}
                </>
              )}
            </Step>
          ))}
        </ul>
      </section>
    </Card>
  )
}

const LeadsGoTo = ({ address }: { address: string | null }) => (
  <p className="text-quiet text-xs [overflow-wrap:anywhere]">
    {address ? `We email new leads to ${address}.` : 'We don’t email new leads to anyone.'}{' '}
    <PathLink to="/admin/settings" className="whitespace-nowrap underline underline-offset-4 hover:text-brass">
      Change address
    </PathLink>
  </p>
)

function useHiding() {
  const client = useQueryClient()
  const { mutate } = useMutation({
    mutationFn: () => hideFirstSteps(true),
    onSuccess: () => toast.info('Checklist hidden. You can show it again from System Status.'),
    onError: () => toast.error('Failed to hide the checklist'),
    onSettled: () => client.invalidateQueries({ queryKey: firstStepFacts.queryKey }),
  })
  return () => mutate()
}

function Step({ step, children }: { step: FirstStep; children: ReactNode }) {
  const { title, isDone, todo, to } = step
  const Sign = isDone ? CircleCheck : CircleDashed
  return (
    <li className="flex min-h-12 items-start gap-3 py-1.5 text-sm">
      <Sign
        aria-hidden
        className={clsx('mt-0.5 size-4 shrink-0', isDone ? 'text-success' : 'text-brass')}
        strokeWidth={1.5}
      />
      <div className="min-w-0 flex-1">
        {isDone ? (
          <p className="text-quiet">
            {title} <span className="sr-only">(done)</span>
          </p>
        ) : (
          <PathLink to={to} className="group block">
            <span className="block font-medium group-hover:text-brass">{title}</span>
            <span className="block text-quiet text-xs">{todo}</span>
          </PathLink>
        )}
        {children}
      </div>
    </li>
  )
}
