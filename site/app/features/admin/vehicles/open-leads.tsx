import { useQuery } from '@tanstack/react-query'
import { formatDate, formatTime } from '#app/lib/dates.ts'
import { openLeads } from './vehicle-queries.ts'

const NAMED = 5

interface Lead {
  kind: string | null
  name: string | null
  preferred_date: string | null
}

const nameOf = ({ kind, name, preferred_date: drive }: Lead) =>
  kind === 'test-drive' && drive
    ? `${name} (test drive on ${formatDate(drive)} at ${formatTime(drive)})`
    : `${name} (enquiry)`

/** Who still waits for an answer about a vehicle that is about to go. */
export function OpenLeads({ vehicleId }: { vehicleId: string }) {
  const { data: leads = [] } = useQuery(openLeads(vehicleId))
  if (leads.length === 0) return null
  const more = leads.length - NAMED
  return (
    <span className="mt-3 block text-ink">
      {leads.length === 1 ? 'Someone still waits' : `${leads.length} people still wait`} for an answer about it:{' '}
      {leads.slice(0, NAMED).map(nameOf).join(', ')}
      {more > 0 && ` and ${more} more`}. Their messages stay under Enquiries.
    </span>
  )
}
