import { londonDate } from '#app/lib/dates.ts'

export type VehicleStatus = 'Expired' | 'Sold' | 'Featured' | 'Listed'

export interface StatusFacts {
  featured: boolean
  sold: boolean
  sold_expiry_date: string | null
  vehicle_images: unknown[]
}

/** A sold vehicle stays in the public list through its expiry date, so it is expired from the day after. */
export function vehicleStatus(vehicle: StatusFacts, today = londonDate()): VehicleStatus {
  if (vehicle.sold) {
    return vehicle.sold_expiry_date !== null && vehicle.sold_expiry_date < today ? 'Expired' : 'Sold'
  }
  return vehicle.featured ? 'Featured' : 'Listed'
}

/** The public lists leave out what has no picture. Of an expired vehicle its own badge says that it is gone. */
export const isHidden = (vehicle: StatusFacts, today = londonDate()) =>
  vehicle.vehicle_images.length === 0 && vehicleStatus(vehicle, today) !== 'Expired'
