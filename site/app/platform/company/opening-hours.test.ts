import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { nextClosing } from './closed-days.ts'
import { formatOpeningHours, groupDays, hoursOn, parseOpeningHours } from './opening-hours.ts'

const nineToSix = [{ opens: 540, closes: 1080 }]
const nineToFour = [{ opens: 540, closes: 960 }]
const weekOf = (text: string) => parseOpeningHours(text)?.week

describe('reading opening hours', () => {
  test('opening hours are read in the default format', () => {
    expect(parseOpeningHours('Mon-Fri: 9am-6pm, Sat-Sun: 9am-4pm')).toEqual({
      week: [nineToFour, nineToSix, nineToSix, nineToSix, nineToSix, nineToSix, nineToFour],
      closed: [],
    })
  })

  test.each([
    'Monday to Friday 09:00 – 18:00; Saturday & Sunday 9.00 - 16.00',
    'Weekdays: 9am to 6pm\nWeekends: 9am to 4pm',
    'Mon - Fri: 9 a.m. - 6 p.m., Sat: 9am-4pm, Sun: 9am-4pm',
    'Mon, Tue, Wed, Thu, Fri: 9-6, Sat, Sun: 9-4',
    'Mon-Fri: 9am-6pm, Sat-Sun: 9am-4pm, Bank holidays: by appointment',
    'Daily 9am-6pm, Sat and Sun 9am-4pm',
  ])('opening hours are read in other spellings: %s', (text) => {
    const hours = weekOf(text)

    expect(hours?.[1]).toEqual(nineToSix)
    expect(hours?.[5]).toEqual(nineToSix)
    expect(hours?.[6]).toEqual(nineToFour)
    expect(hours?.[0]).toEqual(nineToFour)
  })

  test('opening hours are read correctly whether closed days are named or left out', () => {
    const hours = weekOf('Tue-Sat: 10am-5:30pm, Sun: closed')

    expect(hours?.[0]).toEqual([])
    expect(hours?.[1]).toEqual([])
    expect(hours?.[2]).toEqual([{ opens: 600, closes: 1050 }])
  })

  test('opening hours that span the end of the week are read correctly', () => {
    const hours = weekOf('Fri-Mon: 10am-4pm')

    expect(hours?.map((spans) => spans.length > 0)).toEqual([true, true, false, false, false, true, true])
  })

  test('opening hours around noon and midnight are read correctly', () => {
    expect(weekOf('Mon: 12pm-8pm')?.[1]).toEqual([{ opens: 720, closes: 1200 }])
    expect(weekOf('Mon: 12am-8am')?.[1]).toEqual([{ opens: 0, closes: 480 }])
  })

  test.each(['Mon: 9am-1pm & 2pm-6pm', 'Mon 9-1 and 2pm-6pm', 'Mon: 9am-1pm, Mon: 2pm-6pm'])(
    'opening hours with a midday break are read correctly: %s',
    (text) => {
      expect(weekOf(text)?.[1]).toEqual([
        { opens: 540, closes: 780 },
        { opens: 840, closes: 1080 },
      ])
    },
  )

  test.each([
    ['Closed: 25 Dec', [{ from: '12-25', to: '12-25' }]],
    [
      'Closed on 25th December & 1/1',
      [
        { from: '12-25', to: '12-25' },
        { from: '01-01', to: '01-01' },
      ],
    ],
    [
      'closed 25/12/2026, 26/12/2026',
      [
        { from: '2026-12-25', to: '2026-12-25' },
        { from: '2026-12-26', to: '2026-12-26' },
      ],
    ],
    ['Closed: 24 Dec to 2 Jan 2027', [{ from: '2026-12-24', to: '2027-01-02' }]],
    ['Closed: 24 Dec - 2 Jan', [{ from: '12-24', to: '01-02' }]],
    ['Closed: 29 Feb', [{ from: '02-29', to: '02-29' }]],
  ])('opening hours with closed dates are read correctly: %s', (text, closed) => {
    expect(parseOpeningHours(`Daily 9am-6pm, ${text}`)?.closed).toEqual(closed)
  })

  test.each([
    ['24 Dec - 2 Jan', '2026-12-31', true],
    ['24 Dec - 2 Jan', '2027-01-02', true],
    ['24 Dec - 2 Jan', '2027-01-03', false],
    ['25 Dec 2026', '2026-12-25', true],
    ['25 Dec 2026', '2027-12-25', false],
  ])('the closure %s includes %s: %s', (closed, date, isClosed) => {
    const hours = parseOpeningHours(`Daily 9am-6pm, Closed: ${closed}`)

    expect(hours && hoursOn(hours, date)).toEqual(isClosed ? [] : nineToSix)
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
  'Mon-Fri: 9am-12pm and 11am-6pm',
  'Mon-Fri: 9am-6pm, Mon: 1pm-6pm',
  'Mon: 9-10 & 11-12 & 1-2',
  'Mon: 9am-6pm, Closed: 31 Feb',
  'Mon: 9am-6pm, Closed: 2 Jan 2027 - 24 Dec 2026',
  'Mon: 9am-6pm, Closed: Easter',
  'Closed: 25 Dec',
  'Mon-Fri: 9am-6pm, Sunday by appointment',
  'Mon: 9.75am-6pm',
  'Mon: 15am-6pm',
])('opening hours that cannot be parsed are ignored: %j', (text) => {
  expect(parseOpeningHours(text)).toBeNull()
})

describe('opening hours for search engines', () => {
  const groupsIn = (text: string) => groupDays(parseOpeningHours(text) ?? { week: [], closed: [] })

  test('search engines get the default hours', () => {
    expect(groupsIn('Mon-Fri: 9am-6pm, Sat-Sun: 9am-4pm')).toEqual([
      { days: ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday'], opens: '09:00', closes: '18:00' },
      { days: ['Saturday', 'Sunday'], opens: '09:00', closes: '16:00' },
    ])
  })

  test('search engines get single days and minutes, in the 24-hour clock', () => {
    expect(groupsIn('Saturday 08:30 - 12.30pm')).toEqual([{ days: ['Saturday'], opens: '08:30', closes: '12:30' }])
  })

  test('search engines get days that span the end of the week, and midnight as a closing time', () => {
    expect(groupsIn('Sat-Mon: 9-5, Tue: 0:00-24:00, Wed: closed')).toEqual([
      { days: ['Monday', 'Saturday', 'Sunday'], opens: '09:00', closes: '17:00' },
      { days: ['Tuesday'], opens: '00:00', closes: '23:59' },
    ])
  })

  test('search engines get no opening hours if any part cannot be parsed', () => {
    expect(groupsIn('Mon-Fri: 9am-6pm, Sunday by appointment')).toEqual([])
  })
})

test.each([
  ['12-25', '12-25', '2026-11-16', '2026-12-25', '2026-12-25'],
  ['12-25', '12-25', '2026-12-26', '2027-12-25', '2027-12-25'],
  ['12-24', '01-02', '2027-01-01', '2026-12-24', '2027-01-02'],
  ['12-24', '01-02', '2027-01-03', '2027-12-24', '2028-01-02'],
  ['2026-12-24', '2026-12-26', '2027-06-01', '2026-12-24', '2026-12-26'],
])('a closure from %s to %s shows the right dates when viewed on %s', (from, to, today, nextFrom, nextTo) => {
  expect(nextClosing({ from, to }, today)).toEqual({ from: nextFrom, to: nextTo })
})

describe('formatted opening hours parse to the same hours', () => {
  test.each([
    ['Monday to Friday 09:00 - 18:00; Sat & Sun 9.30-16', 'Mon-Fri: 9am-6pm, Sat-Sun: 9:30am-4pm'],
    ['Daily 9-1 and 2pm-5pm', 'Daily: 9am-1pm & 2pm-5pm'],
    [
      'Tue: 0:00-24:00, closed on 25/12 and 24 Dec - 2 Jan 2027',
      'Mon: closed, Tue: 12am-24:00, Wed-Sun: closed, Closed: 25 Dec & 24 Dec 2026 - 2 Jan 2027',
    ],
  ])('the formatted hours for "%s" parse to the same hours', (text, written) => {
    const hours = parseOpeningHours(text)

    expect(hours && formatOpeningHours(hours)).toBe(written)
    expect(parseOpeningHours(written)).toEqual(hours)
  })

  test('any opening hours parse to the same hours once formatted', () => {
    const minute = fc.integer({ min: 0, max: 24 * 60 })
    const spans = fc
      .uniqueArray(minute, { minLength: 4, maxLength: 4 })
      .map((times) => times.sort((a, b) => a - b))
      .chain(([a = 0, b = 0, c = 0, d = 0]) =>
        fc.constantFrom(
          [],
          [{ opens: a, closes: b }],
          [
            { opens: a, closes: b },
            { opens: c, closes: d },
          ],
        ),
      )
    const week = fc.array(spans, { minLength: 7, maxLength: 7 })
    fc.assert(
      fc.property(week, (days) => {
        const hours = { week: days, closed: [] }
        expect(parseOpeningHours(formatOpeningHours(hours))).toEqual(hours)
      }),
    )
  })
})
