// Fuel types and transmissions, in the order shown on screens. The database checks the same lists, and
// supabase/tests/vehicle-options.test.ts compares them.

export const FUEL_TYPES = ['Petrol', 'Diesel', 'Hybrid', 'Electric'] as const
export const TRANSMISSIONS = ['Automatic', 'Manual', 'Semi-Automatic'] as const

export type FuelType = (typeof FUEL_TYPES)[number]
export type Transmission = (typeof TRANSMISSIONS)[number]
