import { toPrice } from '#app/features/admin/price-rules.ts'
import { VEHICLE_LABELS, type VehicleFormValues } from './vehicle-form.schema.ts'

/** In the order of the form. The first few that are missing are named. */
const NEEDED = [
  'title',
  'make',
  'model',
  'year',
  'price',
  'mileage',
  'fuel_type',
  'transmission',
  'description',
] as const
const NAMED = 2

/** "Price (£)" becomes "price". */
const nameOf = (field: (typeof NEEDED)[number]) => VEHICLE_LABELS[field].replace(/ \(.*/, '').toLowerCase()

const isMissing = (values: VehicleFormValues, field: (typeof NEEDED)[number]) =>
  field === 'price' ? toPrice(values.price) === 0 : values[field].trim() === ''

/** What the vehicle has and lacks, for example "3 pictures, no price". */
export function summarise(values: VehicleFormValues): string {
  const { length } = values.images
  const pictures = length === 0 ? 'No pictures' : `${length} ${length === 1 ? 'picture' : 'pictures'}`
  const missing = NEEDED.filter((field) => isMissing(values, field)).map((field) => `no ${nameOf(field)}`)
  const more = missing.length - NAMED
  return [pictures, ...missing.slice(0, NAMED)].join(', ') + (more > 0 ? ` and ${more} more` : '')
}
