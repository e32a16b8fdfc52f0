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

type RowWithFacts = VehicleRow & StoredFacts

async function findWithFacts(rest: Rest, ids: string[]) {
  if (ids.length === 0) return []
  const { data: rows, error } = await rest
    .from('vehicles')
    .select(WITH_FACTS)
    .in('id', ids)
    .overrideTypes<RowWithFacts[], { merge: false }>()
  if (error) throw error
  return rows.map(describeRow)
}

function describeRow(row: RowWithFacts) {
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
export async function readVehicleWithFacts(context: AppLoadContext, id: string) {
  const [found] = await readVehiclesWithFacts(context, [id].filter(isUuid))
  return found ?? null
}

/** The vehicles in the order of the ids, without those that do not exist. */
export async function readVehiclesWithFacts(context: AppLoadContext, ids: string[]) {
  const found = await findWithFacts(restFor(context), ids).catch(unavailable)
  return found.toSorted((one, other) => ids.indexOf(one.vehicle.id) - ids.indexOf(other.vehicle.id))
}

/** Like `readVehicle`, but for pages that need the vehicle: responds with 404 if it does not exist. */
export async function requireVehicle(context: AppLoadContext, id: string): Promise<Vehicle> {
  const vehicle = await readVehicle(context, id)
  if (!vehicle) throw data(null, { status: 404 })
  return vehicle
}
