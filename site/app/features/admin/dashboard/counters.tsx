import { PathLink } from '#app/components/ui/link.tsx'
import { Skeleton } from '#app/components/ui/skeleton.tsx'
import { formatNumber } from '#app/lib/money.ts'

interface Counts {
  vehicles: number
  sold: number
  enquiries: number
  testDrives: number
}

const COUNTERS: { label: string; of: keyof Counts; to: string }[] = [
  { label: 'Total Vehicles', of: 'vehicles', to: '/admin/vehicles' },
  { label: 'Sold Vehicles', of: 'sold', to: '/admin/sold-vehicles' },
  { label: 'Enquiries', of: 'enquiries', to: '/admin/enquiries?tab=enquiries' },
  { label: 'Test Drives', of: 'testDrives', to: '/admin/enquiries?tab=test-drives' },
]

export function Counters({ counts, failed }: { counts: Counts | undefined; failed: boolean }) {
  return (
    <dl className="grid grid-cols-2 gap-px border border-hairline bg-hairline lg:grid-cols-4">
      {COUNTERS.map(({ label, of, to }) => (
        <div
          key={of}
          className="relative flex items-baseline justify-between gap-3 bg-raised px-4 py-3 transition-colors hover:bg-page sm:px-6 sm:py-4"
        >
          <dt className="text-quiet text-sm">
            <PathLink to={to} className="after:absolute after:inset-0">
              {label}
            </PathLink>
          </dt>
          <dd className="display tabular text-2xl">
            <Figure value={counts?.[of]} failed={failed} />
          </dd>
        </div>
      ))}
    </dl>
  )
}

function Figure({ value, failed }: { value: number | undefined; failed: boolean }) {
  if (value !== undefined) return formatNumber(value)
  if (failed) return <span title="Unavailable">–</span>
  return <Skeleton className="h-7 w-10" />
}
