import { NEW_VEHICLE_COLOUR_KEY, SPECIFICATION } from '#supabase/functions/_shared/specifications.ts'
import { blankFields, NOTHING_TYPED, type VehicleFormValues } from './vehicle-form.schema.ts'

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
  }
}
