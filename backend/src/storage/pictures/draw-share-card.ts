// Draws the card that other sites show with a link to a vehicle: its photograph, with the title, price, facts and dealer
// on a dark shade.

import { type AccentShades, accentColours } from '../../../../supabase/functions/_shared/accent.ts'
import { formatMiles, formatPrice } from '../../../../supabase/functions/_shared/money.ts'
import { SHARED_PICTURE } from '../../../../supabase/functions/_shared/picture-variants.ts'
import type { ShareCard } from '../../../../supabase/functions/_shared/share-card.ts'
import { StorageError } from '../errors.ts'
import { type Lettering, loadLettering, type SetLine, type Style } from './lettering.ts'
import { open } from './picture.ts'

const { width: WIDTH, height: HEIGHT } = SHARED_PICTURE
const SHAPE = { width: WIDTH, height: HEIGHT, channels: 3 } as const
const GROUND = '#0a0b0d'
const INK = '#f6f3ee'
const MARGIN = 60
const GAP = 56
const TITLE_SIZES = [76, 66]
const WRAPPED: Style = { face: 'serif', size: 58 }
const PRICE: Style = { face: 'sans', size: 50, tracking: -15 }
const SMALL: Style = { face: 'sans', size: 25, tracking: 5 }
const SOLD: Style = { face: 'sans', size: 19, tracking: 130 }
const LEADING = 1.06
/** Baselines of the text. */
const SMALL_BASE = HEIGHT - 58
const TITLE_BASE = SMALL_BASE - 54

/** Messaging apps do not show pictures of more than about 300 kB. */
const MAX_BYTES = 280_000
const QUALITIES = [84, 74, 62, 48]

export async function drawShareCard(photograph: Buffer, card: ShareCard): Promise<Buffer> {
  const photo = await crop(photograph).catch(() => {
    throw new StorageError('InvalidRequest', 'The source is damaged, too large or not a picture')
  })
  const { data, info } = await open(photo, SHAPE)
    .composite([{ input: Buffer.from(overlay(card, await loadLettering())) }])
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  const pixels = { ...SHAPE, channels: info.channels }
  return encodeLight((quality) => open(data, pixels).jpeg({ quality, progressive: true }).toBuffer())
}

/** More is cropped from the top than from the bottom, because the car is usually in the lower part of a photograph. */
const CUT_ABOVE = 0.65

/**
 * Crops and enlarges in one step, so that only the part on the card is enlarged. Otherwise a picture one pixel high
 * would take gigabytes.
 */
async function crop(photograph: Buffer): Promise<Buffer> {
  const { width, height } = await open(photograph).metadata()
  const scale = Math.max(WIDTH / width, HEIGHT / height)
  const left = Math.floor((Math.round(width * scale) - WIDTH) / 2)
  const top = Math.floor((Math.round(height * scale) - HEIGHT) * CUT_ABOVE)
  return open(photograph)
    .resize(WIDTH, HEIGHT, { fit: 'outside' })
    .extract({ left, top, width: WIDTH, height: HEIGHT })
    .flatten({ background: GROUND })
    .toColourspace('srgb')
    .raw()
    .toBuffer()
}

function overlay(card: ShareCard, { setLine, shorten, wrap }: Lettering): string {
  const accent = accentColours(card.accent).dark
  const price = setLine(formatPrice(card.price), PRICE)
  const title = fitTitle(card.title, WIDTH - 2 * MARGIN - GAP - price.width)
  const facts = setLine(`${card.year} · ${formatMiles(card.mileage)}`, SMALL)
  const dealer = setLine(shorten(card.dealer, SMALL, WIDTH - 2 * MARGIN - GAP - facts.width), SMALL)

  const step = Math.round(title.style.size * LEADING)
  const firstBase = TITLE_BASE - step * (title.lines.length - 1)
  const ruleAt = Math.round(firstBase - title.style.size * 0.72 - 34)
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}">
    ${shade(ruleAt)}
    <rect x="${MARGIN}" y="${ruleAt}" width="56" height="3" fill="${accent.fill}"/>
    <g fill="${INK}">
      ${title.lines.map((line, at) => place(setLine(line, title.style), MARGIN, firstBase + at * step)).join('')}
      ${placeRight(price, TITLE_BASE)}
    </g>
    <g fill="${INK}" fill-opacity="0.78">${place(facts, MARGIN, SMALL_BASE)}${placeRight(dealer, SMALL_BASE)}</g>
    ${card.sold ? tag(setLine('SOLD', SOLD), accent) : ''}
  </svg>`

  /** Uses the largest size at which the title fits on one line, or else wraps it onto two. */
  function fitTitle(text: string, width: number): { style: Style; lines: string[] } {
    for (const size of TITLE_SIZES) {
      const style: Style = { face: 'serif', size }
      if (setLine(text, style).width <= width) return { style, lines: [text] }
    }
    return { style: WRAPPED, lines: wrapEvenly(text, width) }
  }

  /** Balances two lines, rather than leaving a single word on the second. */
  function wrapEvenly(text: string, width: number): string[] {
    let lines = wrap(text, WRAPPED, { width, lines: 2 })
    for (let narrower = width - 20; narrower > 0; narrower -= 20) {
      const tried = wrap(text, WRAPPED, { width: narrower, lines: 2 })
      if (tried.join(' ') !== lines.join(' ')) break
      lines = tried
    }
    return lines
  }
}

/** A label above the price, with its own background so that it is readable on any photograph. */
function tag(word: SetLine, { fill, on }: AccentShades): string {
  const [padding, height, bottom] = [15, 36, TITLE_BASE - 56]
  const width = Math.ceil(word.width) + 2 * padding
  const left = WIDTH - MARGIN - width
  return `<rect x="${left}" y="${bottom - height}" width="${width}" height="${height}" fill="${fill}"/>
    <g fill="${on}">${place(word, left + padding, bottom - 11)}</g>`
}

/** Below the rule, the shade is dark enough to make text readable on any photograph. Above the rule, it fades out. */
function shade(ruleAt: number): string {
  const from = ruleAt - 190
  const at = (y: number) => ((y - from) / (HEIGHT - from)).toFixed(3)
  const stop = (y: number, opacity: number) =>
    `<stop offset="${at(y)}" stop-color="${GROUND}" stop-opacity="${opacity}"/>`
  return `<defs><linearGradient id="shade" x2="0" y2="1">
      ${stop(from, 0)}${stop(ruleAt - 90, 0.22)}${stop(ruleAt, 0.56)}${stop(ruleAt + 90, 0.8)}${stop(HEIGHT, 0.94)}
    </linearGradient></defs>
    <rect y="${from}" width="${WIDTH}" height="${HEIGHT - from}" fill="url(#shade)"/>`
}

const place = ({ svg }: SetLine, x: number, y: number) => `<g transform="translate(${x.toFixed(1)} ${y})">${svg}</g>`
const placeRight = (line: SetLine, y: number) => place(line, WIDTH - MARGIN - line.width, y)

async function encodeLight(encode: (quality: number) => Promise<Buffer>): Promise<Buffer> {
  let lightest: Buffer | undefined
  for (const quality of QUALITIES) {
    lightest = await encode(quality)
    if (lightest.length <= MAX_BYTES) break
  }
  return lightest as Buffer
}
