import { describe, expect, test } from 'vitest'
import { containsName, isEasyToGuess } from './easy-passwords.ts'
import { generatePassword } from './first-admin.ts'

describe('a password that attackers try first is easy to guess', () => {
  test.each([
    ...['123456', 'password', 'qwertyuiop', 'letmein', 'Liverpool', 'PASSWORD'],
    ...['Password1!', 'P@ssw0rd', 'passw0rd2024', '!monkey7', 'Welcome1', 'admin123', 'passwordpassword'],
    ...['24061984', 'aaaaaaaa', 'abababab', 'abcdefgh', '987654321', ' password '],
  ])('%j is easy to guess', (password) => {
    expect(isEasyToGuess(password)).toBe(true)
  })

  test.each(['ada.marsh@example.com', 'adamarsh', 'AdaMarsh1', 'Marsh2024!', 'haldenrowe1', 'Halden & Rowe'])(
    '%j is easy to guess for an attacker who knows the account',
    (password) => {
      expect(isEasyToGuess(password, ['ada.marsh@example.com', 'haldenrowe', 'Halden & Rowe'])).toBe(true)
    },
  )
})

test.each([
  ...['correct-horse', 'correct horse battery', 'wet otter umbrella', 'tR7#kq', 'first-admin-password', 'größere-Füße'],
  ...['ada likes long walks', '020 7946 0999'],
])('%j is not easy to guess', (password) => {
  expect(isEasyToGuess(password, ['ada@example.com', 'haldenrowe'])).toBe(false)
})

test('a generated password is never easy to guess', () => {
  expect(Array.from({ length: 100 }, generatePassword).filter((password) => isEasyToGuess(password))).toEqual([])
})

test.each([
  ['Forecourt1!', true],
  ['xxf0rec0urtxx', true],
  ['the-Riverside_way', true],
  ['river side way', true],
  ['many motors here', false],
  ['the of an tea pot', false],
])('%j contains the product name or the name "Riverside of Motors": %s', (password, isFound) => {
  expect(containsName(password, ['Forecourt', 'Riverside of Motors'])).toBe(isFound)
})

test('a name made up of trade words is found in a password only as a whole', () => {
  expect(containsName('my used cars are nice', ['Used Cars'])).toBe(true)
  expect(containsName('my used and old cars', ['Used Cars'])).toBe(false)
})
