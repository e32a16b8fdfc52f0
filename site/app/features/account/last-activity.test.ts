import { expect, test } from 'vitest'
import { lastActivity } from './last-activity.ts'

test('the last activity is the latest enquiry or test drive, whatever order they are in', () => {
  const enquiry = { createdAt: '2026-11-02T09:00:00+00:00' }
  const testDrive = { createdAt: '2026-11-14T09:00:00+00:00' }

  expect(lastActivity([enquiry, testDrive])).toBe(testDrive.createdAt)
  expect(lastActivity([testDrive, enquiry])).toBe(testDrive.createdAt)
  expect(lastActivity([testDrive])).toBe(testDrive.createdAt)
})

test('a customer without enquiries or test drives has no activity', () => {
  expect(lastActivity([])).toBeNull()
})
