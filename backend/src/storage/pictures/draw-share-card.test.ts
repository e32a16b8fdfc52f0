import sharp from 'sharp'
import { beforeAll, expect, test } from 'vitest'
import type { ShareCard } from '../../../../supabase/functions/_shared/share-card.ts'
import { noise } from '../testing/hostile-files.ts'
import { drawShareCard } from './draw-share-card.ts'

const CARD: ShareCard = {
  title: 'Porsche 911 Carrera S',
  year: 2021,
  mileage: 12_400,
  price: 104_995,
  sold: false,
  photo: '/a.jpg',
  dealer: 'Marsh Motors',
  accent: '#946c33',
}

let white: Buffer
let usual: Buffer
beforeAll(async () => {
  white = await sharp({ create: { width: 900, height: 600, channels: 3, background: '#ffffff' } })
    .jpeg()
    .toBuffer()
  usual = await draw()
})

const draw = (change: Partial<ShareCard> = {}, photo = white) => drawShareCard(photo, { ...CARD, ...change })
type Box = readonly [left: number, top: number, width: number, height: number]
const PLACES: Record<string, Box> = {
  title: [40, 300, 700, 230],
  price: [800, 470, 400, 60],
  facts: [40, 545, 500, 50],
  dealer: [600, 545, 600, 50],
}

/** The pixels of a part of the card. */
const pixels = async (jpeg: Buffer, [left, top, width, height]: Box) =>
  new Uint8Array(await sharp(jpeg).extract({ left, top, width, height }).raw().toBuffer())

const differs = (one: Uint8Array, other: Uint8Array) => one.some((part, at) => Math.abs(part - (other[at] ?? 0)) > 100)

/** The parts of the card that a change affects. */
async function changedPlaces(change: Partial<ShareCard>): Promise<string[]> {
  const after = await draw(change)
  const changed: string[] = []
  for (const [name, box] of Object.entries(PLACES)) {
    if (differs(await pixels(usual, box), await pixels(after, box))) changed.push(name)
  }
  return changed
}

test('a card is a small JPEG with the aspect ratio that other sites expect', async () => {
  const { format, width, height, hasAlpha } = await sharp(usual).metadata()
  expect({ format, width, height, hasAlpha }).toEqual({ format: 'jpeg', width: 1200, height: 630, hasAlpha: false })

  const busy = await draw({}, await noise(1600, 1200).jpeg().toBuffer())
  expect(busy.length).toBeLessThan(400_000)
})

test('every fact is drawn in its own area of the card', async () => {
  expect(await changedPlaces({})).toEqual([])
  expect(await changedPlaces({ price: 98_250 })).toEqual(['price'])
  expect(await changedPlaces({ dealer: 'Fen Motors' })).toEqual(['dealer'])
  expect(await changedPlaces({ title: 'Porsche 718 Cayman T' })).toEqual(['title'])
  expect(await changedPlaces({ mileage: 9_800 })).toEqual(['facts'])
})

test('the card for a sold vehicle has a label in the dealer’s colour above the price', async () => {
  const seen = async (sold: boolean) => {
    const [r = 0, g = 0, b = 0] = await pixels(await draw({ accent: '#c81e1e', sold }), [1060, 430, 4, 4])
    return { isRed: r > Math.max(g, b) + 80 }
  }

  expect([await seen(true), await seen(false)]).toEqual([{ isRed: true }, { isRed: false }])
})

test('text on a white photograph has a dark background', async () => {
  for (const name of ['price', 'facts', 'dealer']) {
    const seen = (await pixels(usual, PLACES[name] as Box)).toSorted()
    // Letters cover less than half of the area.
    expect(seen[Math.floor(seen.length / 2)], name).toBeLessThan(100)
    expect(seen.at(-1), name).toBeGreaterThan(180)
  }
})

test.each([
  ['markup', '"/></svg><image href="file:///etc/passwd"/>&lt;&#0;'],
  ['only letters that the typeface lacks', '汽车 \u{1f697}\u0000\u202e'],
  ['two hundred letters without a space', 'W'.repeat(200)],
  ['names of built-in properties', '__proto__ constructor toString'],
])('a title that consists of %s can be drawn', async (_what, title) => {
  const { width, height } = await sharp(await draw({ title, dealer: title, price: 9_999_999_999 })).metadata()
  expect([width, height]).toEqual([1200, 630])
})

test.each([
  ['tall', 600, 1600],
  ['wide', 2400, 300],
  ['tiny', 3, 2],
])('a %s photograph fills the card', async (_what, width, height) => {
  const photo = await sharp({ create: { width, height, channels: 3, background: '#ffffff' } })
    .png()
    .toBuffer()
  const above = await pixels(await draw({}, photo), [0, 0, 1200, 100])
  expect(Math.min(...above.toSorted().slice(0, 1))).toBeGreaterThan(245)
})

test('a card shows the middle of a wide photograph, and crops a tall one more at the top than at the bottom', async () => {
  const stripes = (width: number, height: number, rects: string) =>
    sharp(Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">${rects}</svg>`))
      .png()
      .toBuffer()
  const wide = await stripes(
    2520,
    630,
    '<rect width="2520" height="630"/><rect x="1250" width="20" height="630" fill="#fff"/>',
  )
  const tall = await stripes(
    1200,
    1630,
    '<rect width="1200" height="1630"/><rect y="660" width="1200" height="20" fill="#fff"/>',
  )
  const brightness = async (photo: Buffer, left: number, top: number) =>
    (await pixels(await draw({}, photo), [left, top, 4, 4]))[0] ?? 0

  expect(await brightness(wide, 598, 20)).toBeGreaterThan(245)
  expect(await brightness(wide, 580, 20)).toBeLessThan(15)
  // Of the 1000 rows of pixels that are cropped, 650 are at the top.
  expect(await brightness(tall, 600, 18)).toBeGreaterThan(245)
  expect(await brightness(tall, 600, 2)).toBeLessThan(15)
})

test.each([
  [2560, 1],
  [1, 2560],
])('a photograph of %d by %d pixels takes no more memory than the card', async (width, height) => {
  const line = await sharp({ create: { width, height, channels: 3, background: '#ffffff' } })
    .png()
    .toBuffer()
  const most = () => process.resourceUsage().maxRSS / 1024
  const before = most()

  const seen = await sharp(await draw({}, line)).metadata()

  expect([seen.width, seen.height]).toEqual([1200, 630])
  // The picture would take 3,000 MB if it were enlarged as a whole.
  expect(most() - before).toBeLessThan(500)
})

test('grey and transparent photographs are drawn, and a file that is not a photograph is refused', async () => {
  const grey = await sharp(white).greyscale().png().toBuffer()
  const clear = await sharp({ create: { width: 90, height: 60, channels: 4, background: '#ffffff00' } })
    .png()
    .toBuffer()
  for (const photo of [grey, clear]) expect((await sharp(await draw({}, photo)).metadata()).width).toBe(1200)

  await expect(draw({}, Buffer.from('no picture'))).rejects.toMatchObject({ code: 'InvalidRequest' })
})
