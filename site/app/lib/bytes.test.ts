import { expect, test } from 'vitest'
import { formatBytes } from './bytes.ts'

test.each([
  [0, '0 bytes'],
  [999, '999 bytes'],
  [1_000, '1 kB'],
  [12_345_678, '12.3 MB'],
  [250_000_000, '250 MB'],
  [1_500_000_000, '1.5 GB'],
  [4_000_000_000_000_000, '4,000 TB'],
])('%d bytes are shown as %s', (bytes, words) => {
  expect(formatBytes(bytes)).toBe(words)
})
