import { expect, test } from 'vitest'
import { vehicleStatus } from './vehicle-status.ts'

const today = '2026-11-15'
const vehicle = { featured: false, sold: false, sold_expiry_date: null }

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
