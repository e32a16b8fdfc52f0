import { londonDate } from '#app/lib/dates.ts'

export type VehicleStatus = 'Expired' | 'Sold' | 'Featured' | 'Listed'

export interface StatusFacts {
  featured: boolean
  sold: boolean
  sold_expiry_date: string | null
  vehicle_images: unknown[]
}

/** A sold vehicle stays listed until the end of its expiry date, and expires the next day. */
export function vehicleStatus(vehicle: StatusFacts, today = londonDate()): VehicleStatus {
  if (vehicle.sold) {
    return vehicle.sold_expiry_date !== null && vehicle.sold_expiry_date < today ? 'Expired' : 'Sold'
  }
  return vehicle.featured ? 'Featured' : 'Listed'
}

/** Public lists omit vehicles without a picture. An expired vehicle has its own badge and is not listed anyway. */
export const isHidden = (vehicle: StatusFacts, today = londonDate()) =>
  vehicle.vehicle_images.length === 0 && vehicleStatus(vehicle, today) !== 'Expired'
