// The filters of the vehicle list, as they are in the URL. A view may narrow the list as well.

import { addDays, londonDate } from '#app/lib/dates.ts'

/** The states that the database computes (`vehicle_state`), by their value in the URL. */
export const STATE_FILTERS = [
  { value: 'draft', label: 'Draft' },
  { value: 'no-picture', label: 'No picture' },
  { value: 'listed', label: 'Listed' },
  { value: 'reserved', label: 'Reserved' },
  { value: 'sold', label: 'Sold' },
  { value: 'expired', label: 'Expired' },
] as const

export const DAYS_FILTERS = [
  { value: 'to-30', label: '30 days or less', from: 0, to: 30 },
  { value: 'over-30', label: 'Over 30 days', from: 31, to: null },
  { value: 'over-60', label: 'Over 60 days', from: 61, to: null },
  { value: 'over-90', label: 'Over 90 days', from: 91, to: null },
] as const

export const WITHOUT_PICTURES = 'none'
export const INCOMPLETE_SALE = 'incomplete'

const MAKE_LENGTH = 100

export interface VehicleFilters {
  make: string
  state: (typeof STATE_FILTERS)[number]['value'] | ''
  days: (typeof DAYS_FILTERS)[number]['value'] | ''
  pictures: typeof WITHOUT_PICTURES | ''
  /** Sold vehicles whose sale an admin still has to complete. */
  sale: typeof INCOMPLETE_SALE | ''
}

export const NO_VEHICLE_FILTERS = {
  make: '',
  state: '',
  days: '',
  pictures: '',
  sale: '',
} as const satisfies VehicleFilters

/** The filters in the URL. Values that cannot be right are ignored, and so is what only admins know. */
export function readVehicleFilters(params: URLSearchParams, isAdmin: boolean): VehicleFilters {
  const oneOf = <Value extends string>(key: string, options: readonly { value: Value }[]) =>
    options.find(({ value }) => value === params.get(key))?.value ?? ''
  return {
    make: (params.get('make') ?? '').slice(0, MAKE_LENGTH),
    state: oneOf('state', STATE_FILTERS),
    days: oneOf('days', DAYS_FILTERS),
    pictures: oneOf('pictures', [{ value: WITHOUT_PICTURES }]),
    sale: isAdmin ? oneOf('sale', [{ value: INCOMPLETE_SALE }]) : '',
  }
}

export const countVehicleFilters = (filters: VehicleFilters) => Object.values(filters).filter(Boolean).length

/** The state's name in the database. */
export const stateOf = ({ state }: VehicleFilters) => STATE_FILTERS.find(({ value }) => value === state)?.label

/** The first and last day on which vehicles with this many days in stock came in; `from` is null for "and earlier". */
export function stockedBetween({ days }: VehicleFilters, today = londonDate()) {
  const range = DAYS_FILTERS.find(({ value }) => value === days)
  if (!range) return null
  return { from: range.to === null ? null : addDays(today, -range.to), to: addDays(today, -range.from) }
}
