import { browserRest } from '#app/lib/backend.ts'

interface OfficeCount {
  subject: string
  status: string
  total: number
}

/** How many there are of what the office counts: the database keeps a few rows of it, however much there is. */
export async function fetchOfficeCounts(): Promise<OfficeCount[]> {
  const { data, error } = await browserRest().from('office_counts').select('subject, status, total')
  if (error) throw error
  return data
}

/** Of one subject, or of all leads; of one status, or of any. */
export function sumOf(counts: readonly OfficeCount[], subject: string | null, status: string | null = null): number {
  return counts
    .filter((count) => (subject === null ? count.subject !== 'vehicle' : count.subject === subject))
    .filter((count) => status === null || count.status === status)
    .reduce((sum, { total }) => sum + total, 0)
}

/** As the inbox shows them. */
export const countLeads = async (kind: string | null, status: string | null): Promise<number> =>
  sumOf(await fetchOfficeCounts(), kind, status)
