import { useQuery } from '@tanstack/react-query'
import { formatDate, formatTime } from '#app/lib/dates.ts'
import { openLeads } from './vehicle-queries.ts'

const SHOWN = 5

interface Lead {
  kind: string | null
  name: string | null
  preferred_date: string | null
}

const nameOf = ({ kind, name, preferred_date: testDrive }: Lead) =>
  kind === 'test-drive' && testDrive
    ? `${name} (test drive on ${formatDate(testDrive)} at ${formatTime(testDrive)})`
    : `${name} (enquiry)`

/** Customers still waiting for a reply about a vehicle that is about to be deleted. */
export function OpenLeads({ vehicleId }: { vehicleId: string }) {
  const { data: leads = [] } = useQuery(openLeads(vehicleId))
  if (leads.length === 0) return null
  const more = leads.length - SHOWN
  return (
    <span className="mt-3 block text-ink">
      {leads.length === 1 ? '1 person is' : `${leads.length} people are`} still waiting for a reply about this vehicle:{' '}
      {leads.slice(0, SHOWN).map(nameOf).join(', ')}
      {more > 0 && ` and ${more} more`}. Their messages will stay under Enquiries.
    </span>
  )
}
