// The listing's state and its URL. The URL holds the whole state, so a list can be shared, bookmarked and rendered on
// the server; a plain GET form sends the same parameters, with the defaults spelt out.

import { formatMiles, formatPrice } from '#app/lib/money.ts'
import { MAX_SEARCH_LENGTH } from '#supabase/functions/_shared/search/limits.ts'

export const ANY = 'Any'

export const PRICE_RANGE = { min: 0, max: 100_000, step: 1_000 } as const
export const MILEAGE_RANGE = { min: 0, max: 200_000, step: 5_000 } as const
export const FIRST_YEAR = 2000
export const PAGE_SIZE = 20

const MAX_TEXT_LENGTH = MAX_SEARCH_LENGTH

export interface VehicleFilters {
  searchTerm: string
  make: string
  model: string
  minYear: number
  maxYear: number
  minPrice: number
  maxPrice: number
  transmission: string
  fuelType: string
  minMileage: number
  maxMileage: number
}

export const SORT_OPTIONS = [
  { value: 'created_at_desc', label: 'Newest First' },
  { value: 'price_asc', label: 'Price: Low to High' },
  { value: 'price_desc', label: 'Price: High to Low' },
  { value: 'year_desc', label: 'Year: Newest First' },
  { value: 'year_asc', label: 'Year: Oldest First' },
  { value: 'mileage_asc', label: 'Mileage: Low to High' },
  { value: 'mileage_desc', label: 'Mileage: High to Low' },
] as const

/** Without a choice, a search shows the best matches first. */
const SEARCH_SORT_OPTIONS = [
  { value: 'created_at_desc', label: 'Best Match' },
  { value: 'newest', label: 'Newest First' },
  ...SORT_OPTIONS.slice(1),
] as const

export type VehicleSort = (typeof SEARCH_SORT_OPTIONS)[number]['value']

export const sortOptions = ({ searchTerm }: VehicleFilters): readonly { value: VehicleSort; label: string }[] =>
  searchTerm ? SEARCH_SORT_OPTIONS : SORT_OPTIONS
export type ListingView = 'grid' | 'list'

export interface ListingState {
  filters: VehicleFilters
  sort: VehicleSort
  page: number
  view: ListingView
}

export const currentYear = () => new Date().getFullYear()

export function defaultFilters(): VehicleFilters {
  return {
    searchTerm: '',
    make: '',
    model: '',
    minYear: FIRST_YEAR,
    maxYear: currentYear(),
    minPrice: PRICE_RANGE.min,
    maxPrice: PRICE_RANGE.max,
    transmission: '',
    fuelType: '',
    minMileage: MILEAGE_RANGE.min,
    maxMileage: MILEAGE_RANGE.max,
  }
}

const TEXT_PARAMS = {
  q: 'searchTerm',
  make: 'make',
  model: 'model',
  fuel: 'fuelType',
  transmission: 'transmission',
} as const
const RANGE_PARAMS = ['minPrice', 'maxPrice', 'minYear', 'maxYear', 'minMileage', 'maxMileage'] as const

export function parseListing(params: URLSearchParams): ListingState {
  const filters = parseFilters(params)
  return {
    filters,
    sort: sortOptions(filters).find(({ value }) => value === params.get('sort'))?.value ?? 'created_at_desc',
    page: Math.max(1, Math.min(parseWhole(params.get('page')) ?? 1, 100_000)),
    view: params.get('view') === 'list' ? 'list' : 'grid',
  }
}

/**
 * The first option of every select means that there is no filter; in the search box, the same word is an ordinary
 * search term.
 */
const isAny = (field: keyof VehicleFilters, text: string) => text === ANY && field !== 'searchTerm'

function parseFilters(params: URLSearchParams): VehicleFilters {
  const filters = defaultFilters()
  for (const [param, field] of Object.entries(TEXT_PARAMS)) {
    // Postgres rejects NUL, and none of the other characters can be typed on a keyboard.
    const text = (params.get(param) ?? '')
      .replaceAll(/\p{Cc}/gu, ' ')
      .trim()
      .slice(0, MAX_TEXT_LENGTH)
    filters[field] = isAny(field, text) ? '' : text
  }
  for (const field of RANGE_PARAMS) filters[field] = parseWhole(params.get(field)) ?? filters[field]
  return tidyRanges(filters)
}

