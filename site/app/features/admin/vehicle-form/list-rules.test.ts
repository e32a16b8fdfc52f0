import { expect, test } from 'vitest'
import { addFeature, move, putSpecification } from './list-rules.ts'

test('a new feature is trimmed', () => {
  expect(addFeature(['Bluetooth'], '  Heated Seats ')).toEqual(['Bluetooth', 'Heated Seats'])
})

test.each(['', '   ', 'Bluetooth', ' bluetooth '])('the feature "%s" is not added', (feature) => {
  const features = ['Bluetooth']

  expect(addFeature(features, feature)).toBe(features)
})

test.each([
  ['', '5'],
  ['Doors', ' '],
])('a specification needs both a name and a value', (name, value) => {
  expect(putSpecification([], name, value)).toEqual([])
})

test('a specification with an existing name replaces the existing value in place', () => {
  const before = [
    { spec_key: 'Doors', spec_value: '5' },
    { spec_key: 'Seats', spec_value: '4' },
  ]

  expect(putSpecification(before, 'Doors', '3')).toEqual([
    { spec_key: 'Doors', spec_value: '3' },
    { spec_key: 'Seats', spec_value: '4' },
  ])
})

test('pictures can be moved left and right, but not past the ends', () => {
  const pictures = ['a', 'b', 'c']

  expect(move(pictures, 2, 0)).toEqual(['c', 'a', 'b'])
  expect(move(pictures, 0, 1)).toEqual(['b', 'a', 'c'])
  expect(move(pictures, 0, -1)).toBe(pictures)
  expect(move(pictures, 2, 3)).toBe(pictures)
})
