import { expect, test, vi } from 'vitest'
import { createCompanyCache } from './company-cache.ts'
import { COMPANY_DEFAULTS, toCompanySettings } from './company-settings.ts'

const acme = { ...COMPANY_DEFAULTS, companyName: 'Acme Cars' }

test('settings are read again only after five minutes', async () => {
  let now = 0
  const load = createCompanyCache(() => now)
  const read = vi.fn(async () => acme)

  await load(read)
  now = 299_999
  await load(read)
  expect(read).toHaveBeenCalledTimes(1)

  now = 300_000
  await load(read)
  expect(read).toHaveBeenCalledTimes(2)
})

test('a failed read gives the defaults, says so, and is not kept', async () => {
  const load = createCompanyCache(() => 0)

  expect(await load(() => Promise.reject(new Error('down')))).toEqual({
    company: COMPANY_DEFAULTS,
    companyFailed: true,
  })
  expect(await load(async () => acme)).toEqual({ company: acme, companyFailed: false })
})

test('rows override the defaults, an empty value included', () => {
  const settings = toCompanySettings([
    { key: 'COMPANY_NAME', value: 'Acme Cars' },
    { key: 'COMPANY_EMAIL_2', value: '' },
    { key: 'SOMETHING_ELSE', value: 'x' },
  ])

  expect(settings).toEqual({ ...acme, companyEmail2: '' })
})
