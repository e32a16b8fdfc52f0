import type { VehicleFormValues } from './vehicle-form.schema.ts'

export type VehicleFieldName = Exclude<keyof VehicleFormValues, 'typed'>

/** What each is called, in the form and where a change to it is told. */
export const VEHICLE_LABELS: Record<VehicleFieldName, string> = {
  title: 'Title',
  make: 'Make',
  model: 'Model',
  year: 'Year',
  price: 'Price (£)',
  mileage: 'Mileage (miles)',
  fuel_type: 'Fuel Type',
  transmission: 'Transmission',
  description: 'Description',
  featured: 'Featured',
  sold: 'Sold',
  sold_expiry_date: 'Sold Expiry Date',
  features: 'Features',
  specifications: 'Specifications',
  images: 'Vehicle Images',
}
