import { expect, test } from 'vitest'
import { toSlug } from './slug.ts'

test.each([
  ['Buying an electric car?', 'buying-an-electric-car'],
  ['  Citroën: what’s new  ', 'citroen-what-s-new'],
  ['Mercedes-Benz', 'mercedes-benz'],
  ['???', ''],
])('%j becomes %j in a URL', (text, slug) => {
  expect(toSlug(text)).toBe(slug)
})
