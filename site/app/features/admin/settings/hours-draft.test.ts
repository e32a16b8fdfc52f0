import { expect, test } from 'vitest'
import { formatOpeningHours, parseOpeningHours } from '#app/platform/company/opening-hours.ts'
import { closingProblem, type DraftDay, dayProblem, fromDraft, hasProblem, toDraft } from './hours-draft.ts'

test.each([
  'Mon-Fri: 9am-1pm & 2pm-6pm, Sat: 9:30am-4pm, Sun: closed',
  'Daily: 12am-24:00, Closed: 25 Dec & 24 Dec 2026 - 2 Jan 2027 & 24 Dec - 2 Jan',
])('opening hours survive a round trip through the editor: %s', (text) => {
  const hours = parseOpeningHours(text)

  expect(hours).not.toBeNull()
  expect(formatOpeningHours(fromDraft(toDraft(hours, '2026')))).toBe(text)
})

test('the editor starts with typical hours when the text cannot be parsed', () => {
  expect(formatOpeningHours(fromDraft(toDraft(null, '2026')))).toBe('Mon-Sat: 9am-6pm, Sun: closed')
})

const open = (...spans: [string, string][]): DraftDay => ({
  isOpen: true,
  spans: spans.map(([opens, closes]) => ({ opens, closes })),
})

test.each([
  [open(['09:00', '']), 'Enter all times'],
  [open(['18:00', '09:00']), 'Closing time must be after opening time'],
  [open(['09:00', '13:00'], ['12:00', '18:00']), 'The break must end after it starts'],
  [open(['09:00', '13:00'], ['14:00', '18:00']), null],
  [{ ...open(['18:00', '09:00']), isOpen: false }, null],
])('the hours %j for a day are validated', (day, problem) => {
  expect(dayProblem(day)).toBe(problem)
})

test.each([
  ['2026-12-25', '', 'Enter both dates'],
  ['2026-12-26', '2026-12-25', 'The last day can’t be before the first day'],
  ['2026-01-01', '2027-06-01', 'You can’t be closed all year'],
  ['2026-12-24', '2027-01-02', null],
])('a yearly closure from %s to %s is validated: %s', (from, to, problem) => {
  expect(closingProblem({ from, to, everyYear: true })).toBe(problem)
})

test('a week without an open day is refused', () => {
  const draft = toDraft(null, '2026')

  expect(hasProblem(draft)).toBe(false)
  expect(hasProblem({ ...draft, days: draft.days.map((day) => ({ ...day, isOpen: false })) })).toBe(true)
})
