// The 20 test vehicles as arguments for `seed_vehicle`.

import { addDays, londonDate } from '#app/lib/dates.ts'
import { type DemoVehicle, rowOf, SOLD_LISTED_DAYS } from '#supabase/demo/stock.ts'

export function toSeedArguments(vehicle: DemoVehicle, images: string[], today = londonDate()) {
  return {
    _vehicle: {
      ...rowOf(vehicle),
      sold_expiry_date: vehicle.sold ? addDays(today, SOLD_LISTED_DAYS) : null,
    },
    _images: images,
    _features: vehicle.features,
    _specifications: vehicle.specifications,
  }
}
