import { expect, test } from 'vitest'
import { addDays, formatDate, formatDateTime, formatLongDate, formatTime, londonDate, londonMidnight } from './dates.ts'

test('an instant is shown in London time, including summer time', () => {
  expect(formatDate('2026-07-31T23:30:00Z')).toBe('01/08/2026')
  expect(formatTime('2026-07-31T23:30:00Z')).toBe('00:30')
  expect(formatDateTime('2026-11-05T14:00:00+00:00')).toBe('05/11/2026 14:00')
})

test('a time without a zone is shown unchanged', () => {
  expect(formatDateTime('2026-07-31T09:00:00')).toBe('31/07/2026 09:00')
  expect(formatDate('2026-07-31')).toBe('31/07/2026')
})

test('the London date is a day ahead of UTC late on a summer evening', () => {
  expect(londonDate(new Date('2026-07-31T23:30:00Z'))).toBe('2026-08-01')
})

test('adding days can roll over into another month or year', () => {
  expect(addDays('2026-12-31', 1)).toBe('2027-01-01')
  expect(addDays('2026-03-01', -1)).toBe('2026-02-28')
})

test('a long date is written the British way', () => {
  expect(formatLongDate('2026-11-05')).toBe('5 November 2026')
})

test.each([
  ['2026-07-01', '2026-06-30T23:00:00.000Z'],
  ['2026-11-18', '2026-11-18T00:00:00.000Z'],
  ['2026-03-29', '2026-03-29T00:00:00.000Z'],
  ['2026-10-25', '2026-10-24T23:00:00.000Z'],
])('in London, %s starts at %s, also on the days when the clocks change', (date, instant) => {
  expect(londonMidnight(date)).toBe(instant)
})
