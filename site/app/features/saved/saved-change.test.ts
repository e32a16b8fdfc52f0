import { expect, test } from 'vitest'
import { savedChange } from './saved-change.ts'

const copy = { price: 20000, sold: false }

test.each([
  ['is "none" for an unchanged vehicle', copy, { kind: 'none' }],
  ['is "sold" for a sold vehicle', { ...copy, sold: true }, { kind: 'sold' }],
  ['is "gone" for a vehicle no longer listed', undefined, { kind: 'gone' }],
  ['is "repriced" for a new price', { ...copy, price: 18500 }, { kind: 'repriced', before: 20000, now: 18500 }],
  [
    'is "repriced" for a price on application',
    { ...copy, price: null },
    { kind: 'repriced', before: 20000, now: null },
  ],
])('the change since a vehicle was saved %s', (_, current, expected) => {
  expect(savedChange(copy, current)).toEqual(expected)
})
