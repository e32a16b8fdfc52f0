import { describe, expect, test } from 'vitest'
import { accentColours, accentCss, contrast, DEFAULT_ACCENT, GROUNDS } from './accent.ts'

// The corners of the colour cube, what lies between them, and greys: lightest, darkest and the ones that are hard to read.
const STEPS = ['00', '55', 'aa', 'ff']
const COLOURS = [
  ...STEPS.flatMap((r) => STEPS.flatMap((g) => STEPS.map((b) => `#${r}${g}${b}`))),
  ...['#777777', '#808080', '#123456', '#c8102e', '#ffd100', '#00ff7f', '#f6f3ee', '#0e1012'],
]

describe.each(['light', 'dark'] as const)('in the %s', (theme) => {
  test.each(COLOURS)('everything made of %s can be read', (colour) => {
    const shades = accentColours(colour)[theme]

    for (const ground of GROUNDS[theme]) {
      expect(contrast(shades.text, ground), `text on ${ground}`).toBeGreaterThanOrEqual(4.5)
      expect(contrast(shades.fill, ground), `fill on ${ground}`).toBeGreaterThanOrEqual(3)
    }
    expect(contrast(shades.on, shades.fill), 'written on the fill').toBeGreaterThanOrEqual(4.5)
  })
})

test('a colour that can be read stays as it was chosen', () => {
  expect(accentColours('#1D4ED8').light).toEqual({ fill: '#1d4ed8', on: '#ffffff', text: '#1d4ed8' })
  expect(accentColours('#ffd100').dark).toEqual({ fill: '#ffd100', on: '#0e1012', text: '#ffd100' })
})

test('what the stylesheet has already is not said again', () => {
  expect(accentCss(DEFAULT_ACCENT)).toBeNull()
  expect(accentCss(DEFAULT_ACCENT.toUpperCase())).toBeNull()
})

test.each(['', 'red', '#fff', '#12345g', '#123456;}body{display:none', '</style><script>', '#1234567'])(
  'nothing but a colour gets into the style: %j',
  (text) => {
    expect(accentCss(text)).toBeNull()
  },
)
