import { existsSync } from 'node:fs'
import { expect, test } from 'vitest'
import { POPULAR_MAKES } from '../functions/_shared/makes.ts'
import { registrationWarning } from '../functions/_shared/vehicle-identity.ts'
import { DEMO_RECORDS } from './records.ts'
import { DEMO_STOCK } from './stock.ts'

const SPECIFICATIONS = [
  'Engine Size',
  'Body Type',
  'Colour',
  'Doors',
  'Seats',
  'Power',
  '0-62 mph',
  'Top Speed',
  'Economy',
  'CO2',
  'Drive',
  'Previous Owners',
  'Service History',
  'MOT',
  'ULEZ',
]

test('the demo stock has twenty vehicles, two of them sold, and no sold vehicle is featured', () => {
  expect(DEMO_STOCK).toHaveLength(20)
  expect(DEMO_STOCK.filter((vehicle) => vehicle.sold)).toHaveLength(2)
  expect(DEMO_STOCK.filter((vehicle) => vehicle.sold && vehicle.featured)).toEqual([])
})

test.each(DEMO_STOCK)('$title has a full description, features and specifications', (vehicle) => {
  const words = vehicle.description.split(/\s+/).length
  expect(words).toBeGreaterThanOrEqual(80)
  expect(words).toBeLessThanOrEqual(140)
  expect(new Set(vehicle.features).size).toBe(vehicle.features.length)
  expect(vehicle.features.length).toBeGreaterThanOrEqual(10)
  expect(vehicle.features.length).toBeLessThanOrEqual(16)
  expect(vehicle.specifications.map(({ spec_key }) => spec_key.replace('Range', 'Economy'))).toEqual(SPECIFICATIONS)
  expect(vehicle.specifications.every(({ spec_value }) => spec_value.trim() !== '')).toBe(true)
  expect(POPULAR_MAKES).toContain(vehicle.make)
})

test.each(DEMO_STOCK)('the five pictures for $title exist', ({ pictures }) => {
  expect(pictures).toHaveLength(5)
  for (const name of pictures) expect(existsSync(new URL(`./pictures/${name}`, import.meta.url)), name).toBe(true)
})

test('every demo registration is its own, and none could belong to a real car', () => {
  const registrations = DEMO_RECORDS.map(({ registration }) => registration)
  expect(new Set(registrations).size).toBe(20)
  for (const registration of registrations) expect(registrationWarning(registration, null)).not.toBeNull()
})
