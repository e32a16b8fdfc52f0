// Chooses the supported media type that has the highest quality value in Accept.

import { RestError } from '../errors.ts'
import type { MediaType } from './rest-request.ts'

export function parseAccept(header: string | null): MediaType {
  if (header === null || header.trim() === '') return { format: 'json', isStripped: false }
  const wanted = header.split(',').map((part) => part.trim())
  const byQuality = wanted
    .map((part) => ({ part, quality: Number(/;\s*q=([\d.]+)/.exec(part)?.[1] ?? 1) }))
    .sort((a, b) => b.quality - a.quality)
  for (const { part } of byQuality) {
    const type = toMediaType(part)
    if (type) return type
  }
  throw new RestError('PGRST107', `None of these media types are available: ${wanted.join(', ')}`)
}

function toMediaType(part: string): MediaType | null {
  const [type = '', ...parameters] = part
    .toLowerCase()
    .split(';')
    .map((piece) => piece.trim())
  const isStripped = parameters.includes('nulls=stripped')
  switch (type) {
    case '*/*':
    case 'application/*':
    case 'application/json':
      return { format: 'json', isStripped: false }
    case 'application/vnd.pgrst.array+json':
    case 'application/vnd.pgrst.array':
      return { format: 'json', isStripped }
    case 'application/vnd.pgrst.object+json':
    case 'application/vnd.pgrst.object':
      return { format: 'object', isStripped }
    case 'text/csv':
      return { format: 'csv', isStripped: false }
    default:
      return null
  }
}
