// What to show if nothing matches a search: the same search with fewer and wider conditions.
import type { Conditions, SearchQuery } from './conditions.ts'

/** Each step costs a query. */
const MAX_STEPS = 5
const PRICE_MARGIN = 0.25
const YEARS_MARGIN = 2
const MILEAGE_MARGIN = 0.5

const of = (wanted: Conditions, ...keys: (keyof Conditions)[]): Conditions =>
  Object.fromEntries(Object.entries(wanted).filter(([key]) => keys.includes(key as keyof Conditions)))

function widened(wanted: Conditions): Conditions {
  const wide = { ...wanted }
  if (wide.min_price) wide.min_price = Math.round(wide.min_price * (1 - PRICE_MARGIN))
  if (wide.max_price) wide.max_price = Math.round(wide.max_price * (1 + PRICE_MARGIN))
  if (wide.min_year) wide.min_year -= YEARS_MARGIN
  if (wide.max_year) wide.max_year += YEARS_MARGIN
  if (wide.max_mileage) wide.max_mileage = Math.round(wide.max_mileage * (1 + MILEAGE_MARGIN))
  // Few cars have more than five seats. These have the most room.
  if ((wide.min_seats ?? Math.max(...(wide.seats ?? [0]))) > 5) {
    delete wide.min_seats
    delete wide.seats
    wide.body_type ??= ['MPV', 'SUV']
  }
  return wide
}

/** The closest searches first; the last one finds every vehicle. */
export function nearestQueries({ filters, wanted }: SearchQuery): SearchQuery[] {
  const { model: _, ...others } = wanted
  const steps: Conditions[] = [
    wanted,
    widened(wanted),
    widened(others),
    of(wanted, 'make', 'body_type'),
    of(wanted, 'body_type', 'fuel_type'),
    of(wanted, 'make'),
    of(wanted, 'body_type'),
    of(wanted, 'fuel_type', 'hybrid_type'),
    of(widened(wanted), 'min_price', 'max_price'),
  ]
  const different = new Map(steps.map((step) => [JSON.stringify(step), step]))
  different.delete('{}')
  const distinct = [...[...different.values()].slice(0, MAX_STEPS), {}]
  return distinct.map((step) => ({ filters, wanted: step, words: [], pieces: [] }))
}
