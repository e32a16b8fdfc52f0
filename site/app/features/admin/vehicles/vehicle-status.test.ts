import { expect, test } from 'vitest'
import { isHidden, vehicleStatus } from './vehicle-status.ts'

const vehicle = { vehicle_state: 'Listed', featured: false, vehicle_images: ['front.jpg'] }

test.each([
  ['Listed', false, 'Listed'],
  ['Listed', true, 'Featured'],
  ['No picture', false, 'Listed'],
  ['No picture', true, 'Featured'],
  ['Reserved', true, 'Reserved'],
  ['Draft', true, 'Draft'],
  ['Sold', false, 'Sold'],
  ['Expired', false, 'Expired'],
])('a vehicle in the state %s, featured: %s, has the badge %s', (vehicle_state, featured, status) => {
  expect(vehicleStatus({ ...vehicle, vehicle_state, featured })).toBe(status)
})

test.each([
  ['Listed', false, false],
  ['No picture', true, true],
  ['Reserved', true, true],
  ['Sold', true, true],
  ['Expired', true, false],
  ['Draft', true, false],
])('a vehicle in the state %s without a picture (%s) is marked as hidden: %s', (vehicle_state, isBare, hidden) => {
  expect(isHidden({ ...vehicle, vehicle_state, vehicle_images: isBare ? [] : ['front.jpg'] })).toBe(hidden)
})
