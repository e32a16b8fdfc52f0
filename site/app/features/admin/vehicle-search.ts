// How staff search for vehicles: by words, or by a registration or stock number.

import { browserRest } from '#app/lib/backend.ts'
import { searchFilters } from '#app/lib/search-filter.ts'
import { formatRegistration } from '#supabase/functions/_shared/vehicle-identity.ts'

/** All vehicles, or those in a state. Searching them uses indexes, unlike searching the table `vehicles`. */
export const stockList = (args: { _state?: string } = {}, options: { count?: 'exact' } = {}) =>
  browserRest().rpc('stock_list', args, { get: true, ...options })

/** The columns whose words are searched. */
const SEARCHED = ['title', 'make', 'model']
/** One character would match too much to be useful. */
const SHORTEST_CODE = /[\p{L}\p{N}][^\p{L}\p{N}]*[\p{L}\p{N}]/u

/**
 * The or-filters for a search. All of them must match. A registration or stock number is looked up first: it is not in
 * `vehicles`, or is written with other spaces there.
 */
export async function vehicleSearch(q: string, signal?: AbortSignal): Promise<string[]> {
  const words = searchFilters(q, SEARCHED)
  if (!SHORTEST_CODE.test(q)) return words
  const search = browserRest().rpc('vehicles_by_code', { _text: q }, { get: true })
  const { data, error } = await (signal ? search.abortSignal(signal) : search)
  if (error) throw error
  return withIds(words, data)
}

/** Matches the vehicles that match all the words, and those with these ids. */
export function withIds(words: readonly string[], ids: readonly string[]): string[] {
  if (ids.length === 0) return [...words]
  return [`and(${words.map((word) => `or(${word})`).join(',')}),id.in.(${ids.join(',')})`]
}

interface Codes {
  stock_number: string
  vehicle_identity: { registration: string | null } | null
}

/** The registration and the stock number, as staff read them. */
export const vehicleCodes = ({ stock_number, vehicle_identity }: Codes): string[] =>
  [formatRegistration(vehicle_identity?.registration ?? ''), stock_number].filter(Boolean)
