import { expect, test } from 'vitest'
import { loadLettering, type Style } from './lettering.ts'

const TITLE: Style = { face: 'serif', size: 60 }
const { spell, setLine, shorten, wrap } = await loadLettering()

test('letters that the typeface lacks are replaced by equivalents, or omitted', () => {
  expect(spell('Škoda\u00a0Citroën  Coupé', 'serif')).toBe('Škoda Citroën Coupé')
  expect(spell('e\u0301lan', 'serif')).toBe('élan')
  expect(spell('ＢＭＷ M3 \u{1f697} (ﬁrst) non\u2011stop', 'serif')).toBe('BMW M3 (first) non-stop')
  expect(spell('ế', 'serif')).toBe('e')
  expect(spell('汽车\u0000\u202e\ud800', 'serif')).toBe('')
})

test('a user’s text appears in the drawing only as outlines', () => {
  const { svg, width } = setLine('</g><script>alert("1")</script>&constructor', TITLE)

  expect(width).toBeGreaterThan(100)
  expect(svg.replace(/^<g transform="scale\(0\.06\)">|<\/g>$/g, '')).toMatch(
    /^(<path transform="translate\(-?\d+\)" d="[MLHVQCZ\d. -]+"\/>)+$/,
  )
})

test('a line is as wide as its letters, less the kerning between them', () => {
  expect(setLine('', TITLE)).toMatchObject({ width: 0 })
  expect(setLine('AV', TITLE).width).toBeLessThan(setLine('A', TITLE).width + setLine('V', TITLE).width)
  expect(setLine('ÄV', TITLE).width).toBeLessThan(setLine('Ä', TITLE).width + setLine('V', TITLE).width)
  expect(setLine('AB', { ...TITLE, tracking: 100 }).width - setLine('AB', TITLE).width).toBeCloseTo(6)
})

test('text that is too long is cut to fit the width and ends in an ellipsis', () => {
  const long = 'Mercedes-Benz S-Class S 580 e L AMG Line Premium Plus Executive'

  expect(shorten('Audi A4', TITLE, 500)).toBe('Audi A4')
  const short = shorten(long, TITLE, 500)
  expect(short).toMatch(/^Mercedes-Benz .*[^ ]…$/)
  expect(setLine(short, TITLE).width).toBeLessThanOrEqual(500)
})

test.each([
  ['many words', 'Mercedes-Benz S-Class S 580 e L AMG Line Premium Plus Executive '.repeat(4)],
  ['one word', 'W'.repeat(200)],
  ['a short word and a long one', `A ${'W'.repeat(200)} end`],
])('text that consists of %s takes at most two lines, neither of them wider than the limit', (_what, text) => {
  const lines = wrap(text, TITLE, { width: 600, lines: 2 })

  expect(lines.length).toBeLessThanOrEqual(2)
  for (const line of lines) expect(setLine(line, TITLE).width).toBeLessThanOrEqual(600)
  expect(lines.at(-1)).toMatch(/…$/)
})

test('words that fit are all drawn', () => {
  const lines = wrap('Range Rover Sport Autobiography Dynamic', TITLE, { width: 600, lines: 2 })
  expect(lines.join(' ')).toBe('Range Rover Sport Autobiography Dynamic')
  expect(lines).toHaveLength(2)
})
