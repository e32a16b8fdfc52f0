import type { Rest } from '#app/lib/backend.ts'
import { byName } from '#app/lib/by-name.ts'
import { londonDate } from '#app/lib/dates.ts'
import { quoteValue } from '#app/lib/search-filter.ts'
import { LISTED_COLUMNS, type ListedRow, type ListedVehicle, toListed } from '#app/lib/vehicle.ts'
import {
  currentYear,
  defaultFilters,
  FIRST_YEAR,
  filterKey,
  type ListingState,
  MILEAGE_RANGE,
  PAGE_SIZE,
  PRICE_RANGE,
  type VehicleFilters,
  type VehicleSort,
} from './vehicle-filters.ts'

const MAX_FEATURED = 3
const MAX_SIMILAR = 3
/**
 * The most vehicles in a sitemap part. Only responses of up to a megabyte are cached, and this number leaves room for a
 * long site URL.
 */
const SITEMAP_VEHICLES = 4000
const SITEMAP_PORTION = 1000
/** The limit for a sitemap index. */
export const MAX_SITEMAP_PARTS = 50_000

export interface VehiclePage {
  vehicles: ListedVehicle[]
  total: number
  /** Whether there are more than `total`. Searches are counted only up to a limit. */
  hasMore?: true
}

/** Uses London time: a sold vehicle stays listed until the end of its last day. */
const listed = (rest: Rest, columns: string, options?: { count: 'exact' }) =>
  rest.from('searched_vehicles').select(columns, options).gte('listed_until', londonDate())

/** The vehicles in the list without a search, which vehicle-search.server.ts runs. */
export async function findVehicles(rest: Rest, state: ListingState): Promise<VehiclePage> {
  const { filters, sort, page } = state
  const from = (page - 1) * PAGE_SIZE
  const { column, ascending } = sortColumn(sort)
  const { data, count, error, status } = await counted(rest, LISTED_COLUMNS, filters)
    .order(column, { ascending })
    // A unique tiebreaker, without which a vehicle could appear on two pages or none.
    .order('id')
    .range(from, from + PAGE_SIZE - 1)
    .overrideTypes<(ListedRow & { total?: number })[], { merge: false }>()
  // Beyond the end, the range is refused (416) or there is no row to read the total from. The total is then requested
  // separately, to redirect to the last page.
  if (status === 416 || (page > 1 && data?.length === 0))
    return { vehicles: [], total: await countVehicles(rest, filters) }
  if (error) throw error
  return { vehicles: data.map(toListed), total: data[0]?.total ?? count ?? 0 }
}

async function countVehicles(rest: Rest, filters: VehicleFilters): Promise<number> {
  const { data, count, error } = await counted(rest, 'id', filters)
    .limit(1)
    .overrideTypes<{ total?: number }[], { merge: false }>()
  if (error) throw error
  return data[0]?.total ?? count ?? 0
}

/** Without filters, each row contains the total, which the database stores. Matches for filters must be counted. */
function counted(rest: Rest, columns: string, filters: VehicleFilters) {
  if (filterKey(filters) === '') return listed(rest, `${columns},total`)
  return filtered(listed(rest, columns, { count: 'exact' }), filters)
}

function filtered(all: ReturnType<typeof listed>, filters: VehicleFilters) {
  let query = all
  for (const [column, values] of Object.entries(valuesOf(filters))) {
    const [only, ...others] = values.map(String)
    if (only === undefined) continue
    query =
      others.length === 0
        ? query.eq(column, only)
        : query.filter(column, 'in', `(${values.map((value) => quoteValue(String(value)))})`)
  }
  if (filters.ulez.length > 0) query = query.is('meets_ulez', true)
  for (const { column, from, to } of rangesOf(filters)) {
    if (from !== undefined) query = query.gte(column, from)
    if (to !== undefined) query = query.lte(column, to)
  }
  return query
}

/** The values that are allowed in each column; an empty list allows all. */
export const valuesOf = (filters: VehicleFilters) => ({
  make: filters.makes,
  model: filters.model ? [filters.model] : [],
  fuel_type: filters.fuelType ? [filters.fuelType] : [],
  transmission: filters.transmission ? [filters.transmission] : [],
  body_type: filters.bodyTypes,
  colour: filters.colours,
  doors: filters.doors.map(Number),
  seats: filters.seats.map(Number),
  hybrid_type: filters.hybridTypes,
})

/** A slider at its end sets no bound, so a vehicle at £120,000 is listed by default. */
export function rangesOf(filters: VehicleFilters) {
  const bound = (value: number, end: number) => (value === end ? undefined : value)
  return [
    { column: 'price', from: bound(filters.minPrice, PRICE_RANGE.min), to: bound(filters.maxPrice, PRICE_RANGE.max) },
    { column: 'year', from: bound(filters.minYear, FIRST_YEAR), to: bound(filters.maxYear, currentYear()) },
    {
      column: 'mileage',
      from: bound(filters.minMileage, MILEAGE_RANGE.min),
      to: bound(filters.maxMileage, MILEAGE_RANGE.max),
    },
  ] as const
}

