import { expect, test } from 'vitest'
import { NEW_PERSON, personName, personSchema, toRow } from './person.schema.ts'

const problems = (values: object) =>
  personSchema.safeParse({ ...NEW_PERSON, ...values }).error?.issues.map(({ path }) => path[0]) ?? []

test('a person needs a name, an email address or a telephone number', () => {
  expect(problems({})).toEqual(['name'])
  expect(problems({ name: 'Ada' })).toEqual([])
  expect(problems({ email: 'ada@example.com' })).toEqual([])
  expect(problems({ phone: '07700 900123' })).toEqual([])
})

test('addresses and numbers must be usable', () => {
  expect(problems({ email: 'ada' })).toEqual(['email'])
  expect(problems({ name: 'Ada', phone: '12' })).toEqual(['phone'])
})

test('consent and refusal need a source, which is not kept without them', () => {
  expect(problems({ name: 'Ada', consent: 'no' })).toEqual(['consent_source'])
  expect(problems({ name: 'Ada', consent: 'yes', consent_source: 'Said so by telephone' })).toEqual([])
  expect(toRow({ ...NEW_PERSON, consent_source: 'Said so' })).toMatchObject({
    email: null,
    marketing_consent: null,
    marketing_consent_source: '',
  })
})

test('people without a name are shown by what is known', () => {
  expect(personName({ name: '', email: 'a@x.example', phone: '' })).toBe('a@x.example')
  expect(personName({ name: '', email: null, phone: '07700900123' })).toBe('07700 900123')
})
