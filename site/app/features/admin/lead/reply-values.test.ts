import { expect, test } from 'vitest'
import { DEFAULT_REPLY_TEMPLATES, fillReply, unfilledIn } from '#supabase/functions/_shared/reply-templates.ts'
import { openingWords, replyValues } from './reply-values.ts'

const facts = {
  lead: { name: 'Iris', vehicle_title: 'Golf', preferred_date: '2026-11-19T14:00:00' },
  vehicle: { id: '7', title: 'VW Golf', asking_price: 41995, sold: false, vehicle_state: 'Listed' },
  staff: 'Sam Sales',
  company: { companyName: 'Acme', companyPhone: '01733 555123' },
  siteUrl: 'https://cars.example',
}

test('every placeholder of the default templates is filled if everything is known', () => {
  for (const { subject, text } of DEFAULT_REPLY_TEMPLATES) {
    expect(unfilledIn(fillReply(subject, replyValues(facts)), fillReply(text, replyValues(facts)))).toEqual([])
  }
  expect(fillReply('{{vehicle}}, {{ Price }}: {{link}}, {{test drive}}', replyValues(facts))).toBe(
    'VW Golf, £41,995: https://cars.example/vehicles/7, Thursday 19 November 2026 at 14:00',
  )
})

test('what is not known, and what does not exist, stays in the text and is found', () => {
  const values = replyValues({ ...facts, lead: { ...facts.lead, preferred_date: null }, vehicle: null })
  const text = fillReply('{{vehicle}} {{price}} {{test drive}} {{price}} {{colour}}', values)

  expect(text).toBe('Golf {{price}} {{test drive}} {{price}} {{colour}}')
  expect(unfilledIn('', text)).toEqual(['{{price}}', '{{test drive}}', '{{colour}}'])
  expect(unfilledIn('a {{ half')).toEqual(['{{'])
  expect(unfilledIn('{one}', 'a } b')).toEqual([])
})

test('a sold vehicle’s price and a draft’s link are not offered', () => {
  expect(replyValues({ ...facts, vehicle: { ...facts.vehicle, sold: true } }).price).toBe('')
  expect(replyValues({ ...facts, vehicle: { ...facts.vehicle, vehicle_state: 'Draft' } })).toMatchObject({ link: '' })
})

test('a value that looks like a placeholder is not filled in again', () => {
  expect(fillReply('{{name}} {{staff}}', { name: '{{staff}}', staff: 'Sam' })).toBe('{{staff}} Sam')
})

test('a conversation on WhatsApp starts with who is writing and about what', () => {
  expect(openingWords(facts)).toBe(
    'Hello Iris, it’s Sam Sales from Acme. Thank you for getting in touch about the Golf.',
  )
  expect(openingWords({ ...facts, staff: '', lead: { ...facts.lead, vehicle_title: '' } })).toBe(
    'Hello Iris, this is Acme. Thank you for getting in touch.',
  )
})
