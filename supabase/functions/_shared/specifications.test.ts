import { expect, test } from 'vitest'
import { COLOUR_ON_NEW_VEHICLES, readSpecification, SPECIFICATION } from './specifications.ts'

test.each([SPECIFICATION.colour, COLOUR_ON_NEW_VEHICLES, 'COLOUR', ' color '])('a colour is found under %j', (name) => {
  expect(readSpecification({ Doors: '5', [name]: 'White' }, SPECIFICATION.colour)).toBe('White')
})

test('a missing specification is undefined', () => {
  expect(readSpecification({ 'Interior Colour': 'Red' }, SPECIFICATION.colour)).toBeUndefined()
})
