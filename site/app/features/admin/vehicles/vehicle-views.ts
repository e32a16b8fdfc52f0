// The choices above the vehicle tables: which vehicles, in which order.

export interface VehicleView {
  value: string
  label: string
  where: { featured?: boolean; sold?: boolean }
  order: { column: 'created_at' | 'updated_at' | 'price'; ascending: boolean }
}

const newest = { column: 'created_at', ascending: false } as const
const dearest = { column: 'price', ascending: false } as const
const cheapest = { column: 'price', ascending: true } as const

export const STOCK_VIEWS: readonly VehicleView[] = [
  { value: 'all', label: 'All Vehicles', where: {}, order: newest },
  { value: 'featured', label: 'Featured Only', where: { featured: true }, order: newest },
  { value: 'sold', label: 'Sold Vehicles', where: { sold: true }, order: newest },
  { value: 'available', label: 'Available Vehicles', where: { sold: false }, order: newest },
  { value: 'recent', label: 'Recently Added', where: {}, order: newest },
  { value: 'price-desc', label: 'Price: High to Low', where: {}, order: dearest },
  { value: 'price-asc', label: 'Price: Low to High', where: {}, order: cheapest },
]

export const SOLD_VIEWS: readonly VehicleView[] = [
  { value: 'all', label: 'All Sold', where: { sold: true }, order: newest },
  {
    value: 'recent',
    label: 'Recently Sold',
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
