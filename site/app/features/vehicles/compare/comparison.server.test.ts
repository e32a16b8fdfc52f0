import { expect, test } from 'vitest'
import type { FactGroup } from '#app/features/vehicles/vehicle-facts.ts'
import type { Vehicle } from '#app/lib/vehicle.ts'
import { compareVehicles } from './comparison.server.ts'

const CAR: Vehicle = {
  id: '1',
  title: 'A car',
  image: '',
  placeholder: null,
  images: [],
  make: 'Audi',
  model: 'A4',
  year: 2020,
  price: 20000,
  mileage: 1000,
  fuelType: 'Petrol',
  transmission: 'Manual',
  description: '',
  features: [],
  specifications: {},
  featured: false,
  sold: false,
  soldExpiryDate: null,
}

const rowsOf = (...cars: { vehicle?: Partial<Vehicle>; facts?: FactGroup[] }[]) => {
  const groups = compareVehicles(cars.map(({ vehicle, facts = [] }) => ({ vehicle: { ...CAR, ...vehicle }, facts })))
  return new Map(groups.flatMap(({ title, rows }) => rows.map((row) => [`${title}: ${row.label}`, row] as const)))
}

test('a fact differs if two cars are known to differ, and not if one of them says nothing', () => {
  const rows = rowsOf(
    { facts: [['Body', [['Doors', '5']]]] },
    { vehicle: { price: null, year: 2021 }, facts: [['Body', [['Colour', 'Red']]]] },
  )

  expect(rows.get('At a glance: Year')).toMatchObject({ values: ['2020', '2021'], differs: true })
  expect(rows.get('At a glance: Fuel type')).toMatchObject({ differs: false })
  expect(rows.get('At a glance: Price')).toMatchObject({ values: ['£20,000', 'Price on application'], differs: true })
  expect(rows.get('Body: Doors')).toMatchObject({ values: ['5', ''], differs: false })
  expect(rows.get('Body: Colour')).toMatchObject({ values: ['', 'Red'], differs: false })
})

test('a fact and a specification that state the same share a row', () => {
  const rows = rowsOf(
    { facts: [['Body', [['Colour', 'Red']]]] },
    { vehicle: { specifications: { 'Exterior colour': 'Blue', Keys: '2', 'Boot space': '500 l' } } },
  )

  expect(rows.get('Body: Colour')).toMatchObject({ values: ['Red', 'Blue'], differs: true })
  expect(rows.get('Specifications: Boot space')).toMatchObject({ values: ['', '500 l'], differs: false })
  expect([...rows.keys()].filter((name) => /colour/i.test(name))).toEqual(['Body: Colour'])
})

test('features match whatever their capitals, and a car without any features says nothing about them', () => {
  const rows = rowsOf(
    { vehicle: { features: ['Sunroof', 'Heated seats'] } },
    { vehicle: { features: ['sunroof'] } },
    { vehicle: { features: [] } },
  )

  expect(rows.get('Features: Sunroof')).toMatchObject({ values: ['Yes', 'Yes', ''], differs: false })
  expect(rows.get('Features: Heated seats')).toMatchObject({ values: ['Yes', '', ''], differs: true })
})

test('example features and specifications are not compared', () => {
  expect([...rowsOf({ vehicle: { isDemo: true } }).keys()].every((name) => name.startsWith('At a glance'))).toBe(true)
})
