import { expect, test } from 'vitest'
import { addMonths, weeksOf } from './calendar-month.ts'

test('a month starts on its weekday, Monday first', () => {
  const weeks = weeksOf('2026-11')

  expect(weeks[0]).toEqual([null, null, null, null, null, null, '2026-11-01'])
  expect(weeks.flat().filter(Boolean)).toHaveLength(30)
  expect(weeks.every((week) => week.length === 7)).toBe(true)
})

test('months roll over the year', () => {
  expect(addMonths('2026-12', 1)).toBe('2027-01')
  expect(addMonths('2026-01', -1)).toBe('2025-12')
})
