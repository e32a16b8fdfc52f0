import { describe, expect, test } from 'vitest'
import { parseOpeningHours, toStretches } from './opening-hours.ts'

const nineToSix = { opens: 540, closes: 1080 }
const nineToFour = { opens: 540, closes: 960 }

describe('opening hours are read', () => {
  test('as the dealership writes them by default', () => {
    expect(parseOpeningHours('Mon-Fri: 9am-6pm, Sat-Sun: 9am-4pm')).toEqual([
      nineToFour,
      nineToSix,
      nineToSix,
      nineToSix,
      nineToSix,
      nineToSix,
      nineToFour,
    ])
  })

  test.each([
    'Monday to Friday 09:00 – 18:00; Saturday & Sunday 9.00 - 16.00',
    'Weekdays: 9am to 6pm\nWeekends: 9am to 4pm',
    'Mon - Fri: 9 a.m. - 6 p.m., Sat: 9am-4pm, Sun: 9am-4pm',
    'Mon, Tue, Wed, Thu, Fri: 9-6, Sat, Sun: 9-4',
    'Mon-Fri: 9am-6pm, Sat-Sun: 9am-4pm, Bank holidays: by appointment',
    'Daily 9am-6pm, Sat and Sun 9am-4pm',
  ])('in other words: %s', (text) => {
    const hours = parseOpeningHours(text)

    expect(hours?.[1]).toEqual(nineToSix)
    expect(hours?.[5]).toEqual(nineToSix)
    expect(hours?.[6]).toEqual(nineToFour)
    expect(hours?.[0]).toEqual(nineToFour)
  })

  test('a day that is closed, or not named, is closed', () => {
    const hours = parseOpeningHours('Tue-Sat: 10am-5:30pm, Sun: closed')

    expect(hours?.[0]).toBeNull()
    expect(hours?.[1]).toBeNull()
    expect(hours?.[2]).toEqual({ opens: 600, closes: 1050 })
  })

  test('over the end of a week', () => {
    const hours = parseOpeningHours('Fri-Mon: 10am-4pm')

    expect(hours?.map(Boolean)).toEqual([true, true, false, false, false, true, true])
  })

  test('around noon and midnight', () => {
    expect(parseOpeningHours('Mon: 12pm-8pm')?.[1]).toEqual({ opens: 720, closes: 1200 })
    expect(parseOpeningHours('Mon: 12am-8am')?.[1]).toEqual({ opens: 0, closes: 480 })
  })
})

test.each([
  '',
  'By appointment only',
  'Mon-Fri: ring us, Sat: 9am-4pm',
  'Always open',
  'Mon-Fri',
  'Mon: 6pm-9am',
  'Mon: 25:00-26:00',
  'Mon-Fri: 9am-12pm and 1pm-6pm',
  'Mon-Fri: 9am-12pm, Mon-Fri: 1pm-6pm',
  'Mon-Fri: 9am-6pm, Sunday by appointment',
  'Mon: 9.75am-6pm',
  'Mon: 15am-6pm',
])('what cannot be read decides nothing: %j', (text) => {
  expect(parseOpeningHours(text)).toBeNull()
})

describe('search engines are told', () => {
  const told = (text: string) => toStretches(parseOpeningHours(text) ?? [])

  test('the default hours', () => {
    expect(told('Mon-Fri: 9am-6pm, Sat-Sun: 9am-4pm')).toEqual([
      { days: ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday'], opens: '09:00', closes: '18:00' },
      { days: ['Saturday', 'Sunday'], opens: '09:00', closes: '16:00' },
    ])
  })

  test('single days, minutes and the 24-hour clock', () => {
    expect(told('Saturday 08:30 - 12.30pm')).toEqual([{ days: ['Saturday'], opens: '08:30', closes: '12:30' }])
  })

  test('the hours of a week that goes over its end, and the end of a day', () => {
    expect(told('Sat-Mon: 9-5, Tue: 0:00-24:00, Wed: closed')).toEqual([
      { days: ['Monday', 'Saturday', 'Sunday'], opens: '09:00', closes: '17:00' },
      { days: ['Tuesday'], opens: '00:00', closes: '23:59' },
    ])
  })

  test('nothing of hours that cannot be read in full', () => {
    expect(told('Mon-Fri: 9am-6pm, Sunday by appointment')).toEqual([])
  })
})
