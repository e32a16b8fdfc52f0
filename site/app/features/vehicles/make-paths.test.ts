import { expect, test } from 'vitest'
import { hasMakePage, makePath } from './make-paths.ts'

test.each([
  ['Porsche', '/vehicles/make/porsche'],
  ['Mercedes-Benz', '/vehicles/make/mercedes-benz'],
  ['Citroën', '/vehicles/make/citroen'],
  ['DS / Citroën', '/vehicles/make/ds-citroen'],
  [' Land Rover ', '/vehicles/make/land-rover'],
])('the make %s has the path %s', (make, path) => {
  expect(makePath(make)).toBe(path)
})

test('a make without letters or digits has no page', () => {
  expect([hasMakePage('***'), hasMakePage('Audi')]).toEqual([false, true])
})
