// Creates the site's own pictures from the demo originals and our drawings: the hero at several widths, the social
// media tiles, the icons and the default Open Graph picture. Run it by hand when an original changes, and commit the
// results.
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import { root } from './lib.mjs'

const demo = join(root, 'supabase/demo')
const out = join(root, 'site/public')

const WIDE = [800, 1200, 1600, 2000, 2880]
const PORTRAIT = [480, 800, 1080, 1440]
/** The social media tiles: each is a square with the full height of an original, from this pixel onwards. */
const TILES = [
  { original: 'hero/hero-1', left: 1130 },
  { original: 'hero/hero-2', left: 1690 },
  { original: 'pictures/12-front', left: 600 },
  { original: 'social/interior', left: 0 },
  { original: 'social/wheel', left: 0 },
  { original: 'pictures/16-front', left: 600 },
]
const AVIF = { quality: 55, effort: 5 }
const WEBP = { quality: 78, effort: 6 }

for (const folder of ['hero', 'social', 'icons']) mkdirSync(join(out, folder), { recursive: true })
for (const n of [1, 2, 3]) await hero(n)
for (const [index, tile] of TILES.entries()) await saveTile(index + 1, tile)
await icons()
await openGraph()

async function hero(n) {
  const original = join(demo, `hero/hero-${n}.webp`)
  for (const width of WIDE) await save(sharp(original).resize(width), `hero/hero-${n}-${width}`)
  const tall = await portrait(original)
  for (const width of PORTRAIT) await save(sharp(tall).resize(width), `hero/hero-${n}-portrait-${width}`)
}

/** For phones: the car is at the top and fades into a dark area below for the text. */
async function portrait(original) {
  const [width, height, top, bottom] = [1786, 1152, 216, 878]
  const fade = `<svg width="${width}" height="${top + height + bottom}"><defs><linearGradient id="g" x2="0" y2="1">
    <stop offset="0" stop-color="#0a0b0d"/><stop offset="0.12" stop-color="#0a0b0d" stop-opacity="0"/>
    <stop offset="0.52" stop-color="#0a0b0d" stop-opacity="0"/><stop offset="0.66" stop-color="#0a0b0d" stop-opacity=".85"/>
    <stop offset="0.8" stop-color="#0a0b0d"/></linearGradient></defs><rect width="100%" height="100%" fill="url(#g)"/></svg>`
  const extended = await sharp(original)
    .extract({ left: 2880 - width, top: 0, width, height })
    .extend({ top, bottom, extendWith: 'mirror' })
    .png()
    .toBuffer()
  return sharp(extended)
    .composite([{ input: Buffer.from(fade) }])
    .png()
    .toBuffer()
}

async function saveTile(n, { original, left }) {
  const image = sharp(join(demo, `${original}.webp`))
  const { height } = await image.metadata()
  // Three times the displayed width on a phone, for high-density screens.
  await image
    .extract({ left, top: 0, width: height, height })
    .resize(600)
    .webp(WEBP)
    .toFile(join(out, `social/tile-${n}-600.webp`))
}

async function icons() {
  const drawing = join(out, 'favicon.svg')
  const png = (size) => sharp(drawing, { density: 384 }).resize(size).png({ compressionLevel: 9, palette: true })
  await png(180).flatten({ background: '#0e1012' }).toFile(join(out, 'icons/car-180.png'))
  writeFileSync(join(out, 'icons/car.ico'), icoOf(32, await png(32).toBuffer()))
}

/** An .ico file may contain an unchanged PNG after a directory with one entry. */
function icoOf(size, png) {
  const header = Buffer.alloc(22)
  header.writeUInt16LE(1, 2)
  header.writeUInt16LE(1, 4)
  header.writeUInt8(size, 6)
  header.writeUInt8(size, 7)
  header.writeUInt16LE(1, 10)
  header.writeUInt16LE(32, 12)
  header.writeUInt32LE(png.length, 14)
  header.writeUInt32LE(header.length, 18)
  return Buffer.concat([header, png])
}

// JPEG, because some services that show link previews support nothing else.
async function openGraph() {
  const mark = `<svg xmlns="http://www.w3.org/2000/svg" width="1200" height="630" viewBox="0 0 1200 630">
    <g transform="translate(48 -8) scale(2.3)" fill="#d9b679">
      <path d="M11 54.5 C22 49.5 29 48.5 35 47.2 C45 38.5 53 35.5 61 35.8 C72 36.2 80 43.5 86 54.5 C77.5 45.6 70 40.2 60.5 40 C52 39.8 45 43.4 36.5 50.4 C29 51.4 21 52.3 11 54.5 Z"/>
      <path d="M11 58.6 H86 L78 60.4 H20 Z"/><path d="M31 66 H66 L60 67.2 H37 Z"/></g></svg>`
  await sharp(join(demo, 'hero/hero-1.webp'))
    .resize({ height: 630 })
    .extract({ left: 340, top: 0, width: 1200, height: 630 })
    .composite([{ input: Buffer.from(mark) }])
    .jpeg({ quality: 84, mozjpeg: true })
    .toFile(join(out, 'og.jpg'))
}

async function save(image, name) {
  await image
    .clone()
    .avif(AVIF)
    .toFile(join(out, `${name}.avif`))
  await image
    .clone()
    .webp(WEBP)
    .toFile(join(out, `${name}.webp`))
}
