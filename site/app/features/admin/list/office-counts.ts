import { browserRest } from '#app/lib/backend.ts'

interface OfficeCount {
  subject: string
  status: string
  total: number
}

/** Totals for vehicles and leads by status. The database maintains them in a few rows, so reading them is cheap. */
export async function fetchOfficeCounts(): Promise<OfficeCount[]> {
  const { data, error } = await browserRest().from('office_counts').select('subject, status, total')
  if (error) throw error
  return data
}

/** The total for one subject (null: all leads) and one status (null: any). */
export function sumOf(counts: readonly OfficeCount[], subject: string | null, status: string | null = null): number {
  return counts
    .filter((count) => (subject === null ? count.subject !== 'vehicle' : count.subject === subject))
    .filter((count) => status === null || count.status === status)
    .reduce((sum, { total }) => sum + total, 0)
}

/** The number of leads that the inbox lists. */
export const countLeads = async (kind: string | null, status: string | null): Promise<number> =>
  sumOf(await fetchOfficeCounts(), kind, status)
