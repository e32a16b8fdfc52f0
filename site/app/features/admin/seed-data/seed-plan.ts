// The twenty test vehicles as `seed_vehicle` takes them.

import { addDays, londonDate } from '#app/lib/dates.ts'
import { type DemoVehicle, SOLD_LISTED_DAYS } from '#supabase/demo/stock.ts'

export function toSeedArguments(vehicle: DemoVehicle, images: string[], today = londonDate()) {
  const { title, make, model, year, price, mileage, fuel_type, transmission, description, featured, sold } = vehicle
  return {
    _vehicle: {
      title,
      make,
      model,
      year,
      price,
      mileage,
      fuel_type,
      transmission,
      description,
      featured,
      sold,
      sold_expiry_date: sold ? addDays(today, SOLD_LISTED_DAYS) : null,
    },
    _images: images,
    _features: vehicle.features,
    _specifications: vehicle.specifications,
  }
}
