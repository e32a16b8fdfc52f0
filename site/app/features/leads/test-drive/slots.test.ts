import { describe, expect, test } from 'vitest'
import { parseOpeningHours } from '#app/platform/company/opening-hours.ts'
import { isDayOver, lastBookableDate, SLOTS, slotState } from './slots.ts'

const openingHours = parseOpeningHours('Mon-Fri: 9am-6pm, Sat: 9am-4pm')
const statesOf = (date: string, now: string, taken: string[] = [], hours = openingHours) =>
  SLOTS.map((slot) => slotState(slot, taken, { date, openingHours: hours, now: new Date(now) }))

describe('the nine test drive times in a day', () => {
  test('all test drive times are free on a future day when the dealer is open', () => {
    expect(SLOTS).toHaveLength(9)
    expect(statesOf('2026-11-16', '2026-11-15T12:00:00Z')).toEqual(Array(9).fill('free'))
  })

  test('a test drive time is shown as booked once it has been taken', () => {
    const states = statesOf('2026-11-16', '2026-11-15T12:00:00Z', ['10:00', '17:00'])

    expect(states.map((state) => state === 'booked')).toEqual([
      false,
      true,
      false,
      false,
      false,
      false,
      false,
      false,
      true,
    ])
  })

  test('the last test drive time is an hour before closing time', () => {
    expect(statesOf('2026-11-21', '2026-11-15T12:00:00Z')).toEqual([...Array(7).fill('free'), 'closed', 'closed'])
  })

  test('all test drive times are marked as closed on a day when the dealer is closed', () => {
    expect(statesOf('2026-11-22', '2026-11-15T12:00:00Z')).toEqual(Array(9).fill('closed'))
  })

  test('all test drive times are free if the opening hours cannot be parsed', () => {
    expect(statesOf('2026-11-22', '2026-11-15T12:00:00Z', [], null)).toEqual(Array(9).fill('free'))
  })

  test('test drive times count as past according to London time, even in summer', () => {
    // 10:30 in London.
    expect(statesOf('2026-07-15', '2026-07-15T09:30:00Z').slice(0, 3)).toEqual(['past', 'past', 'free'])
  })

  test('test drive times count as past from the minute they start', () => {
    expect(statesOf('2026-11-16', '2026-11-16T10:00:00Z').slice(0, 3)).toEqual(['past', 'past', 'free'])
  })
})

test('a day offers no test drive times if the dealer is closed, if the day is past or once its last slot has started', () => {
  const day = (date: string, now: string) => isDayOver({ date, openingHours, now: new Date(now) })

  expect(day('2026-11-16', '2026-11-16T17:30:00Z')).toBe(true)
  expect(day('2026-11-22', '2026-11-16T12:00:00Z')).toBe(true)
  expect(day('2026-11-13', '2026-11-16T12:00:00Z')).toBe(true)
  expect(day('2026-11-16', '2026-11-16T16:30:00Z')).toBe(false)
})

test('test drives can be booked up to ninety days ahead', () => {
  expect(lastBookableDate(new Date('2026-11-15T12:00:00Z'))).toBe('2027-02-13')
})
