import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { fetchPage } from '#app/features/admin/list/fetch-page.ts'
import { browserRest } from '#app/lib/backend.ts'
import { searchFilters } from '#app/lib/search-filter.ts'
import { toOrders, type VehicleView } from './vehicle-views.ts'

const ROW = `id, title, make, model, year, price, mileage, fuel_type, transmission, featured, sold, sold_expiry_date,
  updated_at, vehicle_images(image_url)` as const

type Listed = Pick<VehicleView, 'where' | 'order'>

export type VehicleRow = Awaited<ReturnType<typeof fetchVehicles>>['rows'][number]

function fetchVehicles(view: Listed, q: string, page: number) {
  return fetchPage(page, (from, to) => {
    let query = browserRest().from('vehicles').select(ROW, { count: 'exact' })
    for (const { column, ascending } of toOrders(view.order))
      query = query.order(column, { ascending, nullsFirst: false })
    query = query
      // A stable order for rows with the same value, so that every vehicle is on exactly one page.
      .order('id')
      .order('display_order', { referencedTable: 'vehicle_images' })
      .limit(1, { referencedTable: 'vehicle_images' })
      .range(from, to)
    for (const [column, value] of Object.entries(view.where)) query = query.eq(column, value)
    for (const word of searchFilters(q, ['title', 'make', 'model'])) query = query.or(word)
    return query
  })
}

export const vehiclePage = (view: Listed, q: string, page: number) =>
  queryOptions({
    queryKey: ['vehicles', view.where, view.order, q, page],
    queryFn: () => fetchVehicles(view, q, page),
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
