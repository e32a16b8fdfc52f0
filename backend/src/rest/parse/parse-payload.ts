// Parses a request body: JSON as sent, or CSV or a form converted to JSON. Postgres parses the values, so only the keys
// matter here.

import { isNestedTooDeep } from '../../http/request-limits/json-depth.ts'
import { MAX_JSON_DEPTH } from '../../http/request-limits/limits.ts'
import { RestError } from '../errors.ts'
import { checkDepth } from './check-test.ts'
import { parseCsv } from './csv.ts'
import type { Payload, Query } from './rest-request.ts'

export interface PayloadOptions {
  contentType: string | null
  /** `columns=` was given, so the objects need not have the same keys. */
  hasColumns: boolean
  isRoutine: boolean
}

export function parsePayload(text: string, { contentType, hasColumns, isRoutine }: PayloadOptions): Payload {
  const type = (contentType ?? 'application/json').split(';', 1)[0]?.trim().toLowerCase() ?? ''
  switch (type) {
    case '':
    case 'application/json':
    case 'application/vnd.pgrst.object+json':
    case 'application/vnd.pgrst.array+json':
      return { ...jsonPayload(text, parseJson(text, isRoutine), hasColumns || isRoutine), isSentAsJson: true }
    case 'application/x-www-form-urlencoded':
      if (isRoutine) return { kind: 'form', args: formArguments(text) }
      return fromValue(Object.fromEntries(new URLSearchParams(text)), true)
    case 'text/csv':
      return fromValue(csvRows(text), hasColumns)
    case 'text/plain':
      if (isRoutine) return { kind: 'raw', text, type: 'text' }
      break
    case 'text/xml':
    case 'application/xml':
      if (isRoutine) return { kind: 'raw', text, type: 'xml' }
      break
    case 'application/octet-stream':
      if (isRoutine) return { kind: 'raw', text, type: 'binary' }
  }
  throw new RestError('PGRST102', `Content-Type not acceptable: ${type}`)
}

function formArguments(text: string): Query['args'] {
  const args = [...new URLSearchParams(text)].map(([name, value]) => ({ name, value }))
  for (const { value } of args) checkDepth(value)
  return args
}

function parseJson(text: string, isRoutine: boolean): unknown {
  if (isRoutine && text === '') return {}
  if (isNestedTooDeep(text))
    throw new RestError('PGRST102', `The body can be nested at most ${MAX_JSON_DEPTH} levels deep`)
  try {
    return JSON.parse(text)
  } catch {
    throw new RestError('PGRST102', 'Empty or invalid json')
  }
}

const fromValue = (value: unknown, hasColumns: boolean) => jsonPayload(JSON.stringify(value), value, hasColumns)

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

function jsonPayload(text: string, value: unknown, mayDiffer: boolean): Payload & { kind: 'json' } {
  const isSentAsJson = false
  if (isObject(value)) {
    return {
      kind: 'json',
      text: text === '' ? '{}' : text,
      keys: Object.keys(value),
      isArray: false,
      rows: 1,
      isSentAsJson,
    }
  }
  // A scalar has no keys, so only a function with a single unnamed JSON parameter accepts it.
  if (!Array.isArray(value)) return { kind: 'json', text, keys: [], isArray: false, rows: 0, isSentAsJson }
  const [first, ...others] = value as unknown[]
  const keys = isObject(first) ? Object.keys(first) : []
  if (!mayDiffer && !others.every((row) => isObject(row) && hasSameKeys(row, keys))) {
    throw new RestError('PGRST102', 'All object keys must match')
  }
  return { kind: 'json', text, keys, isArray: true, rows: value.length, isSentAsJson }
}

function hasSameKeys(row: Record<string, unknown>, keys: readonly string[]): boolean {
  return Object.keys(row).length === keys.length && keys.every((key) => key in row)
}

function csvRows(text: string): Record<string, string | null>[] {
  const [header, ...lines] = parseCsv(text)
  return lines.map((cells) => {
    if (cells.length !== header?.length) throw new RestError('PGRST102', 'All lines must have same number of fields')
    return Object.fromEntries(
      header.map((name, index) => [name, cells[index] === 'NULL' ? null : (cells[index] ?? null)]),
    )
  })
}
