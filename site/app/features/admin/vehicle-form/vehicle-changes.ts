// What someone else's save changed, in the words of the form.

import { formatDate } from '#app/lib/dates.ts'
import type { VehicleFormValues } from './vehicle-form.schema.ts'
import { VEHICLE_LABELS, type VehicleFieldName } from './vehicle-labels.ts'

export interface FieldChange {
  label: string
  /** As it was when the form was opened; null when that is no longer known. */
  before: string | null
  now: string
  /** As it stands in this form, where that is something else than what is saved now. */
  mine: string | null
}

const NAMES = Object.keys(VEHICLE_LABELS) as VehicleFieldName[]
const LONGEST_SHOWN = 160

const isEqual = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b)

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

function shown(values: VehicleFormValues, name: VehicleFieldName): string {
  const text = toText(values, name)
  if (!text) return 'none'
  return text.length > LONGEST_SHOWN ? `${text.slice(0, LONGEST_SHOWN)}…` : text
}

/** Pictures are counted, and as many may still be others. */
const differently = (text: string, before: string) => (text === before ? `${text}, not the same` : text)

/**
 * The fields that were saved differently since the form was opened. After a draft was restored it is no longer known what
 * they were before: then all that differ from the form.
 */
export function changesSince(
  opened: VehicleFormValues,
  saved: VehicleFormValues,
  mine: VehicleFormValues,
): FieldChange[] {
  const changed = NAMES.filter((name) => !isEqual(opened[name], saved[name]))
  const names = changed.length > 0 ? changed : NAMES.filter((name) => !isEqual(mine[name], saved[name]))
  return names.map((name) => {
    const before = changed.length > 0 ? shown(opened, name) : null
    const now = shown(saved, name)
    return {
      label: VEHICLE_LABELS[name],
      before,
      now: before === null ? now : differently(now, before),
      mine: isEqual(mine[name], saved[name]) ? null : shown(mine, name),
    }
  })
}
