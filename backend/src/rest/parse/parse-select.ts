// select=title,images:vehicle_images!inner(image_url),...vehicles(make)

import { RestError } from '../errors.ts'
import { MAX_EMBED_DEPTH, MAX_EMBEDS, MAX_SELECT_ITEMS } from '../limits.ts'
import { Cursor } from './cursor.ts'
import { readField, readName } from './names.ts'
import { AGGREGATES, type AggregateItem, type EmbedItem, type SelectItem } from './rest-request.ts'

const CAST = /[\p{L}\p{N}_ ]+(?:\[\])?/uy
const ALIAS = /:(?!:)/y
const COUNT = 'count()'
const EXTRA_BRACKETS = /[\s)]*/y
const WHITE_SPACE = /\s*/y

export function parseSelect(text: string): SelectItem[] {
  const cursor = new Cursor(text, 'select parameter')
  const items = readItems(cursor, 0)
  // PostgREST tolerates an extra closing bracket, a common slip.
  if (items.length > 0) cursor.match(EXTRA_BRACKETS)
  cursor.expectEnd()
  let embeds = 0
  let all = 0
  const count = (list: readonly SelectItem[]) => {
    for (const item of list) {
      all += 1
      if (item.kind !== 'embed') continue
      embeds += 1
      count(item.items)
    }
  }
  count(items)
  if (embeds > MAX_EMBEDS) throw new RestError('PGRST100', `At most ${MAX_EMBEDS} resources can be embedded`)
  if (all > MAX_SELECT_ITEMS) throw new RestError('PGRST100', `At most ${MAX_SELECT_ITEMS} items can be selected`)
  return items
}

function readItems(cursor: Cursor, depth: number): SelectItem[] {
  const items: SelectItem[] = []
  skipSpace(cursor)
  if (cursor.isAtEnd || cursor.peek(')')) return items
  do {
    skipSpace(cursor)
    items.push(readItem(cursor, depth))
    skipSpace(cursor)
  } while (cursor.eat(','))
  return items
}

function readItem(cursor: Cursor, depth: number): SelectItem {
  if (cursor.eat('*')) return { kind: 'all' }
  if (cursor.eat('...')) return readEmbed(cursor, readName(cursor), null, true, depth)
  if (cursor.eat(COUNT)) return { kind: 'count', alias: null, cast: readCast(cursor) }
  const first = readField(cursor)
  const alias = first.path.length === 0 && cursor.match(ALIAS) ? first.name : null
  if (alias !== null && cursor.eat(COUNT)) return { kind: 'count', alias, cast: readCast(cursor) }
  const field = alias === null ? first : readField(cursor)
  if (field.path.length === 0 && (cursor.peek('(') || cursor.peek('!'))) {
    return readEmbed(cursor, field.name, alias, false, depth)
  }
  return { kind: 'column', field, alias, cast: readCast(cursor), aggregate: readAggregate(cursor) }
}

function readCast(cursor: Cursor): string | null {
  return cursor.eat('::') ? (cursor.match(CAST)?.[0].trim() ?? cursor.fail('a type name')) : null
}

function readAggregate(cursor: Cursor): AggregateItem | null {
  const name = AGGREGATES.find((each) => cursor.eat(`.${each}()`))
  return name ? { name, cast: readCast(cursor) } : null
}

function readEmbed(cursor: Cursor, target: string, alias: string | null, isSpread: boolean, depth: number): EmbedItem {
  if (depth >= MAX_EMBED_DEPTH) cursor.fail(`at most ${MAX_EMBED_DEPTH} levels of embedding`)
  let hint: string | null = null
  let join: EmbedItem['join'] = null
  while (cursor.eat('!')) {
    const parameter = readName(cursor)
    if (parameter === 'inner' || parameter === 'left') join = parameter
    else hint = parameter
  }
  cursor.expect('(')
  const items = readItems(cursor, depth + 1)
  cursor.expect(')')
  return { kind: 'embed', target, alias, hint, join, isSpread, items }
}

function skipSpace(cursor: Cursor): void {
  cursor.match(WHITE_SPACE)
}
