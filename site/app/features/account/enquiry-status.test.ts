import { expect, test } from 'vitest'
import { statusTone } from './enquiry-status.tsx'

test.each([
  ['New', 'info'],
  ['In Progress', 'warning'],
  ['Responded', 'success'],
  ['Closed', 'success'],
  ['Scheduled', 'success'],
])('the status %s is shown as %s', (status, tone) => {
  expect(statusTone(status)).toBe(tone)
})
