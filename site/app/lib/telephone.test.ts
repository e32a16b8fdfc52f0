import { describe, expect, test } from 'vitest'
import { telHref, whatsAppHref } from './telephone.ts'
import { whatsAppNumber } from './telephone-office.ts'
import { ANY_TELEPHONE, DEALER_TELEPHONE, UK_MOBILE } from './telephone-rules.ts'

describe('the tel: link', () => {
  test.each([
    ['+44 (0)1733 555123', 'tel:+441733555123'],
    ['+44(0)1733 555123', 'tel:+441733555123'],
    ['0044 (0)1733 555123', 'tel:00441733555123'],
    ['+44 (0)7700 900-123', 'tel:+447700900123'],
    ['01733 (0) 555 100', 'tel:01733555100'],
    ['01733 555123', 'tel:01733555123'],
    ['(01733) 555-123', 'tel:01733555123'],
    ['(0)1733 555123', 'tel:01733555123'],
    ['+44 1733 555123', 'tel:+441733555123'],
    ['+44 01733 555123', 'tel:+441733555123'],
    ['01733 555123 ext. 12', 'tel:01733555123'],
    ['01733.555.123', 'tel:01733555123'],
    ['(01733) 555-123, after six', 'tel:01733555123'],
  ])('the tel: link for %s is %s', (phone, href) => {
    expect(telHref(phone)).toBe(href)
  })
})

test.each([
  ['07700 900142', 'https://wa.me/447700900142'],
  ['+44 (0)7700 900-142', 'https://wa.me/447700900142'],
  ['0044 7700 900142', 'https://wa.me/447700900142'],
  ['+49 151 2345678', 'https://wa.me/491512345678'],
])('the WhatsApp link for %s has the number %s', (phone, href) => {
  expect(whatsAppHref(phone)).toBe(href)
  expect(whatsAppHref(phone, 'The A & B?')).toBe(`${href}?text=The%20A%20%26%20B%3F`)
})

describe('UK mobile numbers', () => {
  test.each([
    '07123 456789',
    '07123456789',
    '07123 456 789',
    '(07123) 456789',
    '(07123) 456 789',
    '+44 7123 456789',
    '+447123456789',
    '+44 7123 456 789',
    '+44 (0)7700 900123',
    '+44 07700 900123',
    '0044 7700 900123',
    '07123-456-789',
    '07123.456.789',
    '0712 3456 789',
    ' 07123 456789 ',
  ])('%s is accepted as a UK mobile number', (phone) => {
    expect(UK_MOBILE.accepts(phone)).toBe(true)
  })

  test.each([
    '',
    '01733 456789',
    '0712 456789',
    '07123 45678',
    '07123 4567890',
    '447123456789',
    '+1 7123 456789',
    'abcdefgh',
    '07123 456789 or ring my office',
  ])('%j is refused as a UK mobile number', (phone) => {
    expect(UK_MOBILE.accepts(phone)).toBe(false)
  })
})

describe('phone numbers', () => {
  test.each([
    '01733 555123',
    '(01733) 555-123',
    '+44 (0)7700 900123',
    '+44 (0)1733 555123',
    '07123 456789',
    '+49 30 1234567',
    '+1 (212) 555-0100',
    '01733 555123 ext. 12',
  ])('%s is accepted as a phone number', (phone) => {
    expect(ANY_TELEPHONE.accepts(phone)).toBe(true)
  })

  test.each(['', ' ', 'abcdefgh', '12345', '+', '01733 555123, after six', '1234567890123456'])(
    '%j is refused as a phone number',
    (phone) => {
      expect(ANY_TELEPHONE.accepts(phone)).toBe(false)
    },
  )
})

test('the dealer’s phone number may be empty, but other text is refused', () => {
  for (const phone of ['', '+44 (0)1733 555123', '01733 555123', '(01733) 555-123']) {
    expect(phone).toMatch(DEALER_TELEPHONE.pattern)
  }
  expect('ring me').not.toMatch(DEALER_TELEPHONE.pattern)
})

test.each([
  ['07700 900123', '447700900123'],
  ['+44 (0)7700 900123', '447700900123'],
  ['0044 7700 900123', '447700900123'],
  ['07624 490123', '447624490123'],
  ['+49 151 23456789', '4915123456789'],
  ['01733 555123', null],
  ['020 7946 0123', null],
  ['+44 1733 555123', null],
  ['070 1234 5678', null],
  ['07600 123456', null],
  ['0770', null],
  ['900123', null],
  ['ask for Sam', null],
  ['', null],
])('%j is the WhatsApp number %j', (phone, number) => {
  expect(whatsAppNumber(phone)).toBe(number)
})
