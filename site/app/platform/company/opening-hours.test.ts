import { expect, test } from 'vitest'
import { parseOpeningHours } from './opening-hours.ts'

test('the default hours are understood', () => {
  expect(parseOpeningHours('Mon-Fri: 9am-6pm, Sat-Sun: 9am-4pm')).toEqual([
    { days: ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday'], opens: '09:00', closes: '18:00' },
    { days: ['Saturday', 'Sunday'], opens: '09:00', closes: '16:00' },
  ])
})

test('single days, minutes and the 24-hour clock are understood', () => {
  expect(parseOpeningHours('Saturday 08:30 - 12.30pm')).toEqual([
    { days: ['Saturday'], opens: '08:30', closes: '12:30' },
  ])
})

test('hours that cannot be read in full are not guessed', () => {
  expect(parseOpeningHours('Mon-Fri: 9am-6pm, Sunday by appointment')).toBeNull()
  expect(parseOpeningHours('')).toBeNull()
  expect(parseOpeningHours('Fri-Mon: 9am-6pm')).toBeNull()
})
