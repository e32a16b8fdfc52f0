import { describe, expect, test } from 'vitest'
import { parseOpeningHours } from '#app/platform/company/opening-hours.ts'
import { type Diary, daysWith, freeDays, freeSlots, lastBookableDate, SLOTS } from './slots.ts'

const openingHours = parseOpeningHours('Mon-Fri: 9am-6pm, Sat: 9am-4pm, Closed: 25 Dec')
const diary = (now: string, taken: string[] = [], hours = openingHours): Diary => ({
  taken: new Set(taken),
  openingHours: hours,
  now: new Date(now),
})

describe('the nine test drive times in a day', () => {
  test('all test drive times are free on a future day when the dealer is open', () => {
    expect(SLOTS).toHaveLength(9)
    expect(freeSlots('2026-11-16', diary('2026-11-15T12:00:00Z'))).toEqual(SLOTS)
  })

  test('a test drive time is not offered once it has been taken', () => {
    const taken = ['2026-11-16T10:00', '2026-11-16T17:00', '2026-11-17T09:00']

    expect(freeSlots('2026-11-16', diary('2026-11-15T12:00:00Z', taken))).toEqual(
      SLOTS.filter((slot) => slot !== '10:00' && slot !== '17:00'),
    )
  })

  test('the last test drive time is an hour before closing time', () => {
    expect(freeSlots('2026-11-21', diary('2026-11-15T12:00:00Z')).at(-1)).toBe('15:00')
  })

  test('no test drive time is offered when the dealer is closed', () => {
    expect(freeSlots('2026-11-22', diary('2026-11-15T12:00:00Z'))).toEqual([])
    expect(freeSlots('2026-12-25', diary('2026-11-15T12:00:00Z'))).toEqual([])
  })

  test('all test drive times are free if the opening hours cannot be parsed', () => {
    expect(freeSlots('2026-11-22', diary('2026-11-15T12:00:00Z', [], null))).toEqual(SLOTS)
  })

  test('test drive times count as past according to London time, even in summer', () => {
    // 10:30 in London.
    expect(freeSlots('2026-07-15', diary('2026-07-15T09:30:00Z'))[0]).toBe('11:00')
  })

  test('test drive times count as past from the minute they start', () => {
    expect(freeSlots('2026-11-16', diary('2026-11-16T10:00:00Z'))[0]).toBe('11:00')
  })
})

test('only days with free times are offered: not past or closed days, and none once all its times are booked', () => {
  const booked = SLOTS.map((slot) => `2026-11-20T${slot}`)
  const days = freeDays('2026-11-19', 3, diary('2026-11-19T17:30:00Z', booked))

  expect(days.map(({ date }) => date)).toEqual(['2026-11-21', '2026-11-23', '2026-11-24'])
  expect(days[0]?.slots[0]).toBe('09:00')
})

test('the day chosen earlier is always among the days shown, even when today has no free times left', () => {
  const evening = diary('2026-11-16T18:00:00Z')
  const first = (chosen: string) => daysWith(chosen, '2026-11-16', 5, evening)[0]?.date

  expect(first('')).toBe('2026-11-17')
  expect(first('2026-11-21')).toBe('2026-11-17')
  // The sixth day with free times.
  expect(first('2026-11-23')).toBe('2026-11-23')
})

test('test drives can be booked up to ninety days ahead', () => {
  const now = '2026-11-15T12:00:00Z'

  expect(lastBookableDate(new Date(now))).toBe('2027-02-13')
  expect(freeDays('2027-02-12', 9, diary(now)).map(({ date }) => date)).toEqual(['2027-02-12', '2027-02-13'])
})
