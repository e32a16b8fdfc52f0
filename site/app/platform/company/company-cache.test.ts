import { expect, test } from 'vitest'
import { createCompanyMemory } from './company-cache.ts'
import { toCompanySettings } from './company-settings.ts'

const acme = toCompanySettings([{ key: 'COMPANY_NAME', value: 'Acme Cars' }])
const down = () => Promise.reject(new Error('down'))

test('a change shows on the next page', async () => {
  const load = createCompanyMemory()
  await load(async () => acme)

  const changed = await load(async () => ({ ...acme, companyName: 'Acme & Daughters' }))

  expect(changed.company.companyName).toBe('Acme & Daughters')
})

test('a failed read gives the last known settings and says so', async () => {
  const load = createCompanyMemory()
  await load(async () => acme)

  expect(await load(down)).toEqual({ company: acme, companyFailed: true })
  expect(await load(async () => acme)).toEqual({ company: acme, companyFailed: false })
})

test('a failed read without known settings is a failure, never another dealer’s facts', async () => {
  await expect(createCompanyMemory()(down)).rejects.toThrow('down')
})

test('what has no row is empty, and what is not public is left out', () => {
  const settings = toCompanySettings([
    { key: 'COMPANY_NAME', value: ' Acme Cars ' },
    { key: 'ADMIN_EMAIL', value: 'owner@example.com' },
  ])

  expect(settings).toEqual({
    companyName: 'Acme Cars',
    companyEmail: '',
    companyEmail2: '',
    companyPhone: '',
    companyPhone2: '',
    companyAddress: '',
    openingHours: '',
    recaptchaSiteKey: '',
  })
})
