import { expect, test } from 'vitest'
import { COMPANY_NUMBER, FIRM_REFERENCE, ICO_NUMBER, type LegalFacts, legalLines, VAT_NUMBER } from './legal.ts'

const nothing: LegalFacts = {
  companyName: 'Acme Cars',
  legalName: '',
  companyNumber: '',
  registeredIn: '',
  registeredOffice: '',
  vatNumber: '',
  fcaStatus: '',
  fcaNumber: '',
  fcaPrincipal: '',
}
const AUTHORISED = 'authorised and regulated by the Financial Conduct Authority (firm reference number 123456)'

test('there are no legal lines without legal details', () => {
  expect(legalLines(nothing)).toEqual([])
})

test.each<[string, Partial<LegalFacts>, string[]]>([
  [
    'a company that trades under its registered name',
    { companyNumber: 'sc123456', registeredIn: 'scotland', registeredOffice: '1 High Street, Perth, PH1 5AA' },
    [
      'Acme Cars is registered in Scotland with company number SC123456. Registered office: 1 High Street, Perth, PH1 5AA.',
    ],
  ],
  [
    'a company with a trading name',
    { legalName: 'Acme Limited', companyNumber: '01234567', registeredIn: 'england-and-wales' },
    ['Acme Cars is a trading name of Acme Limited, registered in England and Wales with company number 01234567.'],
  ],
  ['a sole trader', { legalName: 'Ada Marsh' }, ['Acme Cars is a trading name of Ada Marsh.']],
  ['a company with a VAT number', { vatNumber: 'GB123456789' }, ['VAT number GB 123 4567 89.']],
  [
    'an authorised broker',
    { fcaStatus: 'broker', fcaNumber: '123456' },
    [`Acme Cars is ${AUTHORISED} as a credit broker, not a lender.`],
  ],
  ['an authorised lender', { fcaStatus: 'lender', fcaNumber: '123456' }, [`Acme Cars is ${AUTHORISED} as a lender.`]],
  [
    'an appointed representative',
    { fcaStatus: 'representative', fcaNumber: '123456', fcaPrincipal: 'Big Finance plc' },
    [
      `Acme Cars is an appointed representative of Big Finance plc, which is ${AUTHORISED}. We act as a credit broker, not a lender.`,
    ],
  ],
])('%s gets the right legal lines', (_, facts, lines) => {
  expect(legalLines({ ...nothing, ...facts })).toEqual(lines)
})

test.each<Partial<LegalFacts>>([
  { fcaStatus: 'broker' },
  { fcaNumber: '123456' },
  { fcaStatus: 'none', fcaNumber: '123456' },
  { fcaStatus: 'representative', fcaNumber: '123456' },
  { fcaStatus: 'bank', fcaNumber: '123456' },
])('%j is not enough to claim FCA authorisation', (facts) => {
  expect(legalLines({ ...nothing, ...facts })).toEqual([])
})

test.each([
  [COMPANY_NUMBER, ['01234567', 'SC123456', 'ni012345'], ['1234567', 'SC12345', '012345678', 'S1234567']],
  [VAT_NUMBER, ['GB123456789', 'GB 123 4567 89', 'gb123456789'], ['123456789', 'GB12345678', 'FR123456789']],
  [FIRM_REFERENCE, ['123456', '1234567'], ['12345', '12345678', 'A12345']],
  [ICO_NUMBER, ['Z1234567', 'ZA123456', 'zb123456'], ['A1234567', 'Z12345', 'ZA1234567']],
])('the format %o accepts valid numbers and refuses invalid ones', ({ pattern }, right, wrong) => {
  for (const number of right) expect(number).toMatch(pattern)
  for (const number of wrong) expect(number).not.toMatch(pattern)
})

test.each([
  [COMPANY_NUMBER, '1234567', '01234567'],
  [COMPANY_NUMBER, ' 0123 4567 ', '01234567'],
  [COMPANY_NUMBER, 'sc 12345', 'SC012345'],
  [COMPANY_NUMBER, '123', '123'],
  [VAT_NUMBER, '123456789', 'GB 123 4567 89'],
  [VAT_NUMBER, '123 4567 89', 'GB 123 4567 89'],
  [VAT_NUMBER, 'gb123 456 789', 'GB 123 4567 89'],
  [VAT_NUMBER, 'GB-123-4567-89', 'GB 123 4567 89'],
  [VAT_NUMBER, '12', 'GB12'],
  [FIRM_REFERENCE, '123 456', '123456'],
  [ICO_NUMBER, 'za 123456', 'ZA123456'],
])('the format %o writes %j as %j', ({ tidy }, typed, stored) => {
  expect(tidy(typed)).toBe(stored)
})
