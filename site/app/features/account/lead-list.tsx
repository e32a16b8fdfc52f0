import type { ReactNode } from 'react'
import { PathLink, TextLink } from '#app/components/ui/link.tsx'
import { VehicleImage } from '#app/platform/vehicle-image.tsx'
import type { CustomerEnquiry, LeadEvent } from './dashboard-queries.ts'
import { EnquiryStatus } from './enquiry-status.tsx'
import { LeadHistory } from './lead-history.tsx'
import type { NextStep } from './next-step.ts'

interface LeadListProps<T extends CustomerEnquiry> {
  title: string
  rows: T[]
  empty: ReactNode
  when: (row: T) => string
  next: (row: T) => NextStep
  /** What has happened to any of the leads. */
  events: readonly LeadEvent[]
  /** What else the customer can do with a lead. */
  actions?: (row: T) => ReactNode
}

/** The customer's enquiries or test drives: vehicle, status, date and next step. */
export function LeadList<T extends CustomerEnquiry>(props: LeadListProps<T>) {
  const { title, rows, empty, when, next, events, actions } = props
  return (
    <section aria-label={title}>
      <h2 className="display mb-5 text-2xl">{title}</h2>
      {rows.length === 0 && (
        <div className="flex flex-wrap items-center justify-between gap-x-8 gap-y-4 border-y border-hairline py-6 text-quiet">
          {empty}
        </div>
      )}
      {rows.length > 0 && (
        <ul className="border-t border-hairline">
          {rows.map((row) => (
            <LeadRow
              key={row.id}
              row={row}
              when={when(row)}
              next={next(row)}
              events={events.filter(({ leadId }) => leadId === row.id)}
              actions={actions?.(row)}
            />
          ))}
        </ul>
      )}
    </section>
  )
}

interface LeadRowProps {
  row: CustomerEnquiry
  when: string
  next: NextStep
  events: readonly LeadEvent[]
  actions: ReactNode
}

function LeadRow({ row, when, next, events, actions }: LeadRowProps) {
  return (
    <li className="grid grid-cols-[6rem_minmax(0,1fr)] items-start gap-x-4 border-b border-hairline py-4 sm:grid-cols-[8rem_minmax(0,1fr)] sm:gap-x-6">
      <VehicleImage src={row.image} alt="" sizes="128px" className={row.isSold ? 'is-sold' : undefined} />
      <div className="grid gap-1.5">
        <div className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1">
          {row.vehicleId ? (
            <PathLink to={`/vehicles/${row.vehicleId}`} className="font-medium hover:text-brass">
              {row.title}
            </PathLink>
          ) : (
            <span className="font-medium">{row.title}</span>
          )}
          <span className="flex items-baseline gap-4">
            <EnquiryStatus status={row.status} />
            <span className="tabular text-sm text-quiet">{when}</span>
          </span>
        </div>
        <p className="text-sm text-quiet">{next.words}</p>
        <LeadHistory about={row.title} message={row.message} events={events} />
        <div className="flex flex-wrap items-center gap-x-6">
          {next.link && (
            <TextLink to={next.link.to} arrow className="min-h-8 text-sm">
              <span>
                {next.link.label}
                <span className="sr-only">: {row.title}</span>
              </span>
            </TextLink>
          )}
          {actions}
        </div>
      </div>
    </li>
  )
}
