import { expect, test } from 'vitest'
import { isHidden, vehicleStatus } from './vehicle-status.ts'

const today = '2026-11-15'
const vehicle = { featured: false, sold: false, sold_expiry_date: null, vehicle_images: ['front.jpg'] }

test.each([
  ['sold with an expiry date in the past', { sold: true, sold_expiry_date: '2026-11-14' }, 'Expired'],
  ['sold with an expiry date of today', { sold: true, sold_expiry_date: '2026-11-15' }, 'Sold'],
  ['sold with an expiry date ahead', { sold: true, sold_expiry_date: '2026-12-01' }, 'Sold'],
  ['sold without an expiry date', { sold: true }, 'Sold'],
  ['sold and still marked featured', { sold: true, featured: true, sold_expiry_date: '2026-12-01' }, 'Sold'],
  ['featured', { featured: true }, 'Featured'],
  ['neither', {}, 'Listed'],
])('a vehicle that is %s has its badge', (_, facts, status) => {
  expect(vehicleStatus({ ...vehicle, ...facts }, today)).toBe(status)
})

test.each([
  ['listed with a picture', {}, false],
  ['listed without one', { vehicle_images: [] }, true],
  ['featured without one', { featured: true, vehicle_images: [] }, true],
  ['expired without one', { sold: true, sold_expiry_date: '2026-11-14', vehicle_images: [] }, false],
])('of a vehicle that is %s the list says whether the site leaves it out', (_, facts, hidden) => {
  expect(isHidden({ ...vehicle, ...facts }, today)).toBe(hidden)
})
