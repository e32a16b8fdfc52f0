import type { ReactNode } from 'react'
import { formatDate } from '#app/lib/dates.ts'
import type { CustomerEnquiry } from './dashboard-queries.ts'

export function SummaryCards({ enquiries }: { enquiries: CustomerEnquiry[] | undefined }) {
  const latest = enquiries?.[0]
  return (
    <dl className="grid border-y border-hairline sm:grid-cols-3 sm:divide-x sm:divide-hairline max-sm:divide-y max-sm:divide-hairline">
      <Figure name="Total Enquiries">{enquiries ? enquiries.length : '–'}</Figure>
      <Figure name="Recent Activity">
        {enquiries ? (latest ? formatDate(latest.createdAt) : 'No recent activity') : '–'}
      </Figure>
      <Figure name="Account Status">Active</Figure>
    </dl>
  )
}

function Figure({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="grid gap-2 py-6 sm:px-8 sm:first:pl-0">
      <dt className="overline-text">{name}</dt>
      <dd className="display tabular text-2xl md:text-3xl">{children}</dd>
    </div>
  )
}
