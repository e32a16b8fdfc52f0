// The search behind the list. What visitors type is read on the server, so that browsers need not load the vocabulary.
import type { AppLoadContext } from 'react-router'
import { restFor } from '#app/lib/backend.ts'
import { londonDate } from '#app/lib/dates.ts'
import { type ListedRow, type ListedVehicle, toListed } from '#app/lib/vehicle.ts'
import type { Conditions, SearchQuery } from '#supabase/functions/_shared/search/conditions.ts'
import { type FoundPage, MAX_EXACT_TOTAL, runSearch } from '#supabase/functions/_shared/search/run-search.ts'
import { understand } from '#supabase/functions/_shared/search/understand.ts'
import { type ActiveFilter, activeFilters } from './filter-chips.server.ts'
import { loadSearchStock } from './search-stock.server.ts'
import { filterKey, type ListingState, PAGE_SIZE, type VehicleFilters, type VehicleSort } from './vehicle-filters.ts'
import { findVehicles, rangesOf, type VehiclePage, valuesOf } from './vehicle-queries.ts'

export interface SearchPage extends VehiclePage {
  /** What was understood of the search, and the filters. */
  active: ActiveFilter[]
  /** Which spelling was searched for instead, if the words as typed matched nothing. */
  notice?: string
  /** The vehicles that come closest, if none matches. */
  nearest: ListedVehicle[]
  /** What to say if nothing at all is for sale. */
  emptyStock?: { title: string; description: string }
}

/** Called with what was looked for in vain. */
type NoteMissed = (search: Partial<SearchQuery>) => void

/** A page of the list without a search. */
export async function listVehicles(
  context: AppLoadContext,
  state: ListingState,
  noteMissed?: NoteMissed,
): Promise<SearchPage> {
  const page = await findVehicles(restFor(context), state)
  const active = activeFilters(state.filters)
  const isStockEmpty = page.total === 0 && active.length === 0
  if (page.total === 0) noteMissed?.({ filters: conditionsOf(state.filters) })
  return { ...page, active, nearest: [], ...(isStockEmpty && { emptyStock: EMPTY_STOCK }) }
}

const EMPTY_STOCK = {
  title: 'No vehicles for sale at the moment',
  description: 'New arrivals are on their way. Tell us what you’re looking for, and we’ll email you when it arrives.',
}

const LAST_PAGE = MAX_EXACT_TOTAL / PAGE_SIZE

/** A page of the vehicles that match the search and the filters. */
export async function searchVehicles(
  context: AppLoadContext,
  state: ListingState,
  noteMissed?: NoteMissed,
): Promise<SearchPage> {
  const { filters, sort } = state
  const page = Math.min(state.page, LAST_PAGE)
  const result = await runSearch(filters.searchTerm, {
    vocabulary: (await loadSearchStock(context)).vocabulary,
    filters: conditionsOf(filters),
    thisYear: Number(londonDate().slice(0, 4)),
    find: (query) => findPage(context, query, SORTS[sort], (page - 1) * PAGE_SIZE, PAGE_SIZE),
    findFew: (query, limit) => findPage(context, query, 'best_match', 0, limit),
  })
  const { vehicles, nearest, total, chips, corrected, missed } = result
  if (missed) noteMissed?.({ filters: missed.filters, wanted: missed.wanted, words: missed.words })
  return {
    vehicles: vehicles.map(toListed),
    nearest: nearest.map(toListed),
    total: Math.min(total, MAX_EXACT_TOTAL),
    ...(total > MAX_EXACT_TOTAL && { hasMore: true }),
    active: [
      ...chips.map(({ label, without }) => ({ label, without: filterKey({ ...filters, searchTerm: without }) })),
      ...activeFilters(filters),
    ],
    ...(corrected !== undefined && {
      notice: `Nothing matches “${filters.searchTerm}”, so we searched for “${corrected}”.`,
    }),
  }
}

/** A search as an alert stores it: what it means now, the query of the list's URL, and its name. */
export async function describeSearch(context: AppLoadContext, filters: VehicleFilters) {
  const { searchTerm } = filters
  const options = { filters: conditionsOf(filters), thisYear: Number(londonDate().slice(0, 4)) }
  const { vocabulary } = await loadSearchStock(context)
  const literal = understand(searchTerm, vocabulary, options)
  const { total } = await findPage(context, literal.query, 'best_match', 0, 1)
  const corrected = understand(searchTerm, vocabulary, { ...options, correct: total === 0 })
  const { query, chips } = corrected.corrected === undefined ? literal : corrected
  const labels = [...chips, ...activeFilters(filters)].map(({ label }) => label)
  return {
    search: { filters: query.filters, wanted: query.wanted, words: query.words },
    path: filterKey(filters),
    label: labels.join(' · ').slice(0, MAX_LABEL) || 'All vehicles',
  }
}

const MAX_LABEL = 300

/** The database's names for the sort orders of a search. */
const SORTS: Record<VehicleSort, string> = {
  created_at_desc: 'best_match',
  newest: 'created_at_desc',
  price_asc: 'price_asc',
  price_desc: 'price_desc',
  year_desc: 'year_desc',
  year_asc: 'year_asc',
  mileage_asc: 'mileage_asc',
  mileage_desc: 'mileage_desc',
}

async function findPage(context: AppLoadContext, query: SearchQuery, sort: string, offset: number, limit: number) {
  const { data, error } = await restFor(context).rpc(
    'search_vehicles',
    // In a URL, the client would write an object as "[object Object]".
    { _search: JSON.stringify(query), _sort: sort, _offset: offset, _limit: limit },
    { get: true },
  )
  if (error) throw error
  return data as unknown as FoundPage<ListedRow>
}

/** The filter panel's part of a search. */
export function conditionsOf(filters: VehicleFilters): Conditions {
  const conditions: Record<string, unknown> = Object.fromEntries(
    Object.entries(valuesOf(filters)).filter(([, values]) => values.length > 0),
  )
  if (filters.ulez.length > 0) conditions.meets_ulez = true
  for (const { column, from, to } of rangesOf(filters)) {
    if (from !== undefined) conditions[`min_${column}`] = from
    if (to !== undefined) conditions[`max_${column}`] = to
  }
  return conditions
}
