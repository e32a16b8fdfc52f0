import { describe, expect, test } from 'vitest'
import { contactSchema, PHONE_HINT, UK_MOBILE } from './contact.schema.ts'

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
    expect(phone).toMatch(UK_MOBILE)
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
    expect(phone).not.toMatch(UK_MOBILE)
  })
})

test('every field is required, and says so in words', () => {
  const { error } = contactSchema.safeParse({ name: ' ', email: 'ann', phone: '1', message: '' })

  expect(error?.issues.map(({ path, message }) => [path[0], message])).toEqual([
    ['name', 'Please enter your name'],
    ['email', 'Please enter an e-mail address like name@example.com'],
    ['phone', PHONE_HINT],
    ['message', 'Please enter a message'],
  ])
})
