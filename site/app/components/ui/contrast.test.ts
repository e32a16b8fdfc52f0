import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const css = readFileSync(new URL('../../styles/tokens.css', import.meta.url), 'utf8')

const pairs = [...css.matchAll(/--([\w-]+): light-dark\((#[0-9a-f]{6}), (#[0-9a-f]{6})\);/g)]
const light = Object.fromEntries(pairs.map(([, name, colour]) => [name, colour]))
const dark = Object.fromEntries(pairs.map(([, name, , colour]) => [name, colour]))

/** Relative luminance, WCAG 2.2. */
function luminance(hex: string): number {
  const [r = 0, g = 0, b = 0] = [1, 3, 5]
    .map((at) => Number.parseInt(hex.slice(at, at + 2), 16) / 255)
    .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4))
  return 0.2126 * r + 0.7152 * g + 0.0722 * b
}

function contrast(one = '#000000', other = '#000000'): number {
  const [darker = 0, lighter = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b)
  return (lighter + 0.05) / (darker + 0.05)
}

const GROUNDS = ['page', 'raised', 'sunken']
const TEXT = ['ink', 'quiet', 'brass-text', 'success', 'warning', 'danger', 'info']
const ON_FILL = [
  ['on-brass', 'brass'],
  ['on-status', 'danger'],
  ['page', 'ink'],
] as const

test.each([
  ['light', light],
  ['dark', dark],
])('every text colour of the %s theme reaches 4.5:1 on every ground', (_theme, colours) => {
  const weak = GROUNDS.flatMap((ground) => TEXT.map((text) => ({ ground, text }))).filter(
    ({ ground, text }) => contrast(colours[ground], colours[text]) < 4.5,
  )
  expect(weak).toEqual([])
  for (const [text, fill] of ON_FILL) expect(contrast(colours[text], colours[fill])).toBeGreaterThanOrEqual(4.5)
})

test.each([
  ['light', light],
  ['dark', dark],
])('edges of controls, focus rings and large faint text of the %s theme reach 3:1', (_theme, colours) => {
  for (const ground of GROUNDS) {
    for (const edge of ['control', 'brass', 'faint']) {
      expect(contrast(colours[ground], colours[edge]), `${edge} on ${ground}`).toBeGreaterThanOrEqual(3)
    }
  }
})
