import { describe, expect, test } from 'vitest'
import { containsPattern, quoteValue, searchFilters, searchWords, wordPattern } from './search-filter.ts'

describe('a search is text rather than syntax', () => {
  test.each([
    ['RS 6', '*RS 6*'],
    ['100%', '*100\\%*'],
    ['a_b', '*a\\_b*'],
    ['back\\slash', '*back\\\\slash*'],
    ['*', '*_*'],
  ])('%s is escaped in a pattern', (text, pattern) => {
    expect(containsPattern(text)).toBe(pattern)
  })

  test.each([
    ['a,b', '"a,b"'],
    ['(x)', '"(x)"'],
    ['say "hi"', '"say \\"hi\\""'],
    ['\\%', '"\\\\%"'],
  ])('%s is quoted as a value', (text, quoted) => {
    expect(quoteValue(text)).toBe(quoted)
  })

  test('a search looks for each word in every column', () => {
    expect(searchFilters('  a,b  Land-Rover ', ['title', 'make'])).toEqual([
      'title.ilike."*a,b*",make.ilike."*a,b*"',
      'title.ilike."*Land*",make.ilike."*Land*"',
      'title.ilike."*Rover*",make.ilike."*Rover*"',
    ])
  })

  test('a blank search sets no filter', () => {
    expect(searchFilters(' - ', ['title'])).toEqual([])
    expect(searchWords('   ')).toEqual([])
  })

  test.each([
    ['porsche  Carrera', ['porsche', 'carrera']],
    ['Mercedes–Benz', ['mercedes', 'benz']],
    ['CITROËN DS', ['citroen', 'ds']],
    ['a b c d e f g h i j', ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h']],
  ])('%s is reduced to plain words', (term, words) => {
    expect(searchWords(term)).toEqual(words)
  })
})

test.each([
  ['bmw', '*bmw*'],
  ['m3', '* m3*'],
  ['é', '* é*'],
  [')', '*)*'],
  ['%_', '*\\%\\_*'],
])('a short word matches the start of a word, and a symbol matches anywhere: %s', (word, pattern) => {
  expect(wordPattern(word)).toBe(pattern)
})
