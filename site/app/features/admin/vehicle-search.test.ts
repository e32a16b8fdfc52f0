import { expect, test } from 'vitest'
import { withIds } from './vehicle-search.ts'

test('without vehicles found by their codes, each word is a filter of its own', () => {
  expect(withIds(['title.ilike."*a*"', 'title.ilike."*b*"'], [])).toEqual(['title.ilike."*a*"', 'title.ilike."*b*"'])
})

test('vehicles found by their codes are listed besides those with all the words', () => {
  expect(withIds(['title.ilike."*ab12*",make.ilike."*ab12*"', 'title.ilike."*cde*"'], ['1', '2'])).toEqual([
    'and(or(title.ilike."*ab12*",make.ilike."*ab12*"),or(title.ilike."*cde*")),id.in.(1,2)',
  ])
})
