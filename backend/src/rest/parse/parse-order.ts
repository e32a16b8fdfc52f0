// order=price.desc.nullslast,vehicles(title).asc

import { Cursor } from './cursor.ts'
import { readField } from './names.ts'
import type { OrderTerm } from './rest-request.ts'

const DIRECTION = /\.(asc|desc)(?=[.,]|$)/y
const NULLS = /\.nulls(first|last)(?=,|$)/y

export function parseOrder(text: string): OrderTerm[] {
  const cursor = new Cursor(text, 'order')
  const terms: OrderTerm[] = []
  do {
    cursor.match(/\s*/y)
    terms.push(readTerm(cursor))
  } while (cursor.eat(','))
  cursor.expectEnd()
  return terms
}

function readTerm(cursor: Cursor): OrderTerm {
  let field = readField(cursor)
  let embed: string | null = null
  if (field.path.length === 0 && cursor.eat('(')) {
    embed = field.name
    field = readField(cursor)
    cursor.expect(')')
  }
  const direction = cursor.match(DIRECTION)?.[1] as OrderTerm['direction'] | undefined
  const nulls = cursor.match(NULLS)?.[1] as OrderTerm['nulls'] | undefined
  if (!cursor.isAtEnd && !cursor.peek(',')) cursor.fail('(asc), (desc), (nullsfirst) or (nullslast)')
  return { embed, field, direction: direction ?? null, nulls: nulls ?? null }
}
