import type { ReactNode } from 'react'
import { formatDate } from '#app/lib/dates.ts'
import type { CustomerEnquiry, CustomerTestDrive } from './dashboard-queries.ts'
import { lastActivity } from './last-activity.ts'

interface SummaryCardsProps {
  enquiries: CustomerEnquiry[]
  testDrives: CustomerTestDrive[]
}

export function SummaryCards({ enquiries, testDrives }: SummaryCardsProps) {
  const latest = lastActivity([...enquiries, ...testDrives])
  return (
    <dl className="grid grid-cols-3 divide-x divide-hairline border-y border-hairline">
      <Figure name="Total Enquiries">{enquiries.length}</Figure>
      <Figure name="Recent Activity">{latest === null ? 'No recent activity' : formatDate(latest)}</Figure>
      <Figure name="Account Status">Active</Figure>
    </dl>
  )
}

function Figure({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="grid content-start gap-0.5 px-3 py-4 first:pl-0 sm:px-6">
      <dt className="text-xs text-quiet">{name}</dt>
      <dd className="tabular font-medium max-sm:text-sm">{children}</dd>
    </div>
  )
}
