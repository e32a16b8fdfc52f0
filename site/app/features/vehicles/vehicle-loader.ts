import { type AppLoadContext, data } from 'react-router'
import { restFor } from '#app/lib/backend.ts'
import type { Vehicle } from '#app/lib/vehicle.ts'
import { findVehicle } from '#app/lib/whole-vehicles.ts'

/** Loads the vehicle in the URL, and responds with 503 if it cannot be read. */
export const readVehicle = (context: AppLoadContext, id: string): Promise<Vehicle | null> =>
  findVehicle(restFor(context), id).catch((error: unknown) => {
    console.error('The vehicle could not be read:', error)
    throw data(null, { status: 503 })
  })

/** Like the function above, but for pages that need the vehicle: responds with 404 if it does not exist. */
export async function requireVehicle(context: AppLoadContext, id: string): Promise<Vehicle> {
  const vehicle = await readVehicle(context, id)
  if (!vehicle) throw data(null, { status: 404 })
  return vehicle
}
