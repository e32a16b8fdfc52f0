import fc from 'fast-check'
import { expect, test } from 'vitest'
import { parseVariant } from './render-request.ts'

const parse = (query: string, accept = 'image/avif,image/webp,*/*') => parseVariant(new URLSearchParams(query), accept)

test('a width is rounded up to the next one that is kept', () => {
  expect(parse('width=400')).toMatchObject({ width: 480, height: null, format: 'webp', quality: null })
  expect(parse('width=9999')).toMatchObject({ width: 2000 })
})

test('width and height keep a shape that is known', () => {
  expect(parse('width=1200&height=630')).toMatchObject({ width: 1200, height: 630, resize: 'cover' })
  expect(parse('width=333&height=333')).toMatchObject({ width: 480, height: 480 })
})

test.each([
  ['image/avif,image/webp,*/*', 'webp'],
  ['image/avif,*/*', 'avif'],
  ['*/*', 'origin'],
])('a browser that takes %s gets %s', (accept, format) => {
  expect(parse('width=480', accept).format).toBe(format)
})

test.each(['width=-1', 'width=abc', 'height=1e3', 'quality=10', 'quality=101', 'resize=stretch', 'format=svg'])(
  '%s is refused',
  (query) => {
    expect(() => parse(query)).toThrow('querystring/')
  },
)

test('however many sizes are asked for, few are made', () => {
  const made = new Set<string>()
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 99_999 }), fc.integer({ min: 1, max: 99_999 }), (width, height) => {
      made.add(JSON.stringify(parse(`width=${width}&height=${height}`)))
    }),
    { numRuns: 2000 },
  )
  expect(made.size).toBeLessThanOrEqual(81)
})
