import { expect, test } from 'vitest'
import { isUnanswered, replyAddress, shownStatus, statusOf, statusOnOpening, typeLabel } from './inbox-rules.ts'

test('a scheduled test drive is shown as New', () => {
  expect(shownStatus('Scheduled')).toBe('New')
  expect(shownStatus('Responded')).toBe('Responded')
})

test.each([
  ['New', 'Responded'],
  ['Scheduled', 'Responded'],
  ['In Progress', null],
  ['Responded', null],
  ['Closed', null],
])('opening an item with the status %s changes the status to %s', (status, next) => {
  expect(statusOnOpening(status)).toBe(next)
})

test('an unknown status filter selects all statuses', () => {
  expect(statusOf('new')).toBe('New')
  expect(statusOf('zzz')).toBeNull()
})

const lead = { kind: 'enquiry', email: 'iris@x.example', vehicle_title: 'Golf', preferred_date: null } as const
const subjectOf = (changes: object) => new URL(replyAddress({ ...lead, ...changes })).searchParams.get('subject')

test('a mailto link escapes what the visitor typed', () => {
  expect(replyAddress({ ...lead, email: 'a&b@x.example', vehicle_title: 'Golf & GTI' })).toBe(
    'mailto:a%26b@x.example?subject=Your%20enquiry%20about%20the%20Golf%20%26%20GTI',
  )
})

test('the subject of a reply names the enquiry, the test drive with its date, or the message', () => {
  const testDrive = { kind: 'test-drive', preferred_date: '2026-11-19T14:00:00' }

  expect(subjectOf({})).toBe('Your enquiry about the Golf')
  expect(subjectOf(testDrive)).toBe('Your test drive of the Golf on 19/11/2026 at 14:00')
  expect(subjectOf({ ...testDrive, vehicle_title: '' })).toBe('Your test drive on 19/11/2026 at 14:00')
  expect(subjectOf({ kind: 'contact', vehicle_title: '' })).toBe('Your message to us')
})

test('an enquiry that was only opened is unanswered, but a booked test drive is not', () => {
  const opened = { kind: 'enquiry', status: 'Responded', answered_at: null } as const

  expect(isUnanswered(opened)).toBe(true)
  expect(isUnanswered({ ...opened, answered_at: '2026-11-18T10:00:00Z' })).toBe(false)
  expect(isUnanswered({ ...opened, status: 'Closed' })).toBe(false)
  expect(isUnanswered({ ...opened, kind: 'test-drive' })).toBe(false)
})

test('a call or visit is shown as what it was, and any other lead as its kind', () => {
  expect(typeLabel({ kind: 'desk', source: 'telephone' })).toBe('Telephone')
  expect(typeLabel({ kind: 'desk', source: 'walk-in' })).toBe('Walk-in')
  expect(typeLabel({ kind: 'test-drive', source: 'website' })).toBe('Test Drive')
})
