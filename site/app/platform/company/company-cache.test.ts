import { expect, test, vi } from 'vitest'
import { toSettings, VISITOR_SETTINGS } from '#supabase/functions/_shared/settings.ts'
import { createCompanyCache } from './company-cache.ts'

const acme = toSettings(VISITOR_SETTINGS, [{ key: 'COMPANY_NAME', value: 'Acme Cars' }])
const down = () => Promise.reject(new Error('down'))

const renamed = { ...acme, companyName: 'Acme & Daughters' }

test.each([
  ['with a new version', 1, 2],
  ['without a change feed', null, null],
])('a change to the settings %s is visible on the next page', async (_, before, after) => {
  const load = createCompanyCache()
  await load(async () => acme, before)

  expect((await load(async () => renamed, after)).company.companyName).toBe('Acme & Daughters')
})

test('unchanged settings are not read again', async () => {
  const load = createCompanyCache()
  const read = vi.fn(async () => acme)
  await load(read, 1)

  expect(await load(read, 1)).toEqual({ company: acme, companyFailed: false })
  expect(read).toHaveBeenCalledTimes(1)
})

test('a failed read returns the last known settings and reports the failure', async () => {
  const load = createCompanyCache()
  await load(async () => acme, 1)

  expect(await load(down, 2)).toEqual({ company: acme, companyFailed: true })
  expect(await load(async () => acme, 2)).toEqual({ company: acme, companyFailed: false })
})

test('a failed read throws if there are no known settings, and never returns default settings', async () => {
  await expect(createCompanyCache()(down, null)).rejects.toThrow('down')
})
