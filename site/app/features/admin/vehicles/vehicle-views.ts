// The views of the vehicle tables: which vehicles they list, and in which order. A sorted column overrides the order.

import type { Sort } from '#app/features/admin/list/sort.ts'

export const SORTED_COLUMNS = [
  'title',
  'make',
  'price',
  'year',
  'mileage',
  'transmission',
  'fuel_type',
  'status',
  'sold_expiry_date',
  'updated_at',
  'since',
] as const

/** Sorts by the first day in stock. There is no column for it. */
export const LONGEST_IN_STOCK = 'since' satisfies (typeof SORTED_COLUMNS)[number]

type OrderName = (typeof SORTED_COLUMNS)[number] | 'created_at'

export interface VehicleView {
  value: string
  label: string
  where: { featured?: boolean; sold?: boolean; hidden?: boolean }
  order: Sort<OrderName>
}

const newest = { column: 'created_at', ascending: false } as const
const dearest = { column: 'price', ascending: false } as const
const cheapest = { column: 'price', ascending: true } as const

export const STOCK_VIEWS: readonly VehicleView[] = [
  { value: 'all', label: 'All Vehicles', where: {}, order: newest },
  { value: 'featured', label: 'Featured Only', where: { featured: true }, order: newest },
  { value: 'sold', label: 'Sold Vehicles', where: { sold: true }, order: newest },
  { value: 'available', label: 'Available Vehicles', where: { sold: false }, order: newest },
  { value: 'drafts', label: 'Drafts', where: { hidden: true }, order: newest },
  { value: 'recent', label: 'Recently Added', where: {}, order: newest },
  { value: 'price-desc', label: 'Price: High to Low', where: {}, order: dearest },
  { value: 'price-asc', label: 'Price: Low to High', where: {}, order: cheapest },
]

export const SOLD_VIEWS: readonly VehicleView[] = [
  { value: 'all', label: 'All sold', where: { sold: true }, order: newest },
  {
    value: 'recent',
    label: 'Recently sold',
    where: { sold: true },
    order: { column: 'updated_at', ascending: false },
  },
  { value: 'price-desc', label: 'Price: High to Low', where: { sold: true }, order: dearest },
  { value: 'price-asc', label: 'Price: Low to High', where: { sold: true }, order: cheapest },
]

export function findView(views: readonly VehicleView[], value: string): VehicleView {
  const view = views.find((candidate) => candidate.value === value) ?? views[0]
  if (!view) throw new Error('A list needs at least one view')
  return view
}

/** A sorted column replaces a view that only sets an order, but not one that filters vehicles. */
export const isOrderOnly = (views: readonly VehicleView[], view: VehicleView) =>
  Object.keys(view.where).length === Object.keys(views[0]?.where ?? {}).length

/** The database columns behind a sort. In ascending order, the status goes from Featured through Listed to Sold. */
export function toOrders({ column, ascending }: Sort<OrderName>): { column: string; ascending: boolean }[] {
  if (column === 'status') {
    return [
      { column: 'sold', ascending },
      { column: 'featured', ascending: !ascending },
      { column: 'sold_expiry_date', ascending: !ascending },
    ]
  }
  if (column === 'make') {
    return [
      { column, ascending },
      { column: 'model', ascending },
    ]
  }
  if (column === 'since') return [{ column: 'vehicle_stock(since)', ascending }]
  return [{ column, ascending }]
}
