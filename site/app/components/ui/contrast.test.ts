import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import {
  BACKGROUNDS as ACCENT_GROUNDS,
  accentColours,
  contrast,
  DEFAULT_ACCENT,
} from '#supabase/functions/_shared/accent.ts'

const css = readFileSync(new URL('../../styles/tokens.css', import.meta.url), 'utf8')

const pairs = [...css.matchAll(/--([\w-]+): light-dark\((#[0-9a-f]{6}), (#[0-9a-f]{6})\);/g)]
const light = Object.fromEntries(pairs.map(([, name, colour]) => [name, colour]))
const dark = Object.fromEntries(pairs.map(([, name, , colour]) => [name, colour]))

const of = (colours: Record<string, string | undefined>, name: string) => colours[name] ?? ''

const BACKGROUNDS = ['page', 'raised', 'sunken']
const TEXT = ['ink', 'quiet', 'brass-text', 'success', 'warning', 'danger', 'info']
const ON_FILL = [
  ['on-brass', 'brass'],
  ['on-status', 'danger'],
  ['page', 'ink'],
] as const

test.each([
  ['light', light],
  ['dark', dark],
])('every text colour in the %s theme has a contrast of at least 4.5:1 on every background', (_theme, colours) => {
  const weak = BACKGROUNDS.flatMap((ground) => TEXT.map((text) => ({ ground, text }))).filter(
    ({ ground, text }) => contrast(of(colours, ground), of(colours, text)) < 4.5,
  )
  expect(weak).toEqual([])
  for (const [text, fill] of ON_FILL) expect(contrast(of(colours, text), of(colours, fill))).toBeGreaterThanOrEqual(4.5)
})

test.each([
  ['light', light],
  ['dark', dark],
])(
  'control edges, focus rings and large faint text in the %s theme have a contrast of at least 3:1',
  (_theme, colours) => {
    for (const ground of BACKGROUNDS) {
      for (const edge of ['control', 'brass', 'faint']) {
        expect(contrast(of(colours, ground), of(colours, edge)), `${edge} on ${ground}`).toBeGreaterThanOrEqual(3)
      }
    }
  },
)

test('accent colours are checked against the themes’ own backgrounds, and the default accent has the themes’ own shades', () => {
  expect(BACKGROUNDS.map((ground) => light[ground])).toEqual(ACCENT_GROUNDS.light)
  expect(BACKGROUNDS.map((ground) => dark[ground])).toEqual(ACCENT_GROUNDS.dark)
  const shades = (theme: typeof light) => ({ fill: theme.brass, on: theme['on-brass'], text: theme['brass-text'] })
  expect(accentColours(DEFAULT_ACCENT)).toEqual({ light: shades(light), dark: shades(dark) })
})
