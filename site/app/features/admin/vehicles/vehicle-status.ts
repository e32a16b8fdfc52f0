import { londonDate } from '#app/lib/dates.ts'

export type VehicleStatus = 'Expired' | 'Sold' | 'Featured' | 'Listed'

export interface StatusFacts {
  featured: boolean
  sold: boolean
  sold_expiry_date: string | null
}

/** A sold vehicle stays in the public list through its expiry date, so it is expired from the day after. */
export function vehicleStatus(vehicle: StatusFacts, today = londonDate()): VehicleStatus {
  if (vehicle.sold) {
    return vehicle.sold_expiry_date !== null && vehicle.sold_expiry_date < today ? 'Expired' : 'Sold'
  }
  return vehicle.featured ? 'Featured' : 'Listed'
}
