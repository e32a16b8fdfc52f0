import { expect, test } from 'vitest'
import { isNestedTooDeep } from './json-depth.ts'
import { MAX_JSON_DEPTH } from './limits.ts'

const nested = (depth: number) => '{"a":['.repeat(depth / 2) + ']}'.repeat(depth / 2)

test('JSON that is nested beyond the limit counts as too deep, whether or not it is complete', () => {
  expect(isNestedTooDeep(nested(MAX_JSON_DEPTH))).toBe(false)
  expect(isNestedTooDeep(nested(MAX_JSON_DEPTH + 2))).toBe(true)
  expect(isNestedTooDeep('['.repeat(500_000))).toBe(true)
})

test('brackets do not count as nested if they follow one another or are inside a string', () => {
  expect(isNestedTooDeep(`[${'[],'.repeat(1000)}[]]`)).toBe(false)
  expect(isNestedTooDeep(JSON.stringify('[{"'.repeat(1000)))).toBe(false)
  expect(isNestedTooDeep(`["\\\\",${'['.repeat(MAX_JSON_DEPTH)}`)).toBe(true)
})
