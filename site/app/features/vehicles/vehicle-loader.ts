import { type AppLoadContext, data } from 'react-router'
import { restFor } from '#app/lib/backend.ts'
import type { Vehicle } from '#app/lib/vehicle.ts'
import { findVehicle } from '#app/lib/whole-vehicles.ts'

/** The vehicle that an address names. A page that cannot have it answers 404 when there is none, else 503. */
export async function requireVehicle(context: AppLoadContext, id: string): Promise<Vehicle> {
  const vehicle = await findVehicle(restFor(context), id).catch((error: unknown) => {
    console.error('The vehicle could not be read:', error)
    throw data(null, { status: 503 })
  })
  if (!vehicle) throw data(null, { status: 404 })
  return vehicle
}
