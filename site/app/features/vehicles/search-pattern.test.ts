import { describe, expect, test } from 'vitest'
import { anyColumnContains, containsPattern, quoteValue } from '#app/features/vehicles/search-pattern.ts'

describe('a search is text, not syntax', () => {
  test.each([
    ['RS 6', '*RS 6*'],
    ['100%', '*100\\%*'],
    ['a_b', '*a\\_b*'],
    ['back\\slash', '*back\\\\slash*'],
    ['*', '*_*'],
  ])('%s in a pattern', (text, pattern) => {
    expect(containsPattern(text)).toBe(pattern)
  })

  test.each([
    ['a,b', '"a,b"'],
    ['(x)', '"(x)"'],
    ['say "hi"', '"say \\"hi\\""'],
    ['\\%', '"\\\\%"'],
  ])('%s as a value', (text, quoted) => {
    expect(quoteValue(text)).toBe(quoted)
  })

  test('is asked of every column', () => {
    expect(anyColumnContains(['title', 'make'], 'a,b')).toBe('title.ilike."*a,b*",make.ilike."*a,b*"')
  })
})
