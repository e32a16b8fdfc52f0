import { expect, test } from 'vitest'
import { createLondonDay } from './london-day.ts'

test.each([
  ['in winter', '2026-11-16T23:59:59Z', '2026-11-16', '2026-11-17T00:00:00Z', '2026-11-17'],
  ['in summer', '2026-07-01T22:59:59Z', '2026-07-01', '2026-07-01T23:00:00Z', '2026-07-02'],
])('the day ends at midnight in London, %s', (_season, before, day, after, next) => {
  let now = Date.parse(before)
  const today = createLondonDay(() => now)
  expect(today()).toBe(day)
  now = Date.parse(after)
  expect(today()).toBe(next)
})
