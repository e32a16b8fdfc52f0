import type { AppLoadContext } from 'react-router'
import { restFor } from '#app/lib/backend.ts'
import { londonDate } from '#app/lib/dates.ts'
import type { SearchQuery } from '#supabase/functions/_shared/search/conditions.ts'
import { understand } from '#supabase/functions/_shared/search/understand.ts'
import { COUNTED, type OptionCounts, UNKNOWN } from './option-counts.ts'
import { loadSearchStock } from './search-stock.server.ts'
import { defaultFilters, type VehicleFilters } from './vehicle-filters.ts'
import { conditionsOf } from './vehicle-search.server.ts'

/** How many vehicles each option of the filters would find. */
export async function countOptions(context: AppLoadContext, filters: VehicleFilters): Promise<OptionCounts> {
  const counts = await (filters.searchTerm ? countFound(context, filters) : readCounts(context, conditions(filters)))
  return counts ?? withoutNumbers(await countOptions(context, defaultFilters()))
}

const conditions = (filters: VehicleFilters) => ({ filters: conditionsOf(filters) })

async function countFound(context: AppLoadContext, filters: VehicleFilters): Promise<OptionCounts | null> {
  const { vocabulary } = await loadSearchStock(context)
  const options = { ...conditions(filters), thisYear: Number(londonDate().slice(0, 4)) }
  const literal = await readCounts(context, understand(filters.searchTerm, vocabulary, options).query)
  if (literal?.total !== 0) return literal
  // The list corrects the spelling in the same case.
  const { query, corrected } = understand(filters.searchTerm, vocabulary, { ...options, correct: true })
  return corrected === undefined ? literal : readCounts(context, query)
}

/** Null if it would take too long. */
async function readCounts(context: AppLoadContext, query: Partial<SearchQuery>): Promise<OptionCounts | null> {
  const _search = JSON.stringify(query)
  const { data, error } = await restFor(context).rpc('count_vehicle_options', { _search }, { get: true })
  if (error) throw error
  return data as OptionCounts | null
}

function withoutNumbers(counts: OptionCounts): OptionCounts {
  const unknown = COUNTED.map((name) => [
    name,
    Object.fromEntries(Object.keys(counts[name]).map((option) => [option, UNKNOWN])),
  ])
  return { ...Object.fromEntries(unknown), total: UNKNOWN }
}
