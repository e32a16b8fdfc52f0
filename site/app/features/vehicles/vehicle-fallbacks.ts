// What a vehicle page shows until the dealer has entered a description, features or specifications.
import type { Vehicle } from '#app/lib/vehicle.ts'
import { SPECIFICATION } from '#supabase/functions/_shared/specifications.ts'

const FEATURES = [
  'Air Conditioning',
  'Bluetooth Connectivity',
  'Cruise Control',
  'Parking Sensors',
  'Alloy Wheels',
  'Central Locking',
]

const SPECIFICATIONS = {
  [SPECIFICATION.engineSize]: '2.0L',
  [SPECIFICATION.bodyType]: 'Sedan',
  [SPECIFICATION.colour]: 'As pictured',
  [SPECIFICATION.doors]: '5',
  [SPECIFICATION.seats]: '5',
}

export function describe(vehicle: Vehicle) {
  const { description, features, specifications } = vehicle
  return {
    description: description.trim() || fallbackDescription(vehicle),
    features: features.length > 0 ? features : FEATURES,
    specifications: Object.entries(Object.keys(specifications).length > 0 ? specifications : SPECIFICATIONS),
  }
}

function fallbackDescription({ year, make, model }: Vehicle): string {
  return `We’ve inspected and prepared this ${year} ${make} ${model} ourselves. Please get in touch to ask about its full history and condition. We’re happy to answer any questions.`
}
