import { expect, test } from 'vitest'
import { formatAgo } from './ago.ts'

const now = Date.parse('2026-11-18T12:00:00Z')

test.each([
  ['2026-11-18T11:59:40Z', 'just now'],
  ['2026-11-18T12:00:30Z', 'just now'],
  ['2026-11-18T11:59:00Z', '1 minute ago'],
  ['2026-11-18T09:01:00Z', '2 hours ago'],
  ['2026-11-16T12:00:00Z', '2 days ago'],
  ['2026-11-01T12:00:00Z', '2 weeks ago'],
  ['2026-08-01T12:00:00Z', '3 months ago'],
  ['2020-01-02T10:00:00Z', '6 years ago'],
])('at noon on 18 November 2026, %s was %s', (time, words) => {
  expect(formatAgo(time, now)).toBe(words)
})