function sortColumn(sort: VehicleSort) {
  const [, column = 'created_at', direction] = /^(.+)_(asc|desc)$/.exec(sort) ?? []
  return { column, ascending: direction === 'asc' }
}

/** The featured vehicles; if there are none, the newest ones. */
export async function findFeatured(rest: Rest): Promise<ListedVehicle[]> {
  const { data, error } = await rest
    .from('listed_vehicles')
    .select(LISTED_COLUMNS)
    .eq('featured', true)
    .eq('sold', false)
    .order('created_at', { ascending: false })
    .order('id')
    .limit(MAX_FEATURED)
  if (error) throw error
  return data.length > 0 ? data.map(toListed) : (await findNewest(rest)).slice(0, MAX_FEATURED)
}

/** Similar vehicles: first those of the same make, then those close in price. */
export async function findSimilar(rest: Rest, vehicle: ListedVehicle): Promise<ListedVehicle[]> {
  const { make, price } = vehicle
  // Without a price, the others without one are the closest.
  const close =
    price === null ? 'price.is.null' : `and(price.gte.${Math.round(price * 0.6)},price.lte.${Math.round(price * 1.6)})`
  const { data, error } = await rest
    .from('listed_vehicles')
    .select(LISTED_COLUMNS)
    .eq('sold', false)
    .neq('id', vehicle.id)
    .or(`make.eq.${quoteValue(make)},${close}`)
    .order('created_at', { ascending: false })
    .order('id')
    .limit(24)
  if (error) throw error
  const distance = (other: ListedVehicle) =>
    (price === null || other.price === null ? 0 : Math.abs(Math.log((other.price + 1) / (price + 1)))) -
    (other.make === make ? 1 : 0)
  return data
    .map(toListed)
    .toSorted((a, b) => distance(a) - distance(b))
    .slice(0, MAX_SIMILAR)
}

export async function findNewest(rest: Rest): Promise<ListedVehicle[]> {
  const { data, error } = await rest
    .from('listed_vehicles')
    .select(LISTED_COLUMNS)
    .eq('sold', false)
    .order('created_at', { ascending: false })
    .order('id')
    .limit(MAX_SIMILAR)
  if (error) throw error
  return data.map(toListed)
}

export interface FilterOptions {
  /** The makes, with the number of listed vehicles of each. */
  makes: { name: string; vehicles: number }[]
  /**
   * The models, each with its make, so that choosing a make narrows them down. There may be hundreds, so each field is
   * one list: a page's data would repeat the names of an object's fields for every object.
   */
  models: { make: string[]; model: string[]; vehicles: number[] }
}

interface Found extends Pick<FilterOptions, 'makes'> {
  models: { make: string; model: string; vehicles: number }[]
}

export async function findFilterOptions(rest: Rest): Promise<FilterOptions> {
  const { data, error } = await rest.rpc('find_filter_options', undefined, { get: true })
  if (error) throw error
  const { makes, models } = data as unknown as Found
  makes.sort((a, b) => byName(a.name, b.name))
  models.sort((a, b) => byName(a.model, b.model))
  return {
    makes,
    models: {
      make: models.map(({ make }) => make),
      model: models.map(({ model }) => model),
      vehicles: models.map(({ vehicles }) => vehicles),
    },
  }
}

export interface SitemapEntry {
  id: string
  updatedAt: string
}

export async function countSitemapParts(rest: Rest): Promise<number> {
  const vehicles = await countVehicles(rest, defaultFilters())
  return Math.min(Math.max(Math.ceil(vehicles / SITEMAP_VEHICLES), 1), MAX_SITEMAP_PARTS)
}

/**
 * The vehicles in a sitemap part, read in batches no larger than the REST service's row limit. Parts are numbered from
 * 1.
 */
export async function findForSitemap(rest: Rest, part: number): Promise<SitemapEntry[]> {
  const entries: SitemapEntry[] = []
  let last = part === 1 ? '' : await findIdAt(rest, (part - 1) * SITEMAP_VEHICLES)
  while (last !== undefined && entries.length < SITEMAP_VEHICLES) {
    const query = listed(rest, 'id,updated_at').order('id').limit(SITEMAP_PORTION)
    const { data, error } = await (last ? query.gt('id', last) : query).overrideTypes<
      { id: string; updated_at: string }[],
      { merge: false }
    >()
    if (error) throw error
    entries.push(...data.map((row) => ({ id: row.id, updatedAt: row.updated_at })))
    last = data.length < SITEMAP_PORTION ? undefined : data.at(-1)?.id
  }
  return entries
}

/** The vehicle at this position, counted from 1; null beyond the end. */
async function findIdAt(rest: Rest, place: number): Promise<string | undefined> {
  const { data, error } = await listed(rest, 'id')
    .order('id')
    .range(place - 1, place - 1)
    .overrideTypes<{ id: string }[], { merge: false }>()
  if (error) throw error
  return data[0]?.id
}
