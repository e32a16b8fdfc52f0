import { expect, test } from 'vitest'
import { createResultCache } from './result-cache.ts'

test('a page kept is found again for five minutes, and not after', () => {
  let time = 0
  const cache = createResultCache<string>(() => time)
  cache.keep('all', 1, 'first')

  time = 5 * 60_000 - 1
  expect(cache.find('all', 1)).toBe('first')

  time = 5 * 60_000
  expect(cache.find('all', 1)).toBeUndefined()
})

test('the fifty-first page pushes the oldest out', () => {
  const cache = createResultCache<number>()
  for (let page = 1; page <= 51; page++) cache.keep('all', page, page)

  expect(cache.find('all', 1)).toBeUndefined()
  expect(cache.find('all', 2)).toBe(2)
  expect(cache.find('all', 51)).toBe(51)
})

test('a change of filters or sort clears what was kept, also for the way back', () => {
  const cache = createResultCache<string>()
  cache.keep('all', 1, 'first')

  expect(cache.find('make=Audi', 1)).toBeUndefined()
  expect(cache.find('all', 1)).toBeUndefined()
})
