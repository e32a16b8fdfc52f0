import { expect, test } from 'vitest'
import { searchFilter } from './search-filter.ts'

test('a blank search sets no filter', () => {
  expect(searchFilter('   ', ['title'])).toBeNull()
})

test('the trimmed term is looked for in every column', () => {
  expect(searchFilter(' golf ', ['title', 'make'])).toBe('title.ilike."%golf%",make.ilike."%golf%"')
})

test('commas, dots and brackets cannot end the filter', () => {
  expect(searchFilter('a,b.eq.(c)', ['title'])).toBe('title.ilike."%a,b.eq.(c)%"')
})

test('quotes and pattern characters stand for themselves', () => {
  expect(searchFilter('50%_"\\', ['title'])).toBe('title.ilike."%50\\\\%\\\\_\\"\\\\\\\\%"')
})
