import { expect, test } from 'vitest'
import { makeSecret, openSecret, otpauthUri, sealSecret, stepOfCode } from './totp.ts'

/** RFC 6238, appendix B: the ASCII digits 1 to 0, twice. */
const RFC_SECRET = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ'

test.each([
  [59, '287082'],
  [1111111109, '081804'],
  [1111111111, '050471'],
  [1234567890, '005924'],
  [2000000000, '279037'],
])('at %i seconds the code is %s, and good one period early or late', (seconds, code) => {
  const step = Math.floor(seconds / 30)

  expect(stepOfCode(RFC_SECRET, code, seconds * 1000)).toBe(step)
  expect(stepOfCode(RFC_SECRET, code, (seconds + 30) * 1000)).toBe(step)
  expect(stepOfCode(RFC_SECRET, code, (seconds + 61) * 1000)).toBeNull()
})

test('a sealed secret opens for its factor and installation only', () => {
  const secret = makeSecret()
  const sealed = sealSecret(secret, 'factor', 'installation')

  expect(secret).toMatch(/^[A-Z2-7]{32}$/)
  expect(sealed).not.toContain(secret)
  expect(openSecret(sealed, 'factor', 'installation')).toBe(secret)
  expect(openSecret(sealed, 'another', 'installation')).toBeNull()
  expect(openSecret(sealed, 'factor', 'another')).toBeNull()
})

test('the address for apps names dealer and account', () => {
  expect(otpauthUri('ABC', 'Acme & Sons', 'ada@example.com')).toBe(
    'otpauth://totp/Acme%20%26%20Sons:ada%40example.com?algorithm=SHA1&digits=6&issuer=Acme%20%26%20Sons&period=30&secret=ABC',
  )
})
