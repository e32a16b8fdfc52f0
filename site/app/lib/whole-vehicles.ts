// Vehicles by id with images, features and specifications, for the vehicle page, the lead forms and saved copies.
import type { Rest } from './backend.ts'
import { isUuid } from './uuid.ts'
import { toVehicle, VEHICLE_COLUMNS, type Vehicle } from './vehicle.ts'

export const WHOLE =
  `${VEHICLE_COLUMNS},vehicle_images(image_url,is_primary,display_order,placeholder,caption),vehicle_features(feature),vehicle_specifications(spec_key,spec_value),demo_vehicles(vehicle_id),listed_vehicles(was_price,was_until)` as const

/** The ids are part of the URL, whose length is limited. */
const IDS_AT_ONCE = 100

/** Also null for a malformed id, which the database would reject as a bad request. */
export async function findVehicle(rest: Rest, id: string): Promise<Vehicle | null> {
  if (!isUuid(id)) return null
  const { data, error } = await rest.from('vehicles').select(WHOLE).eq('id', id).maybeSingle()
  if (error) throw error
  return data && toVehicle(data)
}

export async function findVehiclesById(rest: Rest, ids: string[]): Promise<Vehicle[]> {
  const known = ids.filter(isUuid)
  const lists = Array.from({ length: Math.ceil(known.length / IDS_AT_ONCE) }, (_, index) =>
    known.slice(index * IDS_AT_ONCE, (index + 1) * IDS_AT_ONCE),
  )
  const found = await Promise.all(
    lists.map(async (list) => {
      const { data, error } = await rest.from('vehicles').select(WHOLE).in('id', list)
      if (error) throw error
      return data.map(toVehicle)
    }),
  )
  return found.flat()
}
