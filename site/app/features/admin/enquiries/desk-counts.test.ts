import { expect, test } from 'vitest'
import { countedTitle } from './desk-counts.ts'

test('the title starts with the number of leads that need attention', () => {
  expect(countedTitle('Enquiries | Back office', { unread: 2, overdue: 1 })).toBe('(3) Enquiries | Back office')
  expect(countedTitle('(3) Enquiries | Back office', { unread: 0, overdue: 4 })).toBe('(4) Enquiries | Back office')
  expect(countedTitle('(3) Enquiries | Back office', { unread: 0, overdue: 0 })).toBe('Enquiries | Back office')
})
