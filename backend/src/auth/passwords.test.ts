import { expect, test } from 'vitest'
import { argon2id, createPasswords, requireGoodPassword } from './passwords.ts'

const passwords = createPasswords(argon2id({ memoryCost: 64, timeCost: 1 }))

test('a hash is Argon2id and matches only its own password', async () => {
  const stored = await passwords.hash('correct horse')

  expect(stored).toMatch(/^\$argon2id\$/)
  expect(await passwords.matches(stored, 'correct horse')).toBe(true)
  expect(await passwords.matches(stored, 'Correct horse')).toBe(false)
})

test.each([null, undefined, '', 'plain text', '$2a$10$bcrypt'])(
  'no password matches the stored hash %j',
  async (stored) => {
    expect(await passwords.matches(stored, '')).toBe(false)
    expect(await passwords.matches(stored, 'no account has this password')).toBe(false)
  },
)

test('up to 100 passwords can wait to be hashed, and any more are rejected', async () => {
  const results = await Promise.allSettled(Array.from({ length: 150 }, () => passwords.hash('x')))

  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(102)
  expect(await passwords.matches(await passwords.hash('after'), 'after')).toBe(true)
})

test('a password must have at least six characters and at most 72 bytes', () => {
  expect(() => requireGoodPassword('12345')).toThrow('at least 6')
  expect(() => requireGoodPassword('é'.repeat(37))).toThrow('72')
  expect(() => requireGoodPassword('tR7#kq')).not.toThrow()
})

test('a password that attackers try first is rejected as weak', () => {
  expect(() => requireGoodPassword('Password1!')).toThrow('easy to guess')
  expect(() => requireGoodPassword('adamarsh1', ['ada.marsh@example.com'])).toThrow('easy to guess')
})
