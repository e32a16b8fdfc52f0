import { afterEach, expect, test, vi } from 'vitest'
import { isCompanyStale, noteCompanyRequested, outdateCompany } from './company-age.ts'

const after = (ms: number) => {
  const now = Date.now()
  noteCompanyRequested()
  vi.spyOn(Date, 'now').mockReturnValue(now + ms)
  return isCompanyStale()
}

afterEach(() => {
  vi.restoreAllMocks()
  noteCompanyRequested()
})

test.each([
  [0, false],
  [4 * 60_000, false],
  [6 * 60_000, true],
])('after %i ms the settings count as stale: %s', (ms, isStale) => {
  expect(after(ms)).toBe(isStale)
})

test('the settings are reloaded at once for an admin who has changed them', () => {
  noteCompanyRequested()
  outdateCompany()

  expect(isCompanyStale()).toBe(true)
})
