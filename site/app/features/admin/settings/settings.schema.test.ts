import { expect, test } from 'vitest'
import {
  SETTINGS,
  type SettingTab,
  settingsOfTab,
  type TabSettings,
  toSettings,
} from '#supabase/functions/_shared/settings.ts'
import { settingsSchema } from './settings.schema.ts'

const DEFAULTS = settingsOfTab('company').map((name) => ({ key: SETTINGS[name].key, value: SETTINGS[name].default }))
const settings: TabSettings<'company'> = {
  ...toSettings(settingsOfTab('company'), DEFAULTS),
  adminEmail: 'admin@haldenrowe.example',
}

test.each([
  ['companyName', ' ', 'Company name is required'],
  ['companyName', 'x'.repeat(201), 'Company name can be at most 200 characters'],
  ['companyEmail', '', 'Company email is required'],
  ['companyEmail', 'nobody', 'Enter a valid email address'],
  ['companyEmail2', 'nobody', 'Enter a valid email address'],
  ['adminEmail', '', 'Admin email is required'],
  ['companyPhone', 'ring me', 'Enter a valid phone number'],
  ['openingHours', '', 'Opening hours are required'],
  ['recaptchaSiteKey', 'a key', 'A site key can contain only letters, numbers, hyphens and underscores'],
])('the setting %s is refused with the value "%s"', (field, value, message) => {
  const result = settingsSchema('company').safeParse({ ...settings, [field]: value })

  expect(result.error?.issues.map((issue) => issue.message)).toEqual([message])
})

test('the second email address, both phone numbers and the site key are optional', () => {
  expect(settingsSchema('company').safeParse({ ...settings, companyPhone: '' }).success).toBe(true)
})

const refusals = <Tab extends SettingTab>(tab: Tab, values: Partial<TabSettings<Tab>>) => {
  const result = settingsSchema(tab).safeParse({ ...toSettings(settingsOfTab(tab), []), ...values })
  return result.error?.issues.map(({ path, message }) => [path.join('.'), message]) ?? []
}

test('a banner needs a last day and accepts only safe links', () => {
  const link = 'Enter a path such as /contact, or an address starting with https://'

  expect(refusals('pages', { bannerText: 'Closed on Monday' })).toEqual([
    ['bannerUntil', 'Enter the last day to show the banner'],
  ])
  expect(refusals('pages', { bannerText: 'Closed', bannerUntil: '2026-12-28', bannerLink: '/contact' })).toEqual([])
  expect(refusals('pages', { bannerUntil: 'soon' })).toEqual([['bannerUntil', 'Choose a date']])
  expect(refusals('pages', { bannerLink: 'javascript:alert(1)' })).toEqual([['bannerLink', link]])
})

test('the founding year has four digits and is optional', () => {
  expect(refusals('pages', { foundedYear: '98' })).toEqual([['foundedYear', 'Enter a year, such as 1998']])
  expect(refusals('pages', { foundedYear: '1998' })).toEqual([])
  expect(refusals('pages', { foundedYear: '' })).toEqual([])
})

test('legal details must have the right format, and filling in one field can make another required', () => {
  expect(refusals('legal', {})).toEqual([])
  expect(refusals('legal', { vatNumber: '12', icoNumber: 'no' }).map(([field]) => field)).toEqual([
    'vatNumber',
    'icoNumber',
  ])
  expect(refusals('legal', { companyNumber: '01234567' })).toEqual([
    ['registeredIn', 'Choose where the company is registered'],
  ])
  expect(refusals('legal', { fcaStatus: 'none' })).toEqual([])
  expect(refusals('legal', { fcaStatus: 'representative' }).map(([field]) => field)).toEqual([
    'fcaNumber',
    'fcaPrincipal',
  ])
  expect(refusals('legal', { fcaStatus: 'bank' })).toContainEqual(['fcaStatus', 'Choose an option'])
})

test('an additional recipient needs a valid email address, and the number of recipients is limited', () => {
  const { max } = SETTINGS.notifyAlso
  const recipient = (address: string) => ({ address, about: 'everything' })

  expect(refusals('notifications', { notifyAlso: [recipient('office@example.com')] })).toEqual([])
  expect(refusals('notifications', { notifyAlso: [recipient('a@example.com, b@example.com'), recipient('')] })).toEqual(
    [
      ['notifyAlso.0.address', 'Enter a valid email address'],
      ['notifyAlso.1.address', 'Email is required'],
    ],
  )
  expect(refusals('notifications', { notifyAlso: Array(max + 1).fill(recipient('office@example.com')) })).toEqual([
    ['notifyAlso', `You can add up to ${max}`],
  ])
})

test('a banner can be published on a site that has no other text', () => {
  expect(refusals('pages', { bannerText: 'Open day', bannerUntil: '2026-12-28' })).toEqual([])
})

test('settings are accepted in the ways in which people write them, and stored in one', () => {
  const legal = { ...toSettings(settingsOfTab('legal'), []), registeredIn: 'scotland' }
  const typed = { companyNumber: '1234567', vatNumber: '123456789', registeredOffice: '2 Fen Road\nEly\nCB7 4AA' }
  expect(settingsSchema('legal').parse({ ...legal, ...typed })).toMatchObject({
    companyNumber: '01234567',
    vatNumber: 'GB 123 4567 89',
    registeredOffice: '2 Fen Road, Ely, CB7 4AA',
  })
  expect(
    settingsSchema('company').parse({ ...settings, companyAddress: '2 Fen Road\nEly\nCambridgeshire\nCB7 4AA' }),
  ).toMatchObject({ companyAddress: '2 Fen Road, Ely, Cambridgeshire, CB7 4AA' })
  const brand = { ...toSettings(settingsOfTab('brand'), []), accentColour: '#9a7136' }
  expect(settingsSchema('brand').parse({ ...brand, profileInstagram: 'instagram.com/rowecars' })).toMatchObject({
    profileInstagram: 'https://instagram.com/rowecars',
  })
  expect(
    settingsSchema('pages').parse({ ...toSettings(settingsOfTab('pages'), []), bannerLink: 'rowe.example/day' }),
  ).toMatchObject({ bannerLink: 'https://rowe.example/day' })
})

test('an email address can be hidden only in places that exist', () => {
  const hide = (emailHiddenOn: string) => settingsSchema('company').safeParse({ ...settings, emailHiddenOn }).success
  expect(hide('header,emails')).toBe(true)
  expect(hide('header,roof')).toBe(false)
})