function parseWhole(text: string | null): number | undefined {
  return text !== null && /^\d{1,9}$/.test(text) ? Number(text) : undefined
}

/**
 * Clamps the bounds to the slider's range and puts them in order, because without JavaScript the two thumbs can pass
 * each other.
 */
function tidyRanges(filters: VehicleFilters): VehicleFilters {
  const [minPrice, maxPrice] = tidyRange(filters.minPrice, filters.maxPrice, PRICE_RANGE)
  const [minMileage, maxMileage] = tidyRange(filters.minMileage, filters.maxMileage, MILEAGE_RANGE)
  const [minYear, maxYear] = tidyRange(filters.minYear, filters.maxYear, { min: FIRST_YEAR, max: currentYear() })
  return { ...filters, minPrice, maxPrice, minMileage, maxMileage, minYear, maxYear }
}

function tidyRange(from: number, to: number, { min, max }: { min: number; max: number }): [number, number] {
  const clamp = (value: number) => Math.min(max, Math.max(min, value))
  return from <= to ? [clamp(from), clamp(to)] : [clamp(to), clamp(from)]
}

/** The listing's canonical URL, which contains only what differs from the defaults, always in the same order. */
export function listingSearch({ filters, sort, page, view }: ListingState): string {
  const params = filterParams(filters)
  if (sort !== 'created_at_desc') params.set('sort', sort)
  if (view !== 'grid') params.set('view', view)
  if (page > 1) params.set('page', String(page))
  const text = params.toString()
  return text && `?${text}`
}

function filterParams(filters: VehicleFilters): URLSearchParams {
  const defaults = defaultFilters()
  const params = new URLSearchParams()
  for (const [param, field] of Object.entries(TEXT_PARAMS)) {
    const text = filters[field].trim()
    if (text && !isAny(field, text)) params.set(param, text)
  }
  for (const field of RANGE_PARAMS) if (filters[field] !== defaults[field]) params.set(field, String(filters[field]))
  return params
}

export const listingPath = (state: ListingState) => `/vehicles${listingSearch(state)}`

/** This key is the same for any two sets of filters that find the same vehicles. */
export const filterKey = (filters: VehicleFilters): string => filterParams(filters).toString()

/** A result's cache group: everything that it depends on except the page. */
export function resultKey({ filters, sort }: Pick<ListingState, 'filters' | 'sort'>): string {
  return `${filterKey(filters)}|${sort}`
}

export interface ActiveFilter {
  label: string
  /** The filters with these fields reset. */
  without: Partial<VehicleFilters>
}

/** The filters that are set, apart from the search: the server says what it understood by that. */
export function activeFilters(filters: VehicleFilters): ActiveFilter[] {
  const defaults = defaultFilters()
  const active: ActiveFilter[] = []
  // Removing the make keeps the model, which the visitor may still want.
  for (const field of ['make', 'model', 'fuelType', 'transmission'] as const)
    if (filters[field]) active.push({ label: filters[field], without: { [field]: '' } })
  for (const [from, to, format] of RANGE_LABELS) {
    const range = rangeLabel(filters[from], filters[to], [defaults[from], defaults[to]], format)
    if (range) active.push({ label: range, without: { [from]: defaults[from], [to]: defaults[to] } })
  }
  return active
}

const RANGE_LABELS = [
  ['minPrice', 'maxPrice', formatPrice],
  ['minMileage', 'maxMileage', formatMiles],
  ['minYear', 'maxYear', String],
] as const

function rangeLabel(from: number, to: number, ends: [number, number], format: (value: number) => string) {
  if (from === ends[0] && to === ends[1]) return undefined
  if (from === ends[0]) return `Up to ${format(to)}`
  if (to === ends[1]) return `From ${format(from)}`
  return `${format(from)} to ${format(to)}`
}
