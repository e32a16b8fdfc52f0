import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { sha256 } from '#app/features/captcha/sha256.ts'

test.each([0, 1, 55, 56, 63, 64, 65, 119, 120, 1000])('hashes %i bytes as the standard does', (length) => {
  const message = Uint8Array.from({ length }, (_, index) => (index * 31) & 255)

  expect(Buffer.from(sha256(message)).toString('hex')).toBe(createHash('sha256').update(message).digest('hex'))
})
