import { expect, test } from 'vitest'
import { byName } from './by-name.ts'

test('names are in the order people expect, whatever their case', () => {
  expect(['BMW', 'Bentley', 'abarth', 'Audi', 'i8', 'Z4'].sort(byName)).toEqual([
    'abarth',
    'Audi',
    'Bentley',
    'BMW',
    'i8',
    'Z4',
  ])
})
