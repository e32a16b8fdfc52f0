// The requested rows: the Range header (GET only) intersected with limit and offset.

import { RestError } from '../errors.ts'
import type { Range } from './rest-request.ts'

/** The first and last rows, or null if the header has neither. */
export function parseRangeHeader(header: string | null): [first: number, last: number | null] | null {
  const [, from, to] = /^(\d{1,15})-(\d{0,15})$/.exec(header?.trim() ?? '') ?? []
  return from === undefined ? null : [Number(from), to ? Number(to) : null]
}

export function parseRange(header: string | null, limit: number | null, offset: number): Range {
  const requested = parseRangeHeader(header)
  if (requested === null) return { offset, limit }
  const [first, last] = requested
  if (last !== null && last < first) {
    unsatisfiable('The lower boundary must be lower than or equal to the upper boundary in the Range header.')
  }
  const start = Math.max(first, offset)
  const ends = [last, limit === null ? null : offset + limit - 1].filter((end) => end !== null)
  return { offset: start, limit: ends.length === 0 ? null : Math.max(0, Math.min(...ends) - start + 1) }
}

export function unsatisfiable(details: string): never {
  throw new RestError('PGRST103', 'Requested range not satisfiable', { details })
}
