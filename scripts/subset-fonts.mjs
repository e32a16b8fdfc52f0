// node scripts/subset-fonts.mjs: subsets the two fonts to British English, prices and the names of cars. Run it by hand
// when a font changes; it needs fonttools with Brotli (`apt-get install fonttools python3-brotli`). A page fetches the
// rest of a font only if the page contains other characters: see site/app/styles/fonts.css.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { mustRun, root } from './lib.mjs'

const SIGNS =
  'U+00A0,U+00A3,U+00A9,U+00B0,U+00B2,U+00B7,U+00BD,U+00D7,U+2013-2014,U+2018-2019,U+201C-201D,U+2022,U+2026,U+20AC'
const ACCENTS =
  'U+00C4,U+00C5,U+00C9,U+00D6,U+00D8,U+00DC,U+00E0,U+00E1,U+00E4,U+00E5,U+00E7,U+00E8,U+00E9,U+00EA,U+00EB,U+00EF,U+00F1,U+00F3,U+00F6,U+00F8,U+00FC'
const FONTS = join(root, 'site/app/styles/fonts')
const inter = join(root, 'node_modules/@fontsource-variable/inter/files/inter-latin-wght-normal.woff2')
const serif = join(root, 'node_modules/@fontsource/instrument-serif/files/instrument-serif-latin-400-normal.woff2')

const folder = mkdtempSync(join(tmpdir(), 'fonts-'))
const inUse = join(folder, 'inter.ttf')
// The site doesn't use any other weights.
await mustRun('fonttools', ['varLib.instancer', inter, 'wght=400:600', '-o', inUse])
await subset(inUse, 'inter-text.woff2', `U+0020-007E,${SIGNS},${ACCENTS}`, 'kern,tnum,ccmp,mark')
// Digits are taken from Gupter.
await subset(serif, 'instrument-serif-text.woff2', `U+0020-002F,U+003A-007E,${SIGNS},${ACCENTS}`, 'kern,liga,ccmp,mark')
rmSync(folder, { recursive: true })

function subset(from, to, unicodes, features) {
  return mustRun('pyftsubset', [
    from,
    `--unicodes=${unicodes}`,
    `--layout-features=${features}`,
    '--flavor=woff2',
    `--output-file=${join(FONTS, to)}`,
  ])
}
