import { readSort, type Sort, sortParam } from '#app/features/admin/list/sort.ts'
import type { Sorting } from '#app/features/admin/list/sort-header.tsx'
import { useListParams } from '#app/features/admin/list/use-list-params.ts'
import { findView, isOrderOnly, SORTED_COLUMNS, type VehicleView } from './vehicle-views.ts'

interface VehicleOrder {
  chosen: Pick<VehicleView, 'where' | 'order'>
  sorting: Sorting
}

/** Which vehicles to list, and in which order. The view sets both; a sorted column sets only the order. */
export function useVehicleOrder(views: readonly VehicleView[], value: string): VehicleOrder {
  const [params, change] = useListParams()
  const view = findView(views, value)
  const order = readSort(params, SORTED_COLUMNS) ?? view.order
  const onSort = (sort: Sort) => change({ sort: sortParam(sort), ...(isOrderOnly(views, view) ? { view: '' } : {}) })
  return { chosen: { where: view.where, order }, sorting: { sort: order, onSort } }
}
