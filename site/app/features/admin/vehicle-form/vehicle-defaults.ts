import { NEW_VEHICLE_COLOUR_KEY, SPECIFICATION } from '#supabase/functions/_shared/specifications.ts'
import { FACT_NAMES, FACTS, type FactName, factCalled } from '#supabase/functions/_shared/vehicle-facts.ts'
import { EMPTY_RECORD } from './record.schema.ts'
import {
  blankFields,
  NOTHING_TYPED,
  type StoredVehicle,
  toFormValues,
  type VehicleFormValues,
} from './vehicle-form.schema.ts'

/** The specification's example values, which only the demo may offer: on a real site they become false claims. */
const EXAMPLES = {
  features: ['Air Conditioning', 'Bluetooth', 'Navigation'],
  specifications: [
    { spec_key: SPECIFICATION.engineSize, spec_value: '2.0L' },
    { spec_key: SPECIFICATION.bodyType, spec_value: 'Sedan' },
    { spec_key: NEW_VEHICLE_COLOUR_KEY, spec_value: 'White' },
    { spec_key: SPECIFICATION.doors, spec_value: '5' },
  ],
}

export function newVehicleValues({ withExamples }: { withExamples: boolean }): VehicleFormValues {
  return {
    ...blankFields(),
    images: [],
    ...(withExamples ? EXAMPLES : { features: [], specifications: [] }),
    typed: NOTHING_TYPED,
    record: EMPTY_RECORD,
  }
}

/** The facts that are the same for every car of a kind. The others would be false claims about the copy. */
const SHARED_GROUPS: readonly string[] = ['body', 'engine', 'running']
const isShared = (fact: FactName) => SHARED_GROUPS.includes(FACTS[fact].group)

const COPIED = [
  'title',
  'make',
  'model',
  'year',
  'fuel_type',
  'transmission',
  'description',
  ...FACT_NAMES.filter(isShared),
] as const

/** A new vehicle that starts as a copy: without its own price, mileage, history, pictures, record and state. */
export function copiedValues(original: StoredVehicle): VehicleFormValues {
  const values = toFormValues(original)
  return {
    ...newVehicleValues({ withExamples: false }),
    ...Object.fromEntries(COPIED.map((name) => [name, values[name]])),
    features: values.features,
    specifications: values.specifications.filter(({ spec_key }) => {
      const fact = factCalled(spec_key)
      return !fact || isShared(fact)
    }),
  }
}
