// What a vehicle page shows until the dealer has entered a description, features or specifications. Search engines,
// AutoTrader, search and filters never see any of it.
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

/** Examples would be invented facts about a real car, so only demo vehicles have them. */
export function describe(vehicle: Vehicle, hasFacts = false) {
  const { description, features, specifications, isDemo } = vehicle
  const hasSpecifications = !isDemo || hasFacts || Object.keys(specifications).length > 0
  return {
    description: description.trim() || fallbackDescription(vehicle),
    features: isDemo && features.length === 0 ? FEATURES : features,
    specifications: Object.entries(hasSpecifications ? specifications : SPECIFICATIONS),
  }
}

/** Makes no claim about the car. */
function fallbackDescription({ year, make, model }: Vehicle): string {
  return `Please get in touch to ask about the history and condition of this ${year} ${make} ${model}. We’re happy to answer any questions.`
}
