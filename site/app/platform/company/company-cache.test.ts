import { expect, test, vi } from 'vitest'
import { toSettings, VISITOR_SETTINGS } from '#supabase/functions/_shared/settings.ts'
import { createCompanyMemory } from './company-cache.ts'

const acme = toSettings(VISITOR_SETTINGS, [{ key: 'COMPANY_NAME', value: 'Acme Cars' }])
const down = () => Promise.reject(new Error('down'))

const renamed = { ...acme, companyName: 'Acme & Daughters' }

test.each([
  ['told of', 1, 2],
  ['that nobody tells of', null, null],
])('a change %s shows on the next page', async (_, before, after) => {
  const load = createCompanyMemory()
  await load(async () => acme, before)

  expect((await load(async () => renamed, after)).company.companyName).toBe('Acme & Daughters')
})

test('settings that did not change are not read again', async () => {
  const load = createCompanyMemory()
  const read = vi.fn(async () => acme)
  await load(read, 1)

  expect(await load(read, 1)).toEqual({ company: acme, companyFailed: false })
  expect(read).toHaveBeenCalledTimes(1)
})

test('a failed read gives the last known settings and says so', async () => {
  const load = createCompanyMemory()
  await load(async () => acme, 1)

  expect(await load(down, 2)).toEqual({ company: acme, companyFailed: true })
  expect(await load(async () => acme, 2)).toEqual({ company: acme, companyFailed: false })
})

test('a failed read without known settings is a failure, never another dealer’s facts', async () => {
  await expect(createCompanyMemory()(down, null)).rejects.toThrow('down')
})
