import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '#app/components/ui/button.tsx'
import { Card, CardBody, CardHeader } from '#app/components/ui/card.tsx'
import { PathLink } from '#app/components/ui/link.tsx'
import { Skeleton } from '#app/components/ui/skeleton.tsx'
import { leadPath, testDriveTime } from '#app/features/admin/enquiries/inbox-rules.ts'
import { InboxStatus } from '#app/features/admin/enquiries/inbox-status.tsx'
import { formatDate, formatTime } from '#app/lib/dates.ts'
import { formatNumber } from '#app/lib/money.ts'
import { LEADS } from '#supabase/functions/_shared/lead-kinds.ts'
import { type PersonLead, personLeads } from './person-queries.ts'

const FIRST = 10
const MORE = 50

/** What the person wrote, booked and said, newest first. `ids` includes the people merged into them. */
export function PersonLeads({ ids }: { ids: string[] }) {
  const [limit, setLimit] = useState(FIRST)
  const { data, isError, isFetching, refetch } = useQuery(personLeads(ids, limit))
  return (
    <Card>
      <section aria-label="Enquiries and test drives">
        <CardHeader title="Enquiries and test drives" />
        <CardBody className="pt-3">
          {data ? (
            <>
              <ul className="divide-y divide-hairline">
                {data.leads.map((lead) => (
                  <Lead key={lead.id} lead={lead} />
                ))}
              </ul>
              {data.total === 0 && <p className="py-2 text-quiet text-sm">No enquiries yet.</p>}
              {data.total > data.leads.length && (
                <div className="flex flex-wrap items-center justify-between gap-3 border-hairline border-t pt-4">
                  <p className="tabular text-quiet text-sm">
                    Showing the newest {formatNumber(data.leads.length)} of {formatNumber(data.total)}
                  </p>
                  <Button size="sm" variant="hairline" loading={isFetching} onClick={() => setLimit(limit + MORE)}>
                    Show more
                  </Button>
                </div>
              )}
            </>
          ) : isError ? (
            <div className="grid justify-items-start gap-3 py-2 text-sm">
              <p>We couldn’t load the enquiries.</p>
              <Button size="sm" variant="hairline" onClick={() => void refetch()}>
                Try again
              </Button>
            </div>
          ) : (
            <Skeleton className="h-48" />
          )}
        </CardBody>
      </section>
    </Card>
  )
}

function Lead({ lead }: { lead: PersonLead }) {
  const { kind, vehicle_title, preferred_date, message, created_at } = lead
  return (
    <li>
      <PathLink to={leadPath(lead)} className="-mx-2 grid gap-1 px-2 py-3 text-sm transition-colors hover:bg-ink/3">
        <span className="flex flex-wrap items-baseline justify-between gap-x-4">
          <span className="font-medium">{LEADS[kind].label}</span>
          <span className="tabular text-quiet text-xs">
            {formatDate(created_at)} {formatTime(created_at)}
          </span>
        </span>
        {vehicle_title && <span>{vehicle_title}</span>}
        {preferred_date && <span className="tabular">Booked for {testDriveTime(preferred_date)}</span>}
        {message && <span className="wrap-anywhere line-clamp-2 text-quiet">{message}</span>}
        <span>
          <InboxStatus status={lead.status} />
        </span>
      </PathLink>
    </li>
  )
}
