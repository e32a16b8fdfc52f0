import { formatNumber } from '#app/lib/money.ts'
import { MAX_EXACT_TOTAL } from '#supabase/functions/_shared/search/limits.ts'

/** The filters whose options are counted, by their columns. */
export const COUNTED = [
  'make',
  'model',
  'fuel_type',
  'transmission',
  'body_type',
  'colour',
  'doors',
  'seats',
  'hybrid_type',
  'meets_ulez',
] as const

export const UNKNOWN = -1

/**
 * The options that find at least one vehicle under the other filters, with the number of vehicles. Numbers stop at
 * MAX_EXACT_TOTAL + 1 and may be UNKNOWN.
 */
export type OptionCounts = Record<(typeof COUNTED)[number], Record<string, number>> & {
  /** What all filters find together. */
  total: number
}

export const isKnown = (vehicles: number | undefined): vehicles is number => (vehicles ?? UNKNOWN) > UNKNOWN

export const formatCount = (vehicles: number): string =>
  vehicles > MAX_EXACT_TOTAL ? `${formatNumber(MAX_EXACT_TOTAL)}+` : formatNumber(vehicles)
