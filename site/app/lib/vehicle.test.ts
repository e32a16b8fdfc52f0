import { describe, expect, test } from 'vitest'
import { toVehicle, type VehicleRow } from './vehicle.ts'

const row: VehicleRow = {
  id: '0b8f6b9e-4b0e-4f3e-9d0a-3f1f2f7f9a01',
  title: 'Porsche 911 Carrera 4S',
  price: 84995,
  year: 2021,
  mileage: 18500,
  fuel_type: 'Petrol',
  transmission: 'Semi-Automatic',
  make: 'Porsche',
  model: '911',
  description: 'One owner.',
  featured: true,
  sold: false,
  sold_expiry_date: null,
  vehicle_images: [
    { image_url: '/b.webp', is_primary: true, display_order: 1 },
    { image_url: '/a.webp', is_primary: false, display_order: 0 },
  ],
  vehicle_features: [{ feature: 'Heated seats' }, { feature: 'Sunroof' }],
  vehicle_specifications: [
    { spec_key: 'Engine Size', spec_value: '3.0L' },
    { spec_key: 'Doors', spec_value: '2' },
  ],
  demo_vehicles: null,
}

describe('the vehicle shape', () => {
  test('a vehicle has its pictures in display order and the primary picture as its image', () => {
    const vehicle = toVehicle(row)

    expect(vehicle.images).toEqual(['/a.webp', '/b.webp'])
    expect(vehicle.image).toBe('/b.webp')
  })

  test('a vehicle uses the first picture if none is primary, and has no image if it has no pictures', () => {
    const plain = row.vehicle_images.map((image) => ({ ...image, is_primary: false }))

    expect(toVehicle({ ...row, vehicle_images: plain }).image).toBe('/a.webp')
    expect(toVehicle({ ...row, vehicle_images: [] }).image).toBe('')
  })

  test('a vehicle has its features and specifications in the order of the rows', () => {
    const vehicle = toVehicle(row)

    expect(vehicle.features).toEqual(['Heated seats', 'Sunroof'])
    expect(Object.entries(vehicle.specifications)).toEqual([
      ['Engine Size', '3.0L'],
      ['Doors', '2'],
    ])
  })
})
