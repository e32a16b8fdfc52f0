import { expect, test } from 'vitest'
import { DEFAULT_FAQ, DEPOSIT, PROMISES } from './default-content.ts'
import { DEFAULT_TERMS } from './default-legal.ts'
import { offersFinance, withoutFinance, withPermittedTexts } from './finance.ts'
import { SETTINGS, type SettingName, toSettings, VISITOR_SETTINGS, type VisitorSettings } from './settings.ts'

const DEFAULTS = toSettings(
  VISITOR_SETTINGS,
  Object.values(SETTINGS).map(({ key, default: value }) => ({ key, value })),
)
const acme: VisitorSettings = { ...DEFAULTS, companyName: 'Acme Cars' }

test.each<[string, Partial<VisitorSettings>, boolean]>([
  ['the demo dealer', { companyName: DEFAULTS.companyName }, true],
  ['a demo dealer who is not authorised', { companyName: DEFAULTS.companyName, fcaStatus: 'none' }, false],
  ['a dealer who has not entered a status', {}, false],
  ['a dealer who is not authorised', { fcaStatus: 'none', fcaNumber: '123456' }, false],
  ['a broker without a number', { fcaStatus: 'broker' }, false],
  ['an authorised broker', { fcaStatus: 'broker', fcaNumber: '123456' }, true],
  ['a representative without a principal', { fcaStatus: 'representative', fcaNumber: '123456' }, false],
])('%s offers finance: %j, %s', (_, facts, expected) => {
  expect(offersFinance({ ...acme, ...facts })).toBe(expected)
})

test('the default texts of an unauthorised dealer do not mention finance, and lose nothing else', () => {
  const permitted = withPermittedTexts({ ...acme, fcaStatus: 'none' })

  expect(JSON.stringify(permitted)).not.toMatch(/financ|hire purchase|credit|\bAPR\b|per month/i)
  expect(permitted.faqItems).toHaveLength(DEFAULT_FAQ.length - 1)
  expect(permitted.promises).toHaveLength(PROMISES.length - 1)
  const changed = (Object.keys(acme) as (keyof VisitorSettings)[]).filter((name) => permitted[name] !== acme[name])
  const same = changed.filter((name) => JSON.stringify(permitted[name]) === JSON.stringify(acme[name]))
  expect(changed.filter((name) => !same.includes(name))).toEqual([
    'promises',
    'faqItems',
    'fcaStatus',
  ] satisfies SettingName[])
})

test.each([
  ['Free warranty. Finance available from 9.9% APR. Delivery.', 'Free warranty. Delivery.'],
  ['- PCP and hire purchase.\n- Part exchange.', '- Part exchange.'],
  ['Only £199 per month!', ''],
  ['Every car is checked for outstanding finance.', 'Every car is checked for outstanding finance.'],
  ['No finance owing, ever.', 'No finance owing, ever.'],
])('%j without offers of finance is %j', (text, shown) => {
  expect(withoutFinance(text)).toBe(shown)
})

test('an unauthorised dealer keeps a company name that contains the word finance', () => {
  const named = {
    ...acme,
    companyName: 'Cars & Finance',
    legalName: 'Acme Finance Limited',
    footerLine: 'Finance since 1998',
  }

  expect(withPermittedTexts(named)).toMatchObject({
    companyName: 'Cars & Finance',
    legalName: 'Acme Finance Limited',
    footerLine: '',
  })
})

test('emails of an unauthorised dealer do not offer finance, and go to the same addresses', () => {
  const notifyAlso = [{ address: 'finance@acme.example', about: 'everything' }]
  const settings = { ...acme, closingLine: 'Ask us about finance. See you soon.', notifyAlso }

  expect(withPermittedTexts(settings)).toMatchObject({ closingLine: 'See you soon.', notifyAlso })
})

test('the FAQ and the terms say the same about deposits', () => {
  const reserving = DEFAULT_FAQ.find(({ question }) => question.includes('reserve'))

  expect(reserving?.answer).toContain(DEPOSIT)
  expect(DEFAULT_TERMS.reservations).toContain(DEPOSIT)
})

test('the FAQ does not ask for pictures with an enquiry, because the form takes none', () => {
  for (const { answer } of DEFAULT_FAQ) expect(answer).not.toMatch(/pictures with your enquiry/)
})
