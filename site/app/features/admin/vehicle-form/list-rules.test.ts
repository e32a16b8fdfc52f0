import { expect, test } from 'vitest'
import { addFeatures, insertChosen, move, offeredMakes, putSpecification } from './list-rules.ts'

test('a new feature is trimmed', () => {
  expect(addFeatures(['Bluetooth'], '  Heated Seats ')).toEqual(['Bluetooth', 'Heated Seats'])
})

test.each(['', '   ', 'Bluetooth', ' bluetooth '])('the feature "%s" is not added', (feature) => {
  const features = ['Bluetooth']

  expect(addFeatures(features, feature)).toBe(features)
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

test.each([
  ['a, b, c', ['a', 'b', 'c']],
  ['Sunroof; Sat Nav\n• Heated Seats', ['Sunroof', 'Sat Nav', 'Heated Seats']],
  ['Tows 1,500 kg, Tow Bar', ['Tows 1,500 kg', 'Tow Bar']],
  ['a, A ,, b', ['a', 'b']],
])('the features %j are added one by one', (text, features) => {
  expect(addFeatures([], text)).toEqual(features)
})

test('an empty site is offered the popular makes, and the dealer’s own makes are never offered twice', () => {
  expect(offeredMakes([])).toEqual(expect.arrayContaining(['Audi', 'BMW', 'Volkswagen']))
  const offered = offeredMakes(['Alvis', 'bmw'])
  expect(offered.filter((make) => make.toLowerCase() === 'bmw')).toEqual(['bmw'])
  expect(offered.indexOf('Alvis')).toBeLessThan(offered.indexOf('Audi'))
})

test('an uploaded picture is put behind those that were chosen before it, wherever they are now', () => {
  const picture = (image_url: string) => ({ image_url })
  const chosen = new Map([...'abc'].map((url, index) => [url, index]))
  const insert = (urls: string, added: string) =>
    insertChosen([...urls].map(picture), picture(added), chosen)
      .map(({ image_url }) => image_url)
      .join('')

  expect(insert('', 'b')).toBe('b')
  expect(insert('b', 'a')).toBe('ab')
  expect(insert('ab', 'c')).toBe('abc')
  expect(insert('xac', 'b')).toBe('xabc')
  expect(insert('cxa', 'b')).toBe('cxab')
})
