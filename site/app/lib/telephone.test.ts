import { describe, expect, test } from 'vitest'
import { ANY_TELEPHONE, DEALER_TELEPHONE, telHref, UK_MOBILE } from './telephone.ts'

describe('the link of a number', () => {
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
  ])('of %s is %s', (phone, href) => {
    expect(telHref(phone)).toBe(href)
  })
})

describe('a UK mobile number', () => {
  test.each([
    '07123 456789',
    '07123456789',
    '07123 456 789',
    '(07123) 456789',
    '(07123) 456 789',
    '+44 7123 456789',
    '+447123456789',
    '+44 7123 456 789',
  ])('%s is one', (phone) => {
    expect(phone).toMatch(UK_MOBILE.pattern)
  })

  test.each([
    '',
    '01733 456789',
    '0712 456789',
    '07123 45678',
    '07123 4567890',
    '+44 07123 456789',
    '447123456789',
    '07123-456-789',
    '07123 456789 or ring my office',
  ])('%j is none', (phone) => {
    expect(phone).not.toMatch(UK_MOBILE.pattern)
  })
})

test('an enquiry takes any number, but not none', () => {
  expect('(01733) 555-123, after six').toMatch(ANY_TELEPHONE.pattern)
  expect(' ').not.toMatch(ANY_TELEPHONE.pattern)
})

test('the dealer may have no number, but no words for one', () => {
  for (const phone of ['', '+44 (0)1733 555123', '01733 555123', '(01733) 555-123']) {
    expect(phone).toMatch(DEALER_TELEPHONE.pattern)
  }
  expect('ring me').not.toMatch(DEALER_TELEPHONE.pattern)
})
