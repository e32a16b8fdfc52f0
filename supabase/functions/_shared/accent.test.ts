import { describe, expect, test } from 'vitest'
import { accentColours, accentCss, BACKGROUNDS, contrast, DEFAULT_ACCENT } from './accent.ts'

// The corners of the colour cube, points between them, and colours that are hard to read on light or dark backgrounds.
const STEPS = ['00', '55', 'aa', 'ff']
const HARD_TO_READ = ['#777777', '#808080', '#123456', '#c8102e', '#ffd100', '#00ff7f', '#f6f3ee', '#0e1012']
const COLOURS = [...STEPS.flatMap((r) => STEPS.flatMap((g) => STEPS.map((b) => `#${r}${g}${b}`))), ...HARD_TO_READ]

describe.each(['light', 'dark'] as const)('in %s mode', (theme) => {
  test.each(COLOURS)('the shades derived from %s have enough contrast', (colour) => {
    const shades = accentColours(colour)[theme]

    for (const ground of BACKGROUNDS[theme]) {
      expect(contrast(shades.text, ground), `text on ${ground}`).toBeGreaterThanOrEqual(4.5)
      expect(contrast(shades.fill, ground), `fill on ${ground}`).toBeGreaterThanOrEqual(3)
    }
    expect(contrast(shades.on, shades.fill), 'text on the fill').toBeGreaterThanOrEqual(4.5)
  })
})

test('a colour with enough contrast is not changed', () => {
  expect(accentColours('#1D4ED8').light).toEqual({ fill: '#1d4ed8', on: '#ffffff', text: '#1d4ed8' })
  expect(accentColours('#ffd100').dark).toEqual({ fill: '#ffd100', on: '#0e1012', text: '#ffd100' })
})

test('the default colour adds no rules to the stylesheet', () => {
  expect(accentCss(DEFAULT_ACCENT)).toBeNull()
  expect(accentCss(DEFAULT_ACCENT.toUpperCase())).toBeNull()
})

test.each(['', 'red', '#fff', '#12345g', '#123456;}body{display:none', '</style><script>', '#1234567'])(
  'text that is not a colour adds no rules to the stylesheet: %j',
  (text) => {
    expect(accentCss(text)).toBeNull()
  },
)
