import { expect, test } from 'vitest'
import { limitsTable, pageNow, pageWithLimits } from './limits-table.ts'

test('docs/security.md lists every limit with its current value (`npm run limits` updates the table)', () => {
  expect(limitsTable()).toContain('| backend/src/http/request-limits | MAX_BODY_BYTES | 1,048,576 |')
  expect(pageNow()).toBe(pageWithLimits())
  expect(pageNow()).toContain(limitsTable())
})
