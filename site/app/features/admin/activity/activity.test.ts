import { expect, test } from 'vitest'
import { pathOf, staffName } from './activity.ts'

const actor = { first_name: 'Ann', last_name: 'Marsh', email: 'ann@example.com' }

test('an activity names the member of staff who changed something, by name or by email address', () => {
  expect(staffName({ kind: 'vehicle_updated', actor })).toBe('Ann Marsh')
  expect(staffName({ kind: 'settings_saved', actor: { ...actor, first_name: '', last_name: '' } })).toBe(
    'ann@example.com',
  )
  expect(staffName({ kind: 'vehicle_deleted', actor: null })).toBeNull()
})

test('an activity of a customer names no member of staff', () => {
  expect(staffName({ kind: 'enquiry', actor })).toBeNull()
  expect(staffName({ kind: 'customer_registered', actor })).toBeNull()
})

test('a call or a visit names the member of staff who entered it', () => {
  expect(staffName({ kind: 'desk', actor })).toBe('Ann Marsh')
})

test('an activity links to its lead, its person or its vehicle', () => {
  expect(pathOf({ kind: 'test-drive_reply', vehicle_id: null, subject_id: 'l' })).toBe('/admin/enquiries/test-drive/l')
  expect(pathOf({ kind: 'person_updated', vehicle_id: null, subject_id: 'p' })).toBe('/admin/people/p')
  expect(pathOf({ kind: 'role_changed', vehicle_id: null, subject_id: 'a' })).toBeNull()
  expect(pathOf({ kind: 'test-drive', vehicle_id: 'v', subject_id: 'l' })).toBe('/admin/enquiries/test-drive/l')
  expect(pathOf({ kind: 'enquiry', vehicle_id: 'v', subject_id: null })).toBe('/admin/vehicles/edit/v')
  expect(pathOf({ kind: 'settings_saved', vehicle_id: null, subject_id: null })).toBeNull()
})
