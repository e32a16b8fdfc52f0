// Refuses filters that the database cannot evaluate cheaply. Some short filters take seconds to evaluate or crash the
// embedded engine.

import { isNestedTooDeep } from '../../http/request-limits/json-depth.ts'
import { MAX_JSON_DEPTH } from '../../http/request-limits/limits.ts'
import { RestError } from '../errors.ts'
import { MAX_PATTERN_CHARACTERS, MAX_PATTERN_REPEATS, MAX_SEARCH_CHARACTERS, MAX_SEARCH_NEGATIONS } from '../limits.ts'
import { patternCost } from './pattern-cost.ts'
import type { Test } from './rest-request.ts'

const refuse = (message: string, hint: string | null = null): never => {
  throw new RestError('PGRST100', message, { hint })
}

export function checkTest(test: Test): Test {
  for (const pattern of patternsOf(test)) checkPattern(pattern)
  if (test.kind === 'search') checkSearch(test)
  if (test.kind === 'in') for (const value of test.values) checkDepth(value)
  if (test.kind === 'compare') checkDepth(test.value)
  return test
}

/** The value may be JSON, or an array whose quoted elements are JSON. */
export function checkDepth(value: string): void {
  if ([value, ...arrayElements(value)].some(isNestedTooDeep)) {
    refuse(`A value can be nested at most ${MAX_JSON_DEPTH} levels deep`)
  }
}

/** The regular expressions that a test compiles. `match(any)` and `match(all)` take a list of them. */
export function patternsOf(test: Test): string[] {
  if (test.kind !== 'compare' || (test.operator !== 'match' && test.operator !== 'imatch')) return []
  return test.quantifier === null ? [test.value] : arrayElements(test.value)
}

function checkPattern(pattern: string): void {
  if (pattern.length > MAX_PATTERN_CHARACTERS) refuse(`A pattern can have at most ${MAX_PATTERN_CHARACTERS} characters`)
  const { repeats, hasBackReference, hasLookaround, isUnknown } = patternCost(pattern)
  if (isUnknown) refuse('A pattern cannot switch to another syntax or contain comments')
  if (hasBackReference) refuse('A pattern cannot contain back-references')
  if (hasLookaround) refuse('A pattern cannot contain lookaheads or lookbehinds')
  if (repeats > MAX_PATTERN_REPEATS) {
    refuse(
      `Repetition can add at most ${MAX_PATTERN_REPEATS} characters to a pattern`,
      'Postgres expands {m,n} and + into copies of the part before them. Use smaller bounds, or * instead.',
    )
  }
}

function checkSearch({ operator, value }: Test & { kind: 'search' }): void {
  if (value.length > MAX_SEARCH_CHARACTERS) refuse(`A text search can have at most ${MAX_SEARCH_CHARACTERS} characters`)
  const negation = operator === 'fts' ? '!' : operator === 'wfts' ? '-' : null
  if (negation !== null && value.split(negation).length - 1 > MAX_SEARCH_NEGATIONS) {
    refuse(`A text search can contain at most ${MAX_SEARCH_NEGATIONS} "${negation}"`)
  }
}

/** The strings in an array literal of any depth. Postgres checks whether the literal is valid. */
function arrayElements(literal: string): string[] {
  const elements: string[] = []
  let element = ''
  let isQuoted = false
  for (let at = 0; at < literal.length; at++) {
    const character = literal[at] ?? ''
    if (character === '\\') element += literal[++at] ?? ''
    else if (character === '"') isQuoted = !isQuoted
    else if (isQuoted || !'{},'.includes(character)) element += character
    else {
      if (element !== '') elements.push(element)
      element = ''
    }
  }
  return element === '' ? elements : [...elements, element]
}
