import { expect, test } from 'vitest'
import { changeParams, pageCount, pageRange, readListParams } from './list-params.ts'

const views = ['all', 'sold'] as const

test('a URL without parameters selects page 1 of the first view', () => {
  expect(readListParams(new URLSearchParams(), views)).toEqual({ q: '', view: 'all', page: 1 })
})

test('an unknown view and an invalid page fall back to the defaults', () => {
  expect(readListParams(new URLSearchParams('view=zzz&page=-4'), views)).toEqual({ q: '', view: 'all', page: 1 })
})

test('a new search starts at page 1', () => {
  expect(changeParams(new URLSearchParams('q=a&page=7'), { q: 'b' }).toString()).toBe('q=b')
})

test('moving to another page keeps the search', () => {
  expect(changeParams(new URLSearchParams('q=a'), { page: '2' }).toString()).toBe('q=a&page=2')
})

test('a page has 25 rows', () => {
  expect(pageRange(1)).toEqual([0, 24])
  expect(pageRange(3)).toEqual([50, 74])
  expect(pageCount(0)).toBe(1)
  expect(pageCount(26)).toBe(2)
})
