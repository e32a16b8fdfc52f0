import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { fetchPage } from '#app/features/admin/list/fetch-page.ts'
import { stockList, vehicleSearch } from '#app/features/admin/vehicle-search.ts'
import { browserRest } from '#app/lib/backend.ts'
import { NO_VEHICLE_FILTERS, stateOf, stockedBetween, type VehicleFilters } from './vehicle-filters.ts'
import { LONGEST_IN_STOCK, toOrders, type VehicleView } from './vehicle-views.ts'

const ROW =
  `id, stock_number, title, make, model, year, price, mileage, fuel_type, transmission, featured, sold, sold_expiry_date, hidden,
  reserved_until, price_on_application, asking_price, vehicle_state, updated_at, vehicle_images(image_url),
  vehicle_stock(since), vehicle_identity(registration), vehicle_sales(channel)` as const

/** What filters and orders refer to, besides the columns of `vehicles`. */
const FILTERED_PARTS = 'vehicle_stock(), vehicles_without_picture(), vehicle_sales()'

/** Which vehicles to list. */
export interface VehicleListQuery {
  view: Pick<VehicleView, 'where' | 'order'>
  filters?: VehicleFilters
  q: string
}

export type VehicleRow = Awaited<ReturnType<typeof fetchVehicles>>['rows'][number]

/** Vehicles without a value in these columns come last. For the others, `nullslast` would keep indexes from being used. */
const MAY_BE_MISSING: readonly string[] = ['sold_expiry_date', 'vehicle_stock(since)']

/** The ids of a list's vehicles, in order, with their number. `search` is what vehicleSearch returns for the list. */
export function findVehicleIds(list: VehicleListQuery, search: readonly string[]) {
  const { order } = list.view
  const all = selectVehicles(list, search, `id, ${FILTERED_PARTS}`, { count: 'exact' })
  // Every vehicle has a row there. Requiring it lets the database use the index on the days.
  let query = order.column === LONGEST_IN_STOCK ? all.not('vehicle_stock', 'is', null) : all
  for (const { column, ascending } of toOrders(order))
    query = query.order(column, { ascending, ...(MAY_BE_MISSING.includes(column) && { nullsFirst: false }) })
  // A stable order for rows with the same value, so that every vehicle is on exactly one page.
  return query.order('id')
}

const readRows = (ids: readonly string[]) =>
  browserRest()
    .from('vehicles')
    .select(ROW)
    .in('id', ids)
    .order('display_order', { referencedTable: 'vehicle_images' })
    .limit(1, { referencedTable: 'vehicle_images' })

/**
 * The vehicles of a list, without an order. The columns must include FILTERED_PARTS. Only the database knows which vehicles
 * are in a state.
 */
export function selectVehicles<Columns extends string>(
  { view, filters = NO_VEHICLE_FILTERS }: VehicleListQuery,
  search: readonly string[],
  columns: Columns,
  options: { count?: 'exact' } = {},
) {
  const state = stateOf(filters)
  const stocked = stockedBetween(filters)
  let query = stockList(state ? { _state: state } : {}, options).select(columns)
  for (const [column, value] of Object.entries(view.where)) query = query.eq(column, value)
  for (const filter of search) query = query.or(filter)
  if (filters.make) query = query.eq('make', filters.make)
  if (filters.pictures) query = query.not('vehicles_without_picture', 'is', null)
  if (filters.sale) query = query.not('vehicle_sales', 'is', null).is('vehicle_sales.channel', null)
  if (stocked) query = query.not('vehicle_stock', 'is', null).lte('vehicle_stock.since', stocked.to)
  if (stocked?.from) query = query.gte('vehicle_stock.since', stocked.from)
  return query
}

/**
 * Finds a page's vehicles first, and then reads these vehicles. Reading both at once would compute the states and read the
 * pictures of all vehicles on the pages before.
 */
async function fetchVehicles(list: VehicleListQuery, page: number) {
  const search = await vehicleSearch(list.q)
  const { rows: found, ...rest } = await fetchPage(page, (from, to) => findVehicleIds(list, search).range(from, to))
  if (found.length === 0) return { ...rest, rows: [] }
  const { data, error } = await readRows(found.map(({ id }) => id))
  if (error) throw error
  const byId = new Map(data.map((vehicle) => [vehicle.id, vehicle]))
  return { ...rest, rows: found.flatMap(({ id }) => byId.get(id) ?? []) }
}

export const vehiclePage = (list: VehicleListQuery, page: number) =>
  queryOptions({
    queryKey: ['vehicles', list.view.where, list.view.order, list.filters, list.q, page],
    queryFn: () => fetchVehicles(list, page),
    placeholderData: keepPreviousData,
  })

export async function deleteVehicle(id: string) {
  const { data, error } = await browserRest().from('vehicles').delete().eq('id', id).select('id')
  if (error) throw error
  // For a forbidden delete, row-level security returns no rows rather than an error.
  if (data.length === 0) throw new Error('Nothing was deleted')
}

interface Availability {
  sold: boolean
  featured: boolean
  sold_expiry_date: string | null
}

export async function changeAvailability(id: string, availability: Availability) {
  const { data, error } = await browserRest().from('vehicles').update(availability).eq('id', id).select('id, sold')
  if (error) throw error
  const [saved] = data
  // For a forbidden update, row-level security returns no rows rather than an error.
  if (!saved) throw new Error('Nothing was updated')
  return saved
}

/**
 * Returns the vehicle as saved. If it has changed since this version, nothing is saved, and what the vehicle is now is
 * returned instead; null if it has been deleted.
 */
export async function changePrice(id: string, version: string, price: number) {
  const columns = 'id, sold, price' as const
  const vehicles = browserRest().from('vehicles')
  const { data, error } = await vehicles.update({ price }).eq('id', id).eq('updated_at', version).select(columns)
  if (error) throw error
  const [saved] = data
  if (saved) return { saved, changed: null }
  const now = await browserRest().from('vehicles').select('asking_price, updated_at').eq('id', id).maybeSingle()
  if (now.error) throw now.error
  // For a forbidden update, row-level security returns no rows rather than an error.
  if (now.data?.updated_at === version) throw new Error('Nothing was updated')
  return { saved: null, changed: now.data }
}

export const OPEN_LEADS_SHOWN = 5

/** A vehicle's enquiries and test drives that are not closed yet: the latest ones, and how many there are. */
export const openLeads = (vehicleId: string) =>
  queryOptions({
    queryKey: ['inbox', 'open', vehicleId],
    queryFn: async () => {
      const { data, count, error } = await browserRest()
        .from('inbox')
        .select('kind, name, preferred_date', { count: 'exact' })
        .eq('vehicle_id', vehicleId)
        .neq('status', 'Closed')
        .order('created_at', { ascending: false })
        .limit(OPEN_LEADS_SHOWN)
      if (error) throw error
      return { leads: data, total: count ?? data.length }
    },
  })
