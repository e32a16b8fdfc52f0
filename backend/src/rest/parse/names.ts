// Names, JSON paths and quoted values: the leaves of the query grammar.

import { MAX_JSON_STEPS } from '../limits.ts'
import type { Cursor } from './cursor.ts'
import type { Field, JsonStep } from './rest-request.ts'

// A dash belongs to a name unless it starts an arrow.
const PLAIN_NAME = /(?:[\p{L}\p{N}_$ ]|-(?!>))+/uy
const QUOTED = /"((?:[^"\\]|\\.)*)"/suy
const JSON_INDEX = /-?\d+(?=->|::|[.,)=]|$)/y
const JSON_KEY = /(?:[^->.:,()"]|-(?!>)|:(?!:)|(?<!-)>)+/uy

export function readQuoted(cursor: Cursor): string | null {
  const found = cursor.match(QUOTED)
  return found ? (found[1] ?? '').replace(/\\(.)/gsu, '$1') : null
}

export function readName(cursor: Cursor, expected = 'field name (* or [a..z0..9_$])'): string {
  const quoted = readQuoted(cursor)
  if (quoted !== null && quoted !== '') return quoted
  const name = cursor.match(PLAIN_NAME)?.[0].trim()
  return name || cursor.fail(expected)
}

export function readField(cursor: Cursor, expected?: string): Field {
  return { name: readName(cursor, expected), path: readJsonPath(cursor) }
}

function readJsonPath(cursor: Cursor): JsonStep[] {
  const path: JsonStep[] = []
  while (cursor.peek('->')) {
    if (path.length >= MAX_JSON_STEPS) cursor.fail('a shorter JSON path')
    const asText = cursor.eat('->>') || !cursor.eat('->')
    const index = cursor.match(JSON_INDEX)
    if (!index && cursor.eat('-')) cursor.fail('digit')
    if (index) path.push({ asText, key: index[0], isIndex: true })
    else path.push({ asText, key: readJsonKey(cursor), isIndex: false })
  }
  return path
}

function readJsonKey(cursor: Cursor): string {
  return readQuoted(cursor) ?? cursor.match(JSON_KEY)?.[0] ?? cursor.fail('a JSON key or index')
}
