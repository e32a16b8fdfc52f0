import { expect, test } from 'vitest'
import { ALL_SETTING_KEYS, type SettingsValues, settingsSchema, toConfigRows, toSettings } from './settings.schema.ts'

const settings: SettingsValues = {
  companyName: 'Halden & Rowe Motor Cars',
  companyEmail: 'sales@haldenrowe.example',
  companyEmail2: '',
  companyPhone: '01733 000000',
  companyPhone2: '',
  companyAddress: 'Peterborough, PE1 5BA',
  openingHours: 'Mon-Fri: 9am-6pm, Sat-Sun: 9am-4pm',
  recaptchaSiteKey: '',
  adminEmail: 'admin@haldenrowe.example',
  enableAutoTrader: false,
}

test('all nine keys and the AutoTrader switch are kept', () => {
  expect(ALL_SETTING_KEYS).toHaveLength(10)
  expect(toConfigRows(settings).map(({ key }) => key)).toEqual(ALL_SETTING_KEYS)
})

test('what is saved is what is loaded', () => {
  const changed = { ...settings, companyName: 'Another', enableAutoTrader: true }

  expect(toSettings(toConfigRows(changed), settings)).toEqual(changed)
})

test('only the text true turns AutoTrader on', () => {
  for (const value of ['TRUE', '1', 'yes', '']) {
    expect(toSettings([{ key: 'EnableAutoTrader', value }], settings).enableAutoTrader).toBe(false)
  }
})

test('missing rows leave the defaults', () => {
  expect(toSettings([], settings)).toEqual(settings)
})

test.each([
  ['companyName', ' ', 'Company name is required'],
  ['companyEmail', 'nobody', 'Enter a valid email address'],
  ['companyEmail2', 'nobody', 'Enter a valid email address'],
  ['adminEmail', '', 'Admin email is required'],
  ['companyPhone', 'ring me', 'Enter a valid phone number'],
])('%s "%s" is refused', (field, value, message) => {
  const result = settingsSchema.safeParse({ ...settings, [field]: value })

  expect(result.error?.issues.map((issue) => issue.message)).toEqual([message])
})

test('the second e-mail and both phones may be empty', () => {
  expect(settingsSchema.safeParse({ ...settings, companyPhone: '' }).success).toBe(true)
})
