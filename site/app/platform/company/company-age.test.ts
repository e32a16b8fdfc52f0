import { afterEach, expect, test, vi } from 'vitest'
import { isCompanyStale, noteCompanyAsked, outdateCompany } from './company-age.ts'

const after = (ms: number) => {
  const now = Date.now()
  noteCompanyAsked()
  vi.spyOn(Date, 'now').mockReturnValue(now + ms)
  return isCompanyStale()
}

afterEach(() => {
  vi.restoreAllMocks()
  noteCompanyAsked()
})

test.each([
  [0, false],
  [4 * 60_000, false],
  [6 * 60_000, true],
])('after %i ms the settings count as stale: %s', (ms, isStale) => {
  expect(after(ms)).toBe(isStale)
})

test('an admin who has changed the settings reloads them at once', () => {
  noteCompanyAsked()
  outdateCompany()

  expect(isCompanyStale()).toBe(true)
})
