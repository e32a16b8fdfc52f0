import { expect, test } from 'vitest'
import { createResultCache } from './result-cache.ts'

test('a cached page is returned for only five minutes', () => {
  let time = 0
  const cache = createResultCache<string>(() => time)
  cache.keep('all', 1, 'first')

  time = 5 * 60_000 - 1
  expect(cache.find('all', 1)).toBe('first')

  time = 5 * 60_000
  expect(cache.find('all', 1)).toBeUndefined()
})

test('the fifty-first page evicts the oldest page', () => {
  const cache = createResultCache<number>()
  for (let page = 1; page <= 51; page++) cache.keep('all', page, page)

  expect(cache.find('all', 1)).toBeUndefined()
  expect(cache.find('all', 2)).toBe(2)
  expect(cache.find('all', 51)).toBe(51)
})

test('changing the filters or the sort order clears the cache, even if they are changed back', () => {
  const cache = createResultCache<string>()
  cache.keep('all', 1, 'first')

  expect(cache.find('make=Audi', 1)).toBeUndefined()
  expect(cache.find('all', 1)).toBeUndefined()
})
