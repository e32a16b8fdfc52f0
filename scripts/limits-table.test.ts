import { expect, test } from 'vitest'
import { limitsTable, pageNow, pageWithLimits } from './limits-table.ts'

test('docs/security.md has every limit as it is: `npm run limits` writes them', () => {
  expect(limitsTable()).toContain('| MAX_BODY_BYTES | 1,048,576 |')
  expect(pageNow()).toBe(pageWithLimits())
  expect(pageNow()).toContain(limitsTable())
})
