// What a vehicle runs on and how it changes gear, in the order in which screens offer it. The database's checks hold the
// same; a test compares the two.

export const FUEL_TYPES = ['Petrol', 'Diesel', 'Hybrid', 'Electric'] as const
export const TRANSMISSIONS = ['Automatic', 'Manual', 'Semi-Automatic'] as const

export type FuelType = (typeof FUEL_TYPES)[number]
export type Transmission = (typeof TRANSMISSIONS)[number]
