import type { ReactNode } from 'react'
import { formatDate } from '#app/lib/dates.ts'
import type { CustomerEnquiry, CustomerTestDrive } from './dashboard-queries.ts'
import { lastActivity } from './last-activity.ts'

interface SummaryCardsProps {
  enquiries: CustomerEnquiry[] | undefined
  testDrives: CustomerTestDrive[] | undefined
}

export function SummaryCards({ enquiries, testDrives }: SummaryCardsProps) {
  const latest = enquiries && testDrives && lastActivity([...enquiries, ...testDrives])
  return (
    <dl className="grid border-y border-hairline sm:grid-cols-3 sm:divide-x sm:divide-hairline max-sm:divide-y max-sm:divide-hairline">
      <Figure name="Total Enquiries">{enquiries ? enquiries.length : '–'}</Figure>
      <Figure name="Recent Activity">
        {latest === undefined ? '–' : latest === null ? 'No recent activity' : formatDate(latest)}
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
