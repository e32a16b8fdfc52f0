// Lists what another save changed, using the form's labels.

import { changedFields } from '#app/features/admin/field-changes.ts'
import { formatDate } from '#app/lib/dates.ts'
import type { RecordValues } from './record.schema.ts'
import { VEHICLE_LABELS, type VehicleFieldName, type VehicleFormValues } from './vehicle-form.schema.ts'

/** For example "3 images: Front, Seats". */
function imagesText(images: VehicleFormValues['images']): string {
  const captions = images.flatMap(({ caption }) => caption || [])
  const count = images.length === 1 ? '1 image' : `${images.length} images`
  return captions.length > 0 ? `${count}: ${captions.join(', ')}` : count
}

function toText(values: VehicleFormValues, name: VehicleFieldName): string {
  const value = values[name]
  if (name === 'images') return imagesText(values.images)
  if (name === 'features') return values.features.join(', ')
  if (name === 'specifications') {
    return values.specifications.map(({ spec_key, spec_value }) => `${spec_key}: ${spec_value}`).join(', ')
  }
  if (typeof value === 'boolean') return value ? 'Yes' : 'No'
  if (name === 'sold_expiry_date') return value ? formatDate(String(value)) : ''
  return String(value ?? '')
}

const RECORD_LABELS: Record<keyof RecordValues, string> = {
  identity: 'Registration and VIN',
  ledger: 'Purchase',
  costs: 'Costs',
  sale: 'Sale',
}

function recordText(record: RecordValues, part: keyof RecordValues): string {
  if (part === 'costs') return record.costs.map(({ what, amount }) => `${what}: £${amount}`).join(', ')
  if (part === 'sale') {
    const { price, sold_on, buyer, channel } = record.sale
    return [price && `£${price}`, sold_on && formatDate(sold_on), buyer?.name, channel].filter(Boolean).join(', ')
  }
  if (part === 'ledger') {
    const { bought_from, bought_on, bought_for, target_price } = record.ledger
    const target = target_price && `target £${target_price}`
    return [bought_from, bought_on && formatDate(bought_on), bought_for && `£${bought_for}`, target]
      .filter(Boolean)
      .join(', ')
  }
  const { registration, vin, show_registration } = record.identity
  return [registration, vin, show_registration && 'registration shown to buyers'].filter(Boolean).join(', ')
}

type Compared = VehicleFormValues & RecordValues
type ComparedName = VehicleFieldName | keyof RecordValues

const isOfRecord = (name: ComparedName): name is keyof RecordValues => name in RECORD_LABELS

const FIELD_TEXTS = {
  names: [...Object.keys(VEHICLE_LABELS), ...Object.keys(RECORD_LABELS)] as ComparedName[],
  labelOf: (name: ComparedName) => (isOfRecord(name) ? RECORD_LABELS[name] : VEHICLE_LABELS[name]),
  toText: (values: Compared, name: ComparedName) =>
    isOfRecord(name) ? recordText(values.record, name) : toText(values, name),
}

const withRecord = (values: VehicleFormValues): Compared => ({ ...values, ...values.record })

export const changesSince = (opened: VehicleFormValues, saved: VehicleFormValues, mine: VehicleFormValues) =>
  changedFields(FIELD_TEXTS, withRecord(opened), withRecord(saved), withRecord(mine))
