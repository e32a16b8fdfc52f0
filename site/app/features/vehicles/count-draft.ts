import { formatNumber } from '#app/lib/money.ts'
import { listingSearch, parseListing, type VehicleFilters } from './vehicle-filters.ts'

/** How many vehicles a search would find, as text. Loaded on the first change in the filter sheet. */
export async function countDraft(filters: VehicleFilters, signal: AbortSignal): Promise<string> {
  const search = listingSearch({ ...parseListing(new URLSearchParams()), filters })
  const response = await fetch(`/vehicles/count${search}`, { signal })
  if (!response.ok) throw new Error(`The vehicles could not be counted: ${response.status}`)
  const { total, hasMore } = (await response.json()) as { total: number; hasMore?: true }
  return `${formatNumber(total)}${hasMore ? '+' : ''}`
}
