import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { fetchPage } from '#app/features/admin/list/fetch-page.ts'
import { browserRest } from '#app/lib/backend.ts'
import { searchFilter } from '#app/lib/search-filter.ts'
import type { VehicleView } from './vehicle-views.ts'

const ROW = `id, title, make, model, year, price, mileage, fuel_type, transmission, featured, sold, sold_expiry_date,
  updated_at, vehicle_images(image_url)` as const

export type VehicleRow = Awaited<ReturnType<typeof fetchVehicles>>['rows'][number]

function fetchVehicles(view: VehicleView, q: string, page: number) {
  return fetchPage(page, (from, to) => {
    let query = browserRest()
      .from('vehicles')
      .select(ROW, { count: 'exact' })
      .order(view.order.column, { ascending: view.order.ascending })
      // Equal prices keep one order, so that no vehicle is on two pages or none.
      .order('id')
      .order('display_order', { referencedTable: 'vehicle_images' })
      .limit(1, { referencedTable: 'vehicle_images' })
      .range(from, to)
    for (const [column, value] of Object.entries(view.where)) query = query.eq(column, value)
    const search = searchFilter(q, ['title', 'make', 'model'])
    return search ? query.or(search) : query
  })
}

export const vehiclePage = (view: VehicleView, q: string, page: number) =>
  queryOptions({
    queryKey: ['vehicles', view.where, view.order, q, page],
    queryFn: () => fetchVehicles(view, q, page),
    placeholderData: keepPreviousData,
  })

export async function deleteVehicle(id: string) {
  const { data, error } = await browserRest().from('vehicles').delete().eq('id', id).select('id')
  if (error) throw error
  // Row-level security answers a forbidden delete with no rows, not with an error.
  if (data.length === 0) throw new Error('Nothing was deleted')
}
