import { expect, test } from 'vitest'
import { oneLine } from './text.ts'

test.each([
  ['a\r\nBcc: b@example.com', 'a Bcc: b@example.com'],
  ['a\u0000b\u001bc', 'a b c'],
  ['a\u2028b\u2029c\u0085d', 'a b c d'],
  ['right\u202eto left', 'right to left'],
  ['  Zoë   Ødegård ', 'Zoë Ødegård'],
])('%j becomes one line', (text, expected) => {
  expect(oneLine(text)).toBe(expected)
})

test('a line is cut to 200 characters', () => {
  expect(oneLine('x'.repeat(5000))).toHaveLength(200)
})
