// Lists what another save changed, using the form's labels.

import { changedFields } from '#app/features/admin/field-changes.ts'
import { formatDate } from '#app/lib/dates.ts'
import { VEHICLE_LABELS, type VehicleFieldName, type VehicleFormValues } from './vehicle-form.schema.ts'

function toText(values: VehicleFormValues, name: VehicleFieldName): string {
  const value = values[name]
  if (name === 'images') return values.images.length === 1 ? '1 image' : `${values.images.length} images`
  if (name === 'features') return values.features.join(', ')
  if (name === 'specifications') {
    return values.specifications.map(({ spec_key, spec_value }) => `${spec_key}: ${spec_value}`).join(', ')
  }
  if (typeof value === 'boolean') return value ? 'Yes' : 'No'
  if (name === 'sold_expiry_date') return value ? formatDate(String(value)) : ''
  return String(value ?? '')
}

const FIELD_TEXTS = {
  names: Object.keys(VEHICLE_LABELS) as VehicleFieldName[],
  labelOf: (name: VehicleFieldName) => VEHICLE_LABELS[name],
  toText,
}

export const changesSince = (opened: VehicleFormValues, saved: VehicleFormValues, mine: VehicleFormValues) =>
  changedFields(FIELD_TEXTS, opened, saved, mine)
