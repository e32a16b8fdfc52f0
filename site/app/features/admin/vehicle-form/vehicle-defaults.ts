import type { VehicleFormValues } from './vehicle-form.schema.ts'

export function newVehicleValues(): VehicleFormValues {
  return {
    title: '',
    make: '',
    model: '',
    year: '',
    price: '',
    mileage: '',
    // An unchosen select is empty text; the schema refuses it with words.
    fuel_type: '' as VehicleFormValues['fuel_type'],
    transmission: '' as VehicleFormValues['transmission'],
    description: '',
    featured: false,
    sold: false,
    sold_expiry_date: '',
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
