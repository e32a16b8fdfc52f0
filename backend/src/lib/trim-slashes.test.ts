import { expect, test } from 'vitest'
import { trimEndSlashes, trimSlashes } from './trim-slashes.ts'

test.each([
  ['', '', ''],
  ['///', '', ''],
  ['/a//b/', 'a//b', '/a//b'],
  ['//a', 'a', '//a'],
  [`a${'/'.repeat(1000)}b`, `a${'/'.repeat(1000)}b`, `a${'/'.repeat(1000)}b`],
])('%j becomes %j without leading and trailing slashes, and %j without trailing slashes', (text, around, end) => {
  expect(trimSlashes(text)).toBe(around)
  expect(trimEndSlashes(text)).toBe(end)
})
