// Parses the query string, parameter by parameter. A prefix of dotted names determines which embed a parameter belongs
// to.

import { RestError } from '../errors.ts'
import { MAX_CONDITIONS } from '../limits.ts'
import { checkDepth } from './check-test.ts'
import { Cursor } from './cursor.ts'
import { readField, readName } from './names.ts'
import { looksLikeFilter, parseFilter, parseLogic } from './parse-filter.ts'
import { parseOrder } from './parse-order.ts'
import { unsatisfiable } from './parse-range.ts'
import { parseSelect } from './parse-select.ts'
import type { Condition, Field, LevelQuery, Query, SelectItem } from './rest-request.ts'

export interface QueryOptions {
  /** Set for a GET on a function, where a parameter that does not parse as a filter is an argument. */
  hasArguments: boolean
}

export function parseQuery(parameters: URLSearchParams, { hasArguments }: QueryOptions): Query {
  const levels = new Map<string, LevelQuery>()
  const levelAt = (path: readonly string[]) => {
    const key = JSON.stringify(path)
    const level = levels.get(key) ?? { path, conditions: [], order: [], limit: null, offset: 0 }
    levels.set(key, level)
    return level
  }
  let select: SelectItem[] = [{ kind: 'all' }]
  let columns: string[] | null = null
  let onConflict: string[] | null = null
  const args: { name: string; value: string }[] = []

  for (const [key, value] of parameters) {
    if (key === 'select') select = value.trim() === '' ? [{ kind: 'all' }] : parseSelect(value)
    else if (key === 'columns') columns = parseNames(value, 'columns parameter')
    else if (key === 'on_conflict') onConflict = parseNames(value, 'on_conflict parameter')
    else if (hasArguments && isArgument(key, value)) {
      checkDepth(value)
      args.push({ name: key, value })
    } else addToLevel(levelAt, key, value)
  }
  if (countConditions([...levels.values()].flatMap((level) => level.conditions)) > MAX_CONDITIONS) {
    throw new RestError('PGRST100', `At most ${MAX_CONDITIONS} filters are allowed`)
  }
  return { select, levels: [...levels.values()], columns, onConflict, args, canonical: canonicalQuery(parameters) }
}

const RESERVED = /^(?:order|limit|offset|and|or|not\.and|not\.or)$/

function isArgument(key: string, value: string): boolean {
  return !RESERVED.test(key) && !key.includes('.') && !looksLikeFilter(value)
}

const LEVEL_PARAMETER = /(order|limit|offset|(not\.)?(and|or))$/y

function addToLevel(levelAt: (path: readonly string[]) => LevelQuery, key: string, value: string): void {
  const cursor = new Cursor(key, 'tree path')
  const path: string[] = []
  for (;;) {
    const parameter = cursor.match(LEVEL_PARAMETER)
    if (parameter) {
      setLevelParameter(levelAt(path), parameter, value)
      return
    }
    const start = cursor.mark()
    const name = readName(cursor)
    if (cursor.eat('.')) {
      path.push(name)
      continue
    }
    cursor.backTo(start)
    const field: Field = readField(cursor)
    cursor.expectEnd()
    levelAt(path).conditions.push(parseFilter(field, value))
    return
  }
}

function setLevelParameter(level: LevelQuery, [, name = '', not, logic]: RegExpExecArray, value: string): void {
  if (name === 'order') level.order = value === '' ? [] : parseOrder(value)
  else if (name === 'limit') level.limit = parseLimit(value)
  else if (name === 'offset') level.offset = Math.max(0, parseInteger(value, 'offset'))
  else level.conditions.push(parseLogic(logic === 'and' ? 'and' : 'or', not !== undefined, value))
}

function parseLimit(value: string): number {
  const limit = parseInteger(value, 'limit')
  return limit < 0 ? unsatisfiable('Limit should be greater than or equal to zero.') : limit
}

function parseInteger(value: string, name: string): number {
  if (!/^-?\d{1,15}$/.test(value)) {
    throw new RestError('PGRST100', `"failed to parse ${name} parameter (${value})" (line 1, column 1)`, {
      details: 'expecting an integer',
    })
  }
  return Number(value)
}

function parseNames(value: string, what: string): string[] {
  const cursor = new Cursor(value, what)
  const names: string[] = []
  do {
    names.push(readName(cursor))
  } while (cursor.eat(','))
  cursor.expectEnd()
  return [...new Set(names)]
}

function countConditions(conditions: readonly Condition[]): number {
  let count = 0
  for (const condition of conditions) count += condition.kind === 'logic' ? countConditions(condition.conditions) : 1
  return count
}

function canonicalQuery(parameters: URLSearchParams): string {
  const pairs = [...parameters].sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0))
  return pairs.map(([key, value]) => `${encodeURIComponent(key)}=${encodeURIComponent(value)}`).join('&')
}
