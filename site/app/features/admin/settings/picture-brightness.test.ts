import { expect, test } from 'vitest'
import { isDark } from './picture-brightness.ts'

const BLACK = [0, 0, 0, 255]
const NAVY = [20, 30, 80, 255]
const WHITE = [255, 255, 255, 255]
const BRASS = [207, 167, 101, 255]
const CLEAR = [255, 255, 255, 0]

test.each([
  ['black ink on a transparent background', [...CLEAR, ...CLEAR, ...BLACK], true],
  ['navy ink', [...NAVY, ...CLEAR], true],
  ['white ink on a transparent background', [...CLEAR, ...WHITE], false],
  ['brass ink', [...BRASS, ...CLEAR], false],
  ['black ink on a white background', [...BLACK, ...WHITE, ...WHITE], false],
  ['nothing at all', [...CLEAR, ...CLEAR], false],
])('whether a logo with %s is called dark', (_, pixels, dark) => {
  expect(isDark(pixels)).toBe(dark)
})
