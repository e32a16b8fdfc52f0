import { expect, test } from 'vitest'
import { isHidden, vehicleStatus } from './vehicle-status.ts'

const today = '2026-11-15'
const vehicle = { featured: false, sold: false, sold_expiry_date: null, vehicle_images: ['front.jpg'] }

test.each([
  ['sold with an expiry date in the past', { sold: true, sold_expiry_date: '2026-11-14' }, 'Expired'],
  ['sold with an expiry date of today', { sold: true, sold_expiry_date: '2026-11-15' }, 'Sold'],
  ['sold with an expiry date in the future', { sold: true, sold_expiry_date: '2026-12-01' }, 'Sold'],
  ['sold without an expiry date', { sold: true }, 'Sold'],
  ['sold and still marked featured', { sold: true, featured: true, sold_expiry_date: '2026-12-01' }, 'Sold'],
  ['featured', { featured: true }, 'Featured'],
  ['neither sold nor featured', {}, 'Listed'],
])('a vehicle that is %s has the right badge', (_, facts, status) => {
  expect(vehicleStatus({ ...vehicle, ...facts }, today)).toBe(status)
})

test.each([
  ['listed with a picture', {}, false],
  ['listed without a picture', { vehicle_images: [] }, true],
  ['featured without a picture', { featured: true, vehicle_images: [] }, true],
  ['expired without a picture', { sold: true, sold_expiry_date: '2026-11-14', vehicle_images: [] }, false],
])('a vehicle that is %s is marked as hidden only if it is for sale and has no picture', (_, facts, hidden) => {
  expect(isHidden({ ...vehicle, ...facts }, today)).toBe(hidden)
})
