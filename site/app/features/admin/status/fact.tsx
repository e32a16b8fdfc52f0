import { type ReactNode, useId } from 'react'
import { Status, type Tone } from '#app/components/ui/badge.tsx'

export interface FactState {
  tone: Tone
  label: string
}

interface FactProps {
  title: string
  state: FactState
  /** What the admin should do about the problem. */
  advice?: ReactNode
  rows: [label: string, value: ReactNode][]
  action?: ReactNode
}

/** One part of the system: its state in a word or two, and its figures. */
export function Fact({ title, state, advice, rows, action }: FactProps) {
  const id = useId()
  return (
    <section aria-labelledby={id} className="grid content-start gap-3 border-hairline border-t pt-4">
      <header className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
        <h3 id={id} className="font-medium">
          {title}
        </h3>
        <Status tone={state.tone}>{state.label}</Status>
      </header>
      {advice && <p className="text-quiet text-sm">{advice}</p>}
      <dl className="grid gap-1.5 text-sm">
        {rows.map(([label, value]) => (
          <div key={label} className="flex items-baseline justify-between gap-4">
            <dt className="shrink-0 text-quiet">{label}</dt>
            <dd className="tabular min-w-0 text-right [overflow-wrap:anywhere]">{value}</dd>
          </div>
        ))}
      </dl>
      {action}
    </section>
  )
}
