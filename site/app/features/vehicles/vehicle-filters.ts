// The listing's state and its URL. The URL holds the whole state, so a list can be shared, bookmarked and rendered on
// the server; a plain GET form sends the same parameters, with the defaults spelt out.

import { MAX_SEARCH_LENGTH } from '#supabase/functions/_shared/search/limits.ts'

export const ANY = 'Any'

export const PRICE_RANGE = { min: 0, max: 100_000, step: 1_000 } as const
export const MILEAGE_RANGE = { min: 0, max: 200_000, step: 5_000 } as const
export const FIRST_YEAR = 2000
export const PAGE_SIZE = 20

const MAX_TEXT_LENGTH = MAX_SEARCH_LENGTH
/** The most values of one filter. */
export const MAX_VALUES = 10

/** Of several values of the same filter, any will do. They are in alphabetical order. */
export interface VehicleFilters {
  searchTerm: string
  makes: string[]
  model: string
  minYear: number
  maxYear: number
  minPrice: number
  maxPrice: number
  transmission: string
  fuelType: string
  minMileage: number
  maxMileage: number
  bodyTypes: string[]
  colours: string[]
  doors: string[]
  seats: string[]
  hybridTypes: string[]
  /** Contains Yes or nothing. */
  ulez: string[]
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
    makes: [],
    model: '',
    minYear: FIRST_YEAR,
    maxYear: currentYear(),
    minPrice: PRICE_RANGE.min,
    maxPrice: PRICE_RANGE.max,
    transmission: '',
    fuelType: '',
    minMileage: MILEAGE_RANGE.min,
    maxMileage: MILEAGE_RANGE.max,
    bodyTypes: [],
    colours: [],
    doors: [],
    seats: [],
    hybridTypes: [],
    ulez: [],
  }
}

const NAME = /^[a-z][\w -]{1,29}$/i
const NUMBER = /^[1-9]\d?$/

/** The filters' parameters that are texts, in the order of the URL, each with what its values look like. */
const TEXT_PARAMS = {
  q: ['searchTerm', /./],
  make: ['makes', /./],
  model: ['model', /./],
  fuel: ['fuelType', /./],
  transmission: ['transmission', /./],
  body: ['bodyTypes', NAME],
  colour: ['colours', NAME],
  doors: ['doors', NUMBER],
  seats: ['seats', NUMBER],
  hybrid: ['hybridTypes', NAME],
  ulez: ['ulez', /^Yes$/],
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
  for (const [param, [field, pattern]] of Object.entries(TEXT_PARAMS)) {
    // Postgres rejects NUL, and none of the other characters can be typed on a keyboard.
    const texts = params.getAll(param).map((text) =>
      text
        .replaceAll(/\p{Cc}/gu, ' ')
        .trim()
        .slice(0, MAX_TEXT_LENGTH),
    )
    const isValue = (text = '') => pattern.test(text) && !isAny(field, text)
    const value = Array.isArray(filters[field])
      ? [...new Set(texts.filter(isValue))].sort().slice(0, MAX_VALUES)
      : (texts.slice(0, 1).find(isValue) ?? '')
    Object.assign(filters, { [field]: value })
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
  for (const [param, [field]] of Object.entries(TEXT_PARAMS))
    for (const text of [filters[field]].flat().sort())
      if (text.trim() && !isAny(field, text)) params.append(param, text.trim())
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
