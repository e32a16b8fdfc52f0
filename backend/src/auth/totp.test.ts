import { expect, test } from 'vitest'
import { decryptSecret, encryptSecret, generateSecret, otpauthUri, stepOfCode } from './totp.ts'

/** The secret is from RFC 6238, appendix B: the ASCII digits 1 to 0, twice. */
const RFC_SECRET = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ'

test.each([
  [59, '287082'],
  [1111111109, '081804'],
  [1111111111, '050471'],
  [1234567890, '005924'],
  [2000000000, '279037'],
])('the code at %i seconds is %s and stays valid for one more period, but not two', (seconds, code) => {
  const step = Math.floor(seconds / 30)

  expect(stepOfCode(RFC_SECRET, code, seconds * 1000)).toBe(step)
  expect(stepOfCode(RFC_SECRET, code, (seconds + 30) * 1000)).toBe(step)
  expect(stepOfCode(RFC_SECRET, code, (seconds + 61) * 1000)).toBeNull()
})

test('an encrypted secret can be decrypted only for its factor and installation', () => {
  const secret = generateSecret()
  const encrypted = encryptSecret(secret, 'factor', 'installation')

  expect(secret).toMatch(/^[A-Z2-7]{32}$/)
  expect(encrypted).not.toContain(secret)
  expect(decryptSecret(encrypted, 'factor', 'installation')).toBe(secret)
  expect(decryptSecret(encrypted, 'another', 'installation')).toBeNull()
  expect(decryptSecret(encrypted, 'factor', 'another')).toBeNull()
})

test.each(['', '28708', '2870820', 'abcdef', '28708２', '28708é', ' 287082', '+287082', '287082\n'])(
  'text that is not six digits is refused as a code: %j',
  (code) => {
    expect(stepOfCode(RFC_SECRET, code, 59_000)).toBeNull()
  },
)

test('the otpauth URL names the dealer and the account', () => {
  expect(otpauthUri(RFC_SECRET, 'Acme & Sons', 'ada@example.com')).toBe(
    `otpauth://totp/Acme%20%26%20Sons:ada%40example.com?issuer=Acme%20%26%20Sons&secret=${RFC_SECRET}&algorithm=SHA1&digits=6&period=30`,
  )
})
