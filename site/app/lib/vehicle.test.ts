import { describe, expect, test } from 'vitest'
import { addDays, londonDate } from './dates.ts'
import { pictureMark } from './picture-mark.ts'
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
  price_on_application: false,
  reserved_until: null,
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
  listed_vehicles: { was_price: null, was_until: null },
}

describe('the vehicle shape', () => {
  test('a vehicle has its pictures in display order and the primary picture as its image', () => {
    const vehicle = toVehicle(row)

    expect(vehicle.images).toEqual(['/a.webp', '/b.webp'])
    expect(vehicle.image).toBe('/b.webp')
  })

  test('a vehicle has the captions of those pictures that have one', () => {
    const [first, second] = row.vehicle_images.map((image) => ({ ...image, caption: null }))
    const captioned = [{ ...first, caption: 'Front' }, second] as typeof row.vehicle_images

    expect(toVehicle({ ...row, vehicle_images: captioned }).captions).toEqual({ '/b.webp': 'Front' })
    expect(toVehicle(row)).not.toHaveProperty('captions')
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

  test('a vehicle has its “was” price up to and including the last day', () => {
    const today = londonDate()
    const wasPriceUntil = (was_until: string) =>
      toVehicle({ ...row, listed_vehicles: { was_price: 89_995, was_until } }).wasPrice

    expect(wasPriceUntil(today)).toBe(89_995)
    expect(wasPriceUntil(addDays(today, -1))).toBeUndefined()
    expect(toVehicle(row)).not.toHaveProperty('wasPrice')
    expect(toVehicle({ ...row, listed_vehicles: null })).not.toHaveProperty('wasPrice')
  })

  test('a vehicle is reserved up to and including the last day', () => {
    const today = londonDate()
    expect(toVehicle({ ...row, reserved_until: today }).isReserved).toBe(true)
    expect(toVehicle({ ...row, reserved_until: addDays(today, -1) })).not.toHaveProperty('isReserved')
    expect(toVehicle(row)).not.toHaveProperty('isReserved')
  })

  test('a vehicle on application has no price', () => {
    expect(toVehicle({ ...row, price: 0, price_on_application: true }).price).toBeNull()
    expect(toVehicle({ ...row, price: 0 }).price).toBe(0)
  })

  test('the mark on the picture says Reserved rather than Featured', () => {
    const reserved = { ...row, reserved_until: londonDate() }
    expect(pictureMark(toVehicle(reserved))).toBe('Reserved')
    expect(pictureMark(toVehicle(row))).toBe('Featured')
    expect(pictureMark(toVehicle({ ...row, featured: false }))).toBeFalsy()
  })
})
