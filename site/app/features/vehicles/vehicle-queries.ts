import type { Rest } from '#app/lib/backend.ts'
import { londonDate } from '#app/lib/dates.ts'
import { quoteValue, searchFilter } from '#app/lib/search-filter.ts'
import { toVehicle, VEHICLE_COLUMNS, type Vehicle, type VehicleRow } from '#app/lib/vehicle.ts'
import {
  currentYear,
  FIRST_YEAR,
  type ListingState,
  MILEAGE_RANGE,
  PAGE_SIZE,
  PRICE_RANGE,
  type VehicleFilters,
  type VehicleSort,
} from './vehicle-filters.ts'

const MAX_FEATURED = 3
const MAX_SIMILAR = 3
const SITEMAP_LIMIT = 49_000
const SITEMAP_PORTION = 1000
const SEARCHED_COLUMNS = ['title', 'description', 'make', 'model'] as const

const PARTS = 'vehicle_features(feature),vehicle_specifications(spec_key,spec_value)'
const IMAGES = '(image_url,is_primary,display_order,placeholder)'
/** The inner join leaves vehicles without a picture out. */
const LISTED = `${VEHICLE_COLUMNS},vehicle_images!inner${IMAGES},${PARTS}` as const
const WHOLE = `${VEHICLE_COLUMNS},vehicle_images${IMAGES},${PARTS}` as const

export interface VehiclePage {
  vehicles: Vehicle[]
  total: number
}

/** By the dealer's calendar: a sold vehicle stays in the list to the end of its last day in London. */
const visibleToday = () => `sold.eq.false,and(sold.eq.true,sold_expiry_date.gte.${londonDate()})`

export async function findVehicles(rest: Rest, { filters, sort, page }: ListingState): Promise<VehiclePage> {
  const from = (page - 1) * PAGE_SIZE
  const { column, ascending } = sortColumn(sort)
  const { data, count, error, status } = await filtered(rest, filters, false)
    .order(column, { ascending })
    // Equal prices would otherwise come in any order, and a vehicle could show on two pages or none.
    .order('id')
    .range(from, from + PAGE_SIZE - 1)
    // The two selects of `filtered` leave the type open.
    .overrideTypes<VehicleRow[], { merge: false }>()
  // 416: the page lies beyond the end. The total is then asked for alone, to lead to the last page.
  if (status === 416) return { vehicles: [], total: await countVehicles(rest, filters) }
  if (error) throw error
  return { vehicles: data.map(toVehicle), total: count ?? data.length }
}

export async function countVehicles(rest: Rest, filters: VehicleFilters, signal?: AbortSignal): Promise<number> {
  const query = filtered(rest, filters, true)
  const { count, error } = await (signal ? query.abortSignal(signal) : query)
  if (error) throw error
  return count ?? 0
}

function filtered(rest: Rest, filters: VehicleFilters, head: boolean) {
  let query = rest
    .from('vehicles')
    .select(head ? 'id,vehicle_images!inner(image_url)' : LISTED, { count: 'exact', head })
    .or(visibleToday())
  const search = searchFilter(filters.searchTerm, SEARCHED_COLUMNS)
  if (search) query = query.or(search)
  if (filters.make) query = query.eq('make', filters.make)
  if (filters.model) query = query.eq('model', filters.model)
  if (filters.fuelType) query = query.eq('fuel_type', filters.fuelType)
  if (filters.transmission) query = query.eq('transmission', filters.transmission)
  for (const { column, from, to } of rangesOf(filters)) {
    if (from !== undefined) query = query.gte(column, from)
    if (to !== undefined) query = query.lte(column, to)
  }
  return query
}

/** A slider at its end sets no bound: a vehicle of £120,000 is listed by default. */
function rangesOf(filters: VehicleFilters) {
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

export async function findFeatured(rest: Rest): Promise<Vehicle[]> {
  const { data, error } = await rest
    .from('vehicles')
    .select(LISTED)
    .eq('featured', true)
    .eq('sold', false)
    .order('created_at', { ascending: false })
    .order('id')
    .limit(MAX_FEATURED)
  if (error) throw error
  return data.map(toVehicle)
}

const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i

/** None for an id that was never one, too: the database would call it a bad request. */
export async function findVehicle(rest: Rest, id: string): Promise<Vehicle | null> {
  if (!UUID.test(id)) return null
  const { data, error } = await rest.from('vehicles').select(WHOLE).eq('id', id).maybeSingle()
  if (error) throw error
  return data && toVehicle(data)
}

export async function findVehiclesById(rest: Rest, ids: string[]): Promise<Vehicle[]> {
  const known = ids.filter((id) => UUID.test(id))
  if (known.length === 0) return []
  const { data, error } = await rest.from('vehicles').select(WHOLE).in('id', known)
  if (error) throw error
  return data.map(toVehicle)
}

/** Others one might buy instead: of the same make first, then near in price. */
export async function findSimilar(rest: Rest, vehicle: Vehicle): Promise<Vehicle[]> {
  const cheapest = Math.round(vehicle.price * 0.6)
  const dearest = Math.round(vehicle.price * 1.6)
  const { data, error } = await rest
    .from('vehicles')
    .select(LISTED)
    .eq('sold', false)
    .neq('id', vehicle.id)
    .or(`make.eq.${quoteValue(vehicle.make)},and(price.gte.${cheapest},price.lte.${dearest})`)
    .order('created_at', { ascending: false })
    .order('id')
    .limit(24)
  if (error) throw error
  const distance = (other: Vehicle) =>
    Math.abs(Math.log((other.price + 1) / (vehicle.price + 1))) - (other.make === vehicle.make ? 1 : 0)
  return data
    .map(toVehicle)
    .toSorted((a, b) => distance(a) - distance(b))
    .slice(0, MAX_SIMILAR)
}

export interface FilterOptions {
  makes: string[]
  /** With the make each belongs to, so that choosing a make narrows them. */
  models: { make: string; model: string }[]
}

export async function findFilterOptions(rest: Rest): Promise<FilterOptions> {
  const [makes, models] = await Promise.all([
    rest.from('car_makes').select('name').order('name'),
    rest.from('vehicles').select('make,model').not('model', 'is', null).order('model'),
  ])
  const seen = new Set<string>()
  return {
    makes: makes.data?.map(({ name }) => name) ?? [],
    models: (models.data ?? []).filter(
      ({ make, model }) => !seen.has(`${make}/${model}`) && seen.add(`${make}/${model}`),
    ),
  }
}

export interface SitemapEntry {
  id: string
  updatedAt: string
}

/** As many as a sitemap may name, asked for in portions that the rest service gives at once. */
export async function findForSitemap(rest: Rest): Promise<SitemapEntry[]> {
  const entries: SitemapEntry[] = []
  for (let from = 0; from < SITEMAP_LIMIT; from += SITEMAP_PORTION) {
    const { data, error } = await rest
      .from('vehicles')
      .select('id,updated_at,vehicle_images!inner(image_url)')
      .or(visibleToday())
      .order('id')
      .limit(1, { referencedTable: 'vehicle_images' })
      .range(from, from + SITEMAP_PORTION - 1)
    if (error) throw error
    entries.push(...data.map((row) => ({ id: row.id, updatedAt: row.updated_at })))
    if (data.length < SITEMAP_PORTION) break
  }
  return entries
}
