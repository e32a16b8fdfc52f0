import { describe, expect, test } from 'vitest'
import { containsPattern, quoteValue, searchFilter } from './search-filter.ts'

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

  test('is asked of every column, without the spaces around it', () => {
    expect(searchFilter(' a,b ', ['title', 'make'])).toBe('title.ilike."*a,b*",make.ilike."*a,b*"')
  })

  test('sets no filter when it is blank', () => {
    expect(searchFilter('   ', ['title'])).toBeNull()
  })
})
