// What a vehicle's page says where the dealer has not written anything yet.
import type { Vehicle } from '#app/lib/vehicle.ts'

const FEATURES = [
  'Air Conditioning',
  'Bluetooth Connectivity',
  'Cruise Control',
  'Parking Sensors',
  'Alloy Wheels',
  'Central Locking',
]

const SPECIFICATIONS = {
  'Engine Size': '2.0L',
  'Body Type': 'Sedan',
  Colour: 'As pictured',
  Doors: '5',
  Seats: '5',
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
  return `This ${year} ${make} ${model} has been inspected and prepared by us, and comes with our free 6 month warranty. Please get in touch for its full history and condition: we are glad to answer every question.`
}
