import { expect, test } from 'vitest'
import { hasMakePage, makePath } from './make-pages.ts'

test.each([
  ['Porsche', '/vehicles/make/porsche'],
  ['Mercedes-Benz', '/vehicles/make/mercedes-benz'],
  ['Citroën', '/vehicles/make/citroen'],
  ['DS / Citroën', '/vehicles/make/ds-citroen'],
  [' Land Rover ', '/vehicles/make/land-rover'],
])('%s is found at %s', (make, path) => {
  expect(makePath(make)).toBe(path)
})

test('a make without a letter or figure has no page', () => {
  expect([hasMakePage('***'), hasMakePage('Audi')]).toEqual([false, true])
})
