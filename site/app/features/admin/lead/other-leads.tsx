import { useQuery } from '@tanstack/react-query'
import { Card } from '#app/components/ui/card.tsx'
import { PathLink } from '#app/components/ui/link.tsx'
import type { LeadReference } from '#app/features/admin/enquiries/inbox-queries.ts'
import { InboxStatus } from '#app/features/admin/enquiries/inbox-status.tsx'
import { formatDate } from '#app/lib/dates.ts'
import { LEADS } from '#supabase/functions/_shared/lead-kinds.ts'
import { fullLeadPath } from './lead-path.ts'
import { otherLeads } from './lead-queries.ts'

/** The same person's other leads, if there are any. */
export function OtherLeads({ reference, personId }: { reference: LeadReference; personId: string }) {
  const { data: leads = [] } = useQuery(otherLeads(personId, reference))
  if (leads.length === 0) return null
  return (
    <Card className="p-5 sm:p-6">
      <section aria-label="Other leads">
        <h2 className="display text-xl">From the same person</h2>
        <ul className="mt-2 divide-y divide-hairline">
          {leads.map((lead) => (
            <li key={lead.id}>
              <PathLink to={fullLeadPath(lead)} className="group flex min-h-11 items-center gap-4 py-1.5 text-sm">
                <span className="min-w-0 flex-1">
                  <span className="block truncate group-hover:text-brass">
                    {lead.vehicle_title || LEADS[lead.kind].label}
                  </span>
                  <span className="tabular block text-quiet text-xs">
                    {LEADS[lead.kind].label}, {formatDate(lead.created_at)}
                  </span>
                </span>
                <InboxStatus status={lead.status} />
              </PathLink>
            </li>
          ))}
        </ul>
      </section>
    </Card>
  )
}
