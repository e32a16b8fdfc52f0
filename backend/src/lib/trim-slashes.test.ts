import { expect, test } from 'vitest'
import { trimEndSlashes, trimSlashes } from './trim-slashes.ts'

test.each([
  ['', '', ''],
  ['///', '', ''],
  ['/a//b/', 'a//b', '/a//b'],
  ['//a', 'a', '//a'],
  [`a${'/'.repeat(1000)}b`, `a${'/'.repeat(1000)}b`, `a${'/'.repeat(1000)}b`],
])('%j without slashes around it is %j, without those at its end %j', (text, around, end) => {
  expect(trimSlashes(text)).toBe(around)
  expect(trimEndSlashes(text)).toBe(end)
})
