import { formatMiles, formatPrice } from '#app/lib/money.ts'
import type { WantedCar } from './wanted-queries.ts'

const anyOf = (names: readonly (string | number)[] = []) => names.join(' or ')

/** Makes and models keep their capitals, and so do abbreviations such as SUV. */
const lower = (names: readonly string[] = []) =>
  names.map((name) => (name === name.toUpperCase() ? name : name.toLowerCase()))

function range(from: string | undefined, to: string | undefined, under: string): string {
  if (from !== undefined && to !== undefined) return `${from} to ${to}`
  if (from !== undefined) return `from ${from}`
  return to === undefined ? '' : `${under} ${to}`
}

const written = <Value>(value: Value | undefined, format: (value: Value) => string) =>
  value === undefined ? undefined : format(value)

/** "Blue electric Audi A4 estate, under £20,000": what was wanted, as a buyer would say it. */
export function wantedInWords(wanted: WantedCar): string {
  const kind = [
    anyOf(lower(wanted.colour)),
    anyOf(lower(wanted.transmission)),
    anyOf(lower(wanted.hybrid_type ?? wanted.fuel_type)),
  ].filter(Boolean)
  const name = [anyOf(wanted.make), anyOf(wanted.model), anyOf(lower(wanted.body_type))].filter(Boolean)
  const car = [...kind, ...(name.length > 0 ? name : ['car'])].join(' ')
  const parts = [
    car === 'car' ? 'Any car' : car,
    anyOf(lower(wanted.drivetrain)),
    range(written(wanted.min_price, formatPrice), written(wanted.max_price, formatPrice), 'under'),
    range(written(wanted.min_year, String), written(wanted.max_year, String), 'up to'),
    range(written(wanted.min_mileage, formatMiles), written(wanted.max_mileage, formatMiles), 'under'),
    wanted.doors ? `${anyOf(wanted.doors)} doors` : '',
    wanted.seats ? `${anyOf(wanted.seats)} seats` : '',
    wanted.min_seats ? `at least ${wanted.min_seats} seats` : '',
    wanted.meets_ulez ? 'meets ULEZ' : '',
    wanted.words?.length ? `“${wanted.words.join(' ')}”` : '',
  ]
  const text = parts.filter(Boolean).join(', ')
  return text.charAt(0).toUpperCase() + text.slice(1)
}
