// year=gte.2020   title=not.ilike.*rover*   or=(price.lt.20000,and(make.eq.Audi,sold.is.false))

import { MAX_LOGIC_DEPTH } from '../limits.ts'
import { checkTest } from './check-test.ts'
import { Cursor } from './cursor.ts'
import { readField, readQuoted } from './names.ts'
import {
  COMPARISONS,
  type Comparison,
  type Condition,
  type Field,
  type IsValue,
  SEARCHES,
  type Search,
  type Test,
} from './rest-request.ts'

const OPERATOR = /([a-z]+)(?:\(([^)]*)\))?\./y
const QUANTIFIABLE = new Set(['eq', 'gt', 'gte', 'lt', 'lte', 'like', 'ilike', 'match', 'imatch'])
const IS_VALUES = new Set(['null', 'not_null', 'true', 'false', 'unknown'])
const LANGUAGE = /^[\p{L}\p{N}_]+$/u

const isComparison = (name: string): name is Comparison => (COMPARISONS as readonly string[]).includes(name)
const isSearch = (name: string): name is Search => (SEARCHES as readonly string[]).includes(name)

/** The value of a plain filter runs to the end of the parameter. Inside `or=(..)`, a value runs to a comma or bracket. */
type ReadValue = (cursor: Cursor) => string

export function parseFilter(field: Field, text: string): Condition {
  const cursor = new Cursor(text, 'filter')
  const { isNegated, test } = readTest(cursor, (rest) => rest.takeRest())
  cursor.expectEnd()
  return { kind: 'test', field, isNegated, test: checkTest(test) }
}

/** Whether a value parses as a filter, which distinguishes filters from arguments in a GET on a function. */
export function looksLikeFilter(text: string): boolean {
  try {
    readTest(new Cursor(text, 'filter'), (rest) => rest.takeRest())
    return true
  } catch {
    return false
  }
}

export function parseLogic(operator: 'and' | 'or', isNegated: boolean, text: string): Condition {
  const cursor = new Cursor(text, 'logic tree', `${isNegated ? 'not.' : ''}${operator}`.length)
  const conditions = readConditions(cursor, 1)
  cursor.match(AFTER_LOGIC)
  cursor.expectEnd()
  return { kind: 'logic', operator, isNegated, conditions }
}

/** PostgREST tolerates an extra closing bracket, a common slip. Anything else that follows might have a meaning. */
const AFTER_LOGIC = /[\s)]*/y
const SPACE = /\s*/y

function readConditions(cursor: Cursor, depth: number): Condition[] {
  if (depth > MAX_LOGIC_DEPTH) cursor.fail(`at most ${MAX_LOGIC_DEPTH} levels of logic`)
  cursor.match(SPACE)
  cursor.expect('(')
  const conditions: Condition[] = []
  do {
    cursor.match(SPACE)
    conditions.push(readCondition(cursor, depth))
    cursor.match(SPACE)
  } while (cursor.eat(','))
  cursor.expect(')')
  return conditions
}

const NESTED = /(not\.)?(and|or)(?=\s*\()/y

function readCondition(cursor: Cursor, depth: number): Condition {
  const nested = cursor.match(NESTED)
  if (nested) {
    const operator = nested[2] === 'and' ? 'and' : 'or'
    return {
      kind: 'logic',
      operator,
      isNegated: nested[1] !== undefined,
      conditions: readConditions(cursor, depth + 1),
    }
  }
  const start = cursor.mark()
  const field = readField(cursor, 'field name (* or [a..z0..9_$]), negation operator (not) or logic operator (and, or)')
  if (!cursor.eat('.')) {
    cursor.backTo(start)
    cursor.fail('a field name followed by an operator')
  }
  const { isNegated, test } = readTest(cursor, readLogicValue)
  return { kind: 'test', field, isNegated, test: checkTest(test) }
}

function readTest(cursor: Cursor, readValue: ReadValue): { isNegated: boolean; test: Test } {
  const isNegated = cursor.eat('not.')
  const start = cursor.mark()
  const found = cursor.match(OPERATOR)
  const [, name = '', modifier] = found ?? []
  const fail = (expected: string): never => {
    cursor.backTo(start)
    return cursor.fail(expected)
  }
  if (isSearch(name)) {
    if (modifier !== undefined && !LANGUAGE.test(modifier)) fail('a text search configuration')
    return { isNegated, test: { kind: 'search', operator: name, language: modifier ?? null, value: readValue(cursor) } }
  }
  if (isComparison(name)) {
    const quantifier = modifier === 'any' || modifier === 'all' ? modifier : null
    if (modifier !== undefined && (quantifier === null || !QUANTIFIABLE.has(name))) fail('operator (eq, gt, ...)')
    return { isNegated, test: { kind: 'compare', operator: name, quantifier, value: readValue(cursor) } }
  }
  if (modifier !== undefined) fail('operator (eq, gt, ...)')
  if (name === 'in') return { isNegated, test: { kind: 'in', values: readList(cursor) } }
  if (name === 'is') {
    const value = readValue(cursor).toLowerCase()
    if (!IS_VALUES.has(value)) fail('null or trilean value (unknown, true, false)')
    return { isNegated, test: { kind: 'is', value: value as IsValue } }
  }
  return fail('operator (eq, gt, ...)')
}

const PLAIN_ELEMENT = /[^,)]*/y

function readList(cursor: Cursor): string[] {
  cursor.match(SPACE)
  cursor.expect('(')
  cursor.match(SPACE)
  const values: string[] = []
  do {
    values.push(readQuotedElement(cursor) ?? cursor.match(PLAIN_ELEMENT)?.[0] ?? '')
  } while (cursor.eat(','))
  cursor.expect(')')
  cursor.match(SPACE)
  return values.length === 1 && values[0] === '' ? [] : values
}

const AFTER_ELEMENT = /(?=[,)])/y

/** An element counts as quoted only if nothing follows the closing quote. `"a"b` is taken literally. */
function readQuotedElement(cursor: Cursor): string | null {
  const start = cursor.mark()
  const quoted = readQuoted(cursor)
  if (quoted !== null && cursor.match(AFTER_ELEMENT)) return quoted
  cursor.backTo(start)
  return null
}

const ARRAY_LITERAL = /\{(?:[^{}"]|"(?:[^"\\]|\\.)*")*\}(?=[,)])/y

function readLogicValue(cursor: Cursor): string {
  return readQuotedElement(cursor) ?? cursor.match(ARRAY_LITERAL)?.[0] ?? cursor.match(PLAIN_ELEMENT)?.[0] ?? ''
}
