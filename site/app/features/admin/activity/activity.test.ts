import { expect, test } from 'vitest'
import { pathOf, staffName } from './activity.ts'

const actor = { first_name: 'Ann', last_name: 'Marsh', email: 'ann@example.com' }

test('an activity names the admin who changed something, by name or by email address', () => {
  expect(staffName({ kind: 'vehicle_updated', actor })).toBe('Ann Marsh')
  expect(staffName({ kind: 'settings_saved', actor: { ...actor, first_name: '', last_name: '' } })).toBe(
    'ann@example.com',
  )
  expect(staffName({ kind: 'vehicle_deleted', actor: null })).toBeNull()
})

test('an activity of a customer names no admin', () => {
  expect(staffName({ kind: 'enquiry', actor })).toBeNull()
  expect(staffName({ kind: 'customer_registered', actor })).toBeNull()
})

test('an activity links to its lead or its vehicle', () => {
  expect(pathOf({ kind: 'test-drive', vehicle_id: 'v', subject_id: 'l' })).toBe('/admin/enquiries/test-drive/l')
  expect(pathOf({ kind: 'enquiry', vehicle_id: 'v', subject_id: null })).toBe('/admin/vehicles/edit/v')
  expect(pathOf({ kind: 'settings_saved', vehicle_id: null, subject_id: null })).toBeNull()
})
