import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { sha256 } from './sha256.ts'

test.each([0, 1, 55, 56, 63, 64, 65, 119, 120, 1000])(
  'a message of %i bytes has the standard SHA-256 hash',
  (length) => {
    const message = Uint8Array.from({ length }, (_, index) => (index * 31) & 255)

    expect(Buffer.from(sha256(message)).toString('hex')).toBe(createHash('sha256').update(message).digest('hex'))
  },
)

test('a chain of hashes has the given number of rounds', () => {
  const message = new TextEncoder().encode('forecourt')
  let expected: Uint8Array = message
  for (let round = 0; round < 7; round += 1) expected = createHash('sha256').update(expected).digest()

  expect(Buffer.from(sha256(message, 7)).toString('hex')).toBe(Buffer.from(expected).toString('hex'))
})
