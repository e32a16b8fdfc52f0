// What a search asks of a vehicle. forecourt.vehicle_conditions in supabase/schemas/search.sql reads the same keys.

export interface Conditions {
  make?: string[]
  model?: string[]
  fuel_type?: string[]
  transmission?: string[]
  body_type?: string[]
  colour?: string[]
  hybrid_type?: string[]
  drivetrain?: string[]
  doors?: number[]
  seats?: number[]
  meets_ulez?: true
  min_price?: number
  max_price?: number
  min_year?: number
  max_year?: number
  min_mileage?: number
  max_mileage?: number
  min_seats?: number
}

/** Adds conditions: of two values for the same column, either will do; of two limits, the later one counts. */
export function addConditions(to: Conditions, added: Conditions): Conditions {
  const sum: Record<string, unknown> = { ...to }
  for (const [key, value] of Object.entries(added)) {
    const known = sum[key]
    sum[key] = Array.isArray(known) && Array.isArray(value) ? [...new Set([...known, ...value])] : value
  }
  return sum
}

/** A search as the database takes it (search_vehicles and forecourt.vehicles_matching). */
export interface SearchQuery {
  /** From the filter panel. */
  filters: Conditions
  /** From the words that were understood. */
  wanted: Conditions
  /** The other words, each with its alternatives. All must occur in the vehicle's text. */
  words: string[][]
  /** What was typed. Vehicles whose text contains it are found too, after the others. */
  text?: string
  /** The words that were typed. Vehicles whose names contain them all are found too. */
  pieces: string[]
  /** The registration that the search may be. */
  registration?: string
}
