import { expect, test } from 'vitest'
import { parseObjectName } from './object-name.ts'

test.each([
  ['vehicles/1762-a1b2.jpg', 'vehicles/1762-a1b2.jpg'],
  ['/vehicles/front%20left.jpg/', 'vehicles/front left.jpg'],
])('%s names %s', (encoded, name) => {
  expect(parseObjectName(encoded)).toBe(name)
})

test.each([
  '..',
  '../keys.json',
  'vehicles/../../keys.json',
  '..%2f..%2fkeys.json',
  'vehicles/%2e%2e/keys.json',
  'vehicles/..%5c..%5ckeys.json',
  '%252e%252e%252fkeys.json',
  'vehicles//1.jpg',
  './1.jpg',
  '.hidden',
  'vehicles/.tmp',
  'vehicles/1.jpg.',
  'vehicles/1.jpg%20',
  'vehicles/1.jpg%00.png',
  'vehicles/1%0d%0ax.jpg',
  'vehicles/%F0%9F%9A%97.jpg',
  'vehicles/<b>.jpg',
  '%E0%A4%A',
  'a'.repeat(201),
  `${'a/'.repeat(251)}a`,
  '',
])('%j is refused', (encoded) => {
  expect(() => parseObjectName(encoded)).toThrow('Invalid key')
})
