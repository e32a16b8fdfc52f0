// What a visitor may ask for. Anyone can call this, so what they ask is rounded to a small set: the cache holds a bounded
// number of variants of a picture, however many addresses someone invents.

import { StorageError } from './errors.ts'

export const RENDER_WIDTHS = [32, 160, 320, 480, 640, 800, 1200, 1600, 2000] as const
const RATIOS = [1, 4 / 3, 3 / 2, 16 / 9, 1200 / 630] as const
const QUALITIES = [40, 60, 80, 95] as const
const RESIZE_MODES = ['cover', 'contain', 'fill'] as const
const MAX_SIDE = 2500

export type RenderFormat = 'webp' | 'avif' | 'jpeg' | 'png'

export interface Variant {
  width: number | null
  height: number | null
  resize: (typeof RESIZE_MODES)[number]
  /** None leaves it to the encoder, by the width. */
  quality: number | null
  /** `origin` is settled when the original is known. */
  format: RenderFormat | 'origin'
}

export function parseVariant(query: URLSearchParams, accept: string): Variant {
  const width = side(query, 'width')
  const height = side(query, 'height')
  const resize = query.get('resize') ?? 'cover'
  if (!isResizeMode(resize)) throw invalid('querystring/resize must be equal to one of the allowed values')
  return { ...roundSize(width, height), resize, quality: quality(query), format: pickFormat(query, accept) }
}

function side(query: URLSearchParams, name: string): number | null {
  const text = query.get(name)
  if (text === null || text === '0') return null
  if (!/^\d{1,5}$/.test(text)) throw invalid(`querystring/${name} must be integer`)
  return Math.min(Number(text), MAX_SIDE)
}

function roundSize(width: number | null, height: number | null) {
  if (width && height) {
    const wanted = width / height
    const ratio = nearest(
      RATIOS.flatMap((r) => [r, 1 / r]),
      wanted,
    )
    const rounded = roundUp(width)
    return { width: rounded, height: Math.round(rounded / ratio) }
  }
  return { width: width && roundUp(width), height: height && roundUp(height) }
}

const roundUp = (length: number): number => RENDER_WIDTHS.find((step) => step >= length) ?? 2000

const nearest = (steps: readonly number[], wanted: number): number =>
  steps.reduce((best, step) => (Math.abs(Math.log(step / wanted)) < Math.abs(Math.log(best / wanted)) ? step : best))

function quality(query: URLSearchParams): number | null {
  const text = query.get('quality')
  if (text === null) return null
  const asked = Number(text)
  if (!Number.isInteger(asked) || asked < 20 || asked > 100)
    throw invalid('querystring/quality must be >= 20 and <= 100')
  return nearest(QUALITIES, asked)
}

// WebP before AVIF when a browser takes both: at an effort that a first visitor can wait for, AVIF saves these pictures
// 5 to 10 per cent and costs four times the time; where it would save a quarter it takes seconds (bench/README.md).
function pickFormat(query: URLSearchParams, accept: string): Variant['format'] {
  const asked = query.get('format')
  if (asked === 'origin' || asked === 'avif' || asked === 'webp') return asked
  if (asked !== null) throw invalid('querystring/format must be equal to one of the allowed values')
  if (accept.includes('image/webp')) return 'webp'
  return accept.includes('image/avif') ? 'avif' : 'origin'
}

const isResizeMode = (value: string): value is Variant['resize'] => RESIZE_MODES.some((mode) => mode === value)

const invalid = (message: string) => new StorageError('InvalidRequest', message)
