import { useQuery } from '@tanstack/react-query'
import { formatDate, formatTime } from '#app/lib/dates.ts'
import { OPEN_LEADS_SHOWN, openLeads } from './vehicle-queries.ts'

interface Lead {
  kind: string | null
  name: string | null
  preferred_date: string | null
}

const nameOf = ({ kind, name, preferred_date: testDrive }: Lead) =>
  kind === 'test-drive' && testDrive
    ? `${name} (test drive on ${formatDate(testDrive)} at ${formatTime(testDrive)})`
    : `${name} (enquiry)`

/** Customers still waiting for a reply or a test drive of a vehicle that is about to be sold or deleted. */
export function OpenLeads({ vehicleId }: { vehicleId: string }) {
  const { data } = useQuery(openLeads(vehicleId))
  if (!data || data.total === 0) return null
  const { leads, total } = data
  const more = total - OPEN_LEADS_SHOWN
  return (
    <span className="mt-3 block text-ink">
      {total === 1 ? '1 person is' : `${total} people are`} still waiting for a reply about this vehicle:{' '}
      {leads.map(nameOf).join(', ')}
      {more > 0 && ` and ${more} more`}. Their messages will stay under Enquiries.
    </span>
  )
}
