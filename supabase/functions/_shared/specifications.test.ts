import { expect, test } from 'vitest'
import { NEW_VEHICLE_COLOUR_KEY, readSpecification, SPECIFICATION } from './specifications.ts'

test.each([SPECIFICATION.colour, NEW_VEHICLE_COLOUR_KEY, 'COLOUR', ' color '])(
  'a colour is found under the name %j',
  (name) => {
    expect(readSpecification({ Doors: '5', [name]: 'White' }, SPECIFICATION.colour)).toBe('White')
  },
)

test('a missing specification is undefined', () => {
  expect(readSpecification({ 'Interior Colour': 'Red' }, SPECIFICATION.colour)).toBeUndefined()
})
