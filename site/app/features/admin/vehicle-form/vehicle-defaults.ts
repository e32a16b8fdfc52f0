import { blankFields, type VehicleFormValues } from './vehicle-form.schema.ts'

export function newVehicleValues(): VehicleFormValues {
  return {
    ...blankFields(),
    images: [],
    features: ['Air Conditioning', 'Bluetooth', 'Navigation'],
    specifications: [
      { spec_key: 'Engine Size', spec_value: '2.0L' },
      { spec_key: 'Body Type', spec_value: 'Sedan' },
      { spec_key: 'Color', spec_value: 'White' },
      { spec_key: 'Doors', spec_value: '5' },
    ],
  }
}
