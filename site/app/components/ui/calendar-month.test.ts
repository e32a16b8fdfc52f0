import { expect, test } from 'vitest'
import { addMonths, moveByKey, weeksOf } from './calendar-month.ts'

test('the weeks in a month start on Monday', () => {
  const weeks = weeksOf('2026-11')

  expect(weeks[0]).toEqual([null, null, null, null, null, null, '2026-11-01'])
  expect(weeks.flat().filter(Boolean)).toHaveLength(30)
  expect(weeks.every((week) => week.length === 7)).toBe(true)
})

test('adding months can roll over into another year', () => {
  expect(addMonths('2026-12', 1)).toBe('2027-01')
  expect(addMonths('2026-01', -1)).toBe('2025-12')
})

test.each([
  ['ArrowLeft', false, '2026-10-30'],
  ['ArrowDown', false, '2026-11-07'],
  ['Home', false, '2026-10-26'],
  ['End', false, '2026-11-01'],
  ['PageUp', false, '2026-09-30'],
  ['PageDown', false, '2026-11-30'],
  ['PageDown', true, '2027-10-31'],
  ['Enter', false, null],
])('on 31 October 2026 the key %s (Shift: %s) moves the focus to %s', (key, shiftKey, date) => {
  expect(moveByKey('2026-10-31', { key, shiftKey })).toBe(date)
})
