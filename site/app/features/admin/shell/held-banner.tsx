import { useQuery } from '@tanstack/react-query'
import { PackageOpen } from 'lucide-react'
import { useLocation } from 'react-router'
import { PathLink } from '#app/components/ui/link.tsx'
import { backupStatus } from '#app/features/admin/status/backup-queries.ts'

const STATUS_PATH = '/admin/status'

/** A restored site holds its outgoing emails. This banner is on every screen except the one that releases them. */
export function HeldBanner() {
  const { data } = useQuery(backupStatus)
  const { pathname } = useLocation()
  if (!data?.held || pathname.startsWith(STATUS_PATH)) return null
  return (
    <div role="status" className="flex items-start gap-3 border-warning border-b-2 bg-raised py-3 text-sm">
      <PackageOpen aria-hidden className="mt-0.5 size-4 shrink-0 text-warning" strokeWidth={1.5} />
      <p>
        <strong className="font-semibold">This site was restored from a backup.</strong> Emails and AutoTrader listings
        are on hold until you release them.{' '}
        <PathLink to={STATUS_PATH} className="whitespace-nowrap underline underline-offset-4 hover:text-brass">
          System status
        </PathLink>
      </p>
    </div>
  )
}
