import { expect, test } from 'vitest'
import { pressedSort, readSort, sortParam } from './sort.ts'

const columns = ['title', 'price'] as const

test.each([
  ['sort=price', { column: 'price', ascending: true }],
  ['sort=-price', { column: 'price', ascending: false }],
  ['sort=drop', null],
  ['', null],
])('the sort order is read from the query string ?%s', (address, sort) => {
  expect(readSort(new URLSearchParams(address), columns)).toEqual(sort)
})

test('a sort order written to the URL is read back unchanged', () => {
  const sort = { column: 'title', ascending: false } as const

  expect(readSort(new URLSearchParams({ sort: sortParam(sort) }), columns)).toEqual(sort)
})

test('the first press on a column heading sorts in ascending order, and the second in descending order', () => {
  const first = pressedSort({ column: 'title', ascending: false }, 'price')

  expect(first).toEqual({ column: 'price', ascending: true })
  expect(pressedSort(first, 'price')).toEqual({ column: 'price', ascending: false })
})
