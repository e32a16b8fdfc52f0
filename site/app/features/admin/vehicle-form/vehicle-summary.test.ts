import { expect, test } from 'vitest'
import { newVehicleValues } from './vehicle-defaults.ts'
import { summarise } from './vehicle-summary.ts'

const empty = newVehicleValues({ withExamples: false })
const pictures = (count: number) =>
  Array.from({ length: count }, (_, index) => ({ image_url: `${index}.jpg`, caption: '' }))
const complete = {
  ...empty,
  title: 'Golf GTI',
  make: 'Volkswagen',
  model: 'Golf',
  year: '2022',
  price: '25995',
  mileage: '19700',
  fuel_type: 'Petrol' as const,
  transmission: 'Manual' as const,
  description: 'One owner.',
  images: pictures(3),
}

test.each([
  [complete, '3 pictures'],
  [{ ...complete, price: '0' }, '3 pictures, no price'],
  [{ ...complete, images: [], description: ' ' }, 'No pictures, no description'],
  [{ ...complete, images: pictures(1), mileage: '' }, '1 picture, no mileage'],
  [empty, 'No pictures, no title, no make and 7 more'],
])('a vehicle’s summary says what it lacks (%#)', (values, words) => {
  expect(summarise(values)).toBe(words)
})
