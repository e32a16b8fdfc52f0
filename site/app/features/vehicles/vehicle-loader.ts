import { type AppLoadContext, data } from 'react-router'
import { type Rest, restFor } from '#app/lib/backend.ts'
import { isUuid } from '#app/lib/uuid.ts'
import { toVehicle, type Vehicle, type VehicleRow } from '#app/lib/vehicle.ts'
import { findVehicle, WHOLE } from '#app/lib/whole-vehicles.ts'
import { FACT_NAMES } from '#supabase/functions/_shared/vehicle-facts.ts'
import { factsJsonLd, groupFacts, otherSpecifications, type StoredFacts } from './vehicle-facts.ts'
import { mediaOf } from './vehicle-media.ts'

/** Loads the vehicle in the URL, and responds with 503 if it cannot be read. */
export const readVehicle = (context: AppLoadContext, id: string): Promise<Vehicle | null> =>
  findVehicle(restFor(context), id).catch(unavailable)

function unavailable(error: unknown): never {
  console.error('The vehicle could not be read:', error)
  throw data(null, { status: 503 })
}

const WITH_FACTS = `${WHOLE},stock_number,meets_ulez,vehicle_identity(registration),${FACT_NAMES.join(',')}`

async function findWithFacts(rest: Rest, id: string) {
  if (!isUuid(id)) return null
  const { data: row, error } = await rest
    .from('vehicles')
    .select(WITH_FACTS)
    .eq('id', id)
    .maybeSingle()
    .overrideTypes<VehicleRow & StoredFacts, { merge: false }>()
  if (error) throw error
  if (!row) return null
  const vehicle = toVehicle(row)
  return {
    vehicle: { ...vehicle, specifications: otherSpecifications(vehicle.specifications, row) },
    stockNumber: row.stock_number,
    facts: groupFacts(row),
    carData: factsJsonLd(row),
    media: mediaOf(row),
  }
}

/** Loads the vehicle in the URL with everything that its page says about it. */
export const readVehicleWithFacts = (context: AppLoadContext, id: string) =>
  findWithFacts(restFor(context), id).catch(unavailable)

/** Like the function above, but for pages that need the vehicle: responds with 404 if it does not exist. */
export async function requireVehicle(context: AppLoadContext, id: string): Promise<Vehicle> {
  const vehicle = await readVehicle(context, id)
  if (!vehicle) throw data(null, { status: 404 })
  return vehicle
}
