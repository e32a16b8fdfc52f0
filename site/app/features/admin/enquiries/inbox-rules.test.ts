import { expect, test } from 'vitest'
import { replyAddress, shownStatus, statusOf, statusOnOpening } from './inbox-rules.ts'

test('a scheduled test drive shows as New', () => {
  expect(shownStatus('Scheduled')).toBe('New')
  expect(shownStatus('Responded')).toBe('Responded')
})

test.each([
  ['New', 'Responded'],
  ['Scheduled', 'Responded'],
  ['In Progress', null],
  ['Responded', null],
  ['Closed', null],
])('opening a %s item makes it %s', (status, next) => {
  expect(statusOnOpening(status)).toBe(next)
})

test('an unknown filter means all statuses', () => {
  expect(statusOf('new')).toBe('New')
  expect(statusOf('zzz')).toBeNull()
})

test('a mail link takes whatever a visitor typed', () => {
  expect(replyAddress({ email: 'a&b@x.example', vehicle_title: 'Golf & GTI' })).toBe(
    'mailto:a%26b@x.example?subject=Your%20enquiry%20about%20the%20Golf%20%26%20GTI',
  )
})
