import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { Skeleton } from '#app/components/ui/skeleton.tsx'
import type { CustomerEnquiry } from './dashboard-queries.ts'
import { EnquiryStatus } from './enquiry-status.tsx'

interface LeadListProps<T extends CustomerEnquiry> {
  title: string
  rows: T[] | undefined
  empty: ReactNode
  when: (row: T) => string
}

/** One's enquiries, or one's test drives: which vehicle, what has become of it, when. */
export function LeadList<T extends CustomerEnquiry>({ title, rows, empty, when }: LeadListProps<T>) {
  return (
    <section aria-label={title}>
      <h2 className="display mb-5 text-2xl">{title}</h2>
      {rows === undefined && <Skeleton className="h-40" />}
      {rows?.length === 0 && <p className="border-y border-hairline py-8 text-quiet">{empty}</p>}
      {rows && rows.length > 0 && (
        <ul className="border-t border-hairline">
          {rows.map((row) => (
            <li
              key={row.id}
              className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-6 gap-y-1 border-b border-hairline py-4 sm:grid-cols-[minmax(0,1fr)_8rem_9rem]"
            >
              {row.vehicleId ? (
                <Link to={`/vehicles/${row.vehicleId}`} className="font-medium hover:text-brass max-sm:col-span-2">
                  {row.title}
                </Link>
              ) : (
                <span className="font-medium max-sm:col-span-2">{row.title}</span>
              )}
              <EnquiryStatus status={row.status} />
              <span className="tabular text-right text-sm text-quiet">{when(row)}</span>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
