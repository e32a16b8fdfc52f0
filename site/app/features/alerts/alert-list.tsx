import type { ReactNode } from 'react'
import { PathLink } from '#app/components/ui/link.tsx'
import type { Alert } from './alert.ts'

interface AlertListProps {
  label: string
  alerts: readonly Alert[]
  /** What can be done with an alert. */
  actionFor: (alert: Alert) => ReactNode
}

export function AlertList({ label, alerts, actionFor }: AlertListProps) {
  return (
    <ul aria-label={label} className="border-t border-hairline">
      {alerts.map((alert) => (
        <li
          key={alert.id}
          className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 border-b border-hairline py-4"
        >
          <PathLink to={alert.path} className="min-w-0 font-medium wrap-anywhere hover:text-brass">
            {alert.about}
          </PathLink>
          {actionFor(alert)}
        </li>
      ))}
    </ul>
  )
}
