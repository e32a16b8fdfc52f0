// The filters that are set, in words: for the chips above the list, and for alerts.
import { formatMiles, formatPrice } from '#app/lib/money.ts'
import { defaultFilters, filterKey, type ListingState, listingSearch, type VehicleFilters } from './vehicle-filters.ts'

export interface ActiveFilter {
  label: string
  /** The query of the list without this filter. */
  without: string
}

const KEPT_PARAMS = ['view', 'body', 'colour', 'doors', 'seats', 'hybrid', 'ulez']

/** The parameters that the form of the list does not show. */
export const keptParams = (listing: ListingState): [param: string, value: string][] =>
  [...new URLSearchParams(listingSearch(listing))].filter(([param]) => KEPT_PARAMS.includes(param))

/** In the order of the filter panel. The search is not among them: the search says what it understood. */
export function activeFilters(filters: VehicleFilters): ActiveFilter[] {
  const without = (part: Partial<VehicleFilters>) => filterKey({ ...filters, ...part })
  return [
    ...listChips(filters, 'makes', without),
    // Removing the make keeps the model, which the visitor may still want.
    ...(['model', 'fuelType', 'transmission'] as const)
      .filter((field) => filters[field])
      .map((field) => ({ label: filters[field], without: without({ [field]: '' }) })),
    ...rangeChips(filters, without),
    ...(['bodyTypes', 'colours', 'doors', 'seats', 'hybridTypes', 'ulez'] as const).flatMap((field) =>
      listChips(filters, field, without),
    ),
  ]
}

type Without = (part: Partial<VehicleFilters>) => string

const LABELS: Partial<Record<ListField, (value: string) => string>> = {
  doors: (value) => `${value} door${value === '1' ? '' : 's'}`,
  seats: (value) => `${value} seat${value === '1' ? '' : 's'}`,
  ulez: () => 'Meets ULEZ standard',
}

type ListField = 'makes' | 'bodyTypes' | 'colours' | 'doors' | 'seats' | 'hybridTypes' | 'ulez'

const listChips = (filters: VehicleFilters, field: ListField, without: Without): ActiveFilter[] =>
  filters[field].map((value) => ({
    label: LABELS[field]?.(value) ?? value,
    without: without({ [field]: filters[field].filter((other) => other !== value) }),
  }))

const RANGES = [
  ['minPrice', 'maxPrice', formatPrice],
  ['minMileage', 'maxMileage', formatMiles],
  ['minYear', 'maxYear', String],
] as const

function rangeChips(filters: VehicleFilters, without: Without): ActiveFilter[] {
  const defaults = defaultFilters()
  return RANGES.flatMap(([from, to, format]) => {
    const label = rangeLabel(filters[from], filters[to], [defaults[from], defaults[to]], format)
    return label === undefined ? [] : [{ label, without: without({ [from]: defaults[from], [to]: defaults[to] }) }]
  })
}

function rangeLabel(from: number, to: number, ends: [number, number], format: (value: number) => string) {
  if (from === ends[0] && to === ends[1]) return undefined
  if (from === ends[0]) return `Up to ${format(to)}`
  if (to === ends[1]) return `From ${format(from)}`
  return `${format(from)} to ${format(to)}`
}
