/** The badges. Those of the specification do not say whether a vehicle has a picture, so a note is added to them. */
export type VehicleStatus = 'Draft' | 'Listed' | 'Featured' | 'Reserved' | 'Sold' | 'Expired'

export interface StatusFacts {
  /** Computed by the database, for the day of the request. */
  vehicle_state: string | null
  featured: boolean
  vehicle_images: unknown[]
}

export interface SaleFacts {
  sold?: boolean
  /** Only admins can read it. */
  vehicle_sales?: { channel: string | null } | null
}

export const isSaleIncomplete = ({ sold, vehicle_sales: sale }: SaleFacts) =>
  Boolean(sold && sale && sale.channel === null)

export function vehicleStatus({ vehicle_state, featured }: StatusFacts): VehicleStatus {
  if (vehicle_state === 'Listed' || vehicle_state === 'No picture') return featured ? 'Featured' : 'Listed'
  return vehicle_state as VehicleStatus
}

/** Public lists omit vehicles without a picture. Drafts and expired vehicles are not listed anyway. */
export const isHidden = (vehicle: StatusFacts) =>
  vehicle.vehicle_images.length === 0 && !['Draft', 'Expired'].includes(vehicleStatus(vehicle))
