import fc from 'fast-check'
import { expect, test } from 'vitest'
import { PICTURE_SIZES, pictureQuery } from '../../../../supabase/functions/_shared/picture-variants.ts'
import { parseVariant } from './render-request.ts'

const parse = (query: string, accept = 'image/avif,image/webp,*/*') => parseVariant(new URLSearchParams(query), accept)

test.each(PICTURE_SIZES.map((size) => [pictureQuery(size), size] as const))('%s is available', (query, size) => {
  const made = { ...size, format: size.isWhole ? 'png' : 'webp' }
  expect(parse(query)).toEqual(made)
  if (!size.isWhole) expect(parse(`${query}&resize=cover`)).toEqual(made)
})

test.each([
  ['image/avif,image/webp,*/*', 'webp'],
  ['image/avif,*/*', 'avif'],
  ['*/*', 'origin'],
])('a browser that accepts %s gets %s', (accept, format) => {
  expect(parse('width=480', accept).format).toBe(format)
})

test.each([
  '',
  'width=400',
  'width=0480',
  'width=2000',
  'width=-1',
  'width=abc',
  'height=480',
  'width=480&height=480',
  'width=480&height=0',
  'width=480&quality=80',
  'width=480&format=avif',
  'width=480&format=origin',
  'width=480&resize=fill',
])('"%s" is refused, and the error lists the available sizes', (query) => {
  expect(() => parse(query)).toThrow(/width=160, width=320, .*width=1200&height=630/)
})

test('a picture has at most two dozen variants, whatever is requested', () => {
  const made = new Set<string>()
  const side = fc.option(fc.oneof(fc.constantFrom(160, 480, 630, 1200, 1600), fc.nat(3000)), { nil: undefined })
  const query = fc.record({
    width: side,
    height: side,
    resize: fc.constantFrom('cover', 'contain', 'fill', undefined),
    quality: fc.option(fc.integer({ min: 20, max: 100 }), { nil: undefined }),
    format: fc.constantFrom('avif', 'webp', 'origin', undefined),
  })
  const accept = fc.constantFrom('image/avif', 'image/webp', 'image/avif,image/webp', '*/*')
  fc.assert(
    fc.property(query, accept, (requested, accepted) => {
      const given = Object.entries(requested).flatMap(([name, value]) =>
        value === undefined ? [] : [`${name}=${value}`],
      )
      try {
        made.add(JSON.stringify(parse(given.join('&'), accepted)))
      } catch {
        // This request is refused.
      }
    }),
    { numRuns: 20_000 },
  )
  expect(made.size).toBeGreaterThan(0)
  expect(made.size).toBeLessThanOrEqual(PICTURE_SIZES.length * 3)
})
