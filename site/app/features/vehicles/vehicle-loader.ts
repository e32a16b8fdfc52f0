import { type AppLoadContext, data } from 'react-router'
import { restFor } from '#app/lib/backend.ts'
import type { Vehicle } from '#app/lib/vehicle.ts'
import { findVehicle } from '#app/lib/whole-vehicles.ts'

/** The vehicle that an address names. A page that cannot have it answers 503. */
export const readVehicle = (context: AppLoadContext, id: string): Promise<Vehicle | null> =>
  findVehicle(restFor(context), id).catch((error: unknown) => {
    console.error('The vehicle could not be read:', error)
    throw data(null, { status: 503 })
  })

/** The same for pages that have nothing to say without it: 404. */
export async function requireVehicle(context: AppLoadContext, id: string): Promise<Vehicle> {
  const vehicle = await readVehicle(context, id)
  if (!vehicle) throw data(null, { status: 404 })
  return vehicle
}
