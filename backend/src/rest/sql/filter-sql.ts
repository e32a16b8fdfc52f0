// Writes predicates and column references.

import type { JsonStep, Test } from '../parse/rest-request.ts'
import type { ColumnRef, Embed, Predicate } from '../plan/plan.ts'
import { arrayLiteral } from './array-literal.ts'
import type { Parameters } from './parameters.ts'
import { quoteName, quoteQualified } from './quote.ts'

const OPERATORS = {
  eq: '=',
  neq: '<>',
  gt: '>',
  gte: '>=',
  lt: '<',
  lte: '<=',
  like: 'like',
  ilike: 'ilike',
  match: '~',
  imatch: '~*',
  cs: '@>',
  cd: '<@',
  ov: '&&',
  sl: '<<',
  sr: '>>',
  nxr: '&<',
  nxl: '&>',
  adj: '-|-',
  isdistinct: 'is distinct from',
} as const

const SEARCH_FUNCTIONS = {
  fts: 'to_tsquery',
  plfts: 'plainto_tsquery',
  phfts: 'phraseto_tsquery',
  wfts: 'websearch_to_tsquery',
} as const

const IS = { null: 'null', not_null: 'not null', true: 'true', false: 'false', unknown: 'unknown' } as const

/** Writes the test of whether an embed has a row. This function is passed in because the subquery has its own predicates. */
type ExistsSql = (embed: Embed) => string

export interface PredicateContext {
  parameters: Parameters
  existsSql: ExistsSql
  /** Set when the rows come from a common table expression, where computed columns are plain columns. */
  isDerived: boolean
}

export function predicateSql(predicate: Predicate, context: PredicateContext): string {
  const negate = predicate.isNegated ? 'not ' : ''
  switch (predicate.kind) {
    case 'test':
      return `${negate}${testSql(predicate.ref, predicate.test, context)}`
    case 'logic': {
      const parts = predicate.predicates.map((one) => predicateSql(one, context))
      return `${negate}(${parts.join(` ${predicate.operator} `)})`
    }
    case 'exists':
      return `${negate}${context.existsSql(predicate.embed)}`
  }
}

function testSql(ref: ColumnRef, test: Test, context: PredicateContext): string {
  const { parameters } = context
  const left = refSql(ref, context)
  switch (test.kind) {
    case 'is':
      return `(${left} is ${IS[test.value]})`
    case 'in':
      return `(${left} = any (${parameters.add(arrayLiteral(test.values))}))`
    case 'compare': {
      const isPattern = test.operator === 'like' || test.operator === 'ilike'
      const value = parameters.add(isPattern ? test.value.replaceAll('*', '%') : test.value)
      return `(${left} ${OPERATORS[test.operator]} ${test.quantifier ? `${test.quantifier} (${value})` : value})`
    }
    case 'search': {
      const language = test.language === null ? '' : `${parameters.add(test.language)}::regconfig, `
      const query = `${SEARCH_FUNCTIONS[test.operator]}(${language}${parameters.add(test.value)})`
      const isVector = ref.path.length === 0 && ref.column.valueType === 'tsvector'
      return `(${isVector ? left : `to_tsvector(${language}${left})`} @@ ${query})`
    }
  }
}

export function refSql(
  { alias, column, path }: ColumnRef,
  { parameters, isDerived }: Pick<PredicateContext, 'parameters' | 'isDerived'>,
): string {
  const plain =
    column.computedBy && !isDerived
      ? `${quoteQualified(column.computedBy)}(${alias}.*)`
      : `${alias}.${quoteName(column.name)}`
  if (path.length === 0) return plain
  const isJson = column.valueType === 'jsonb' || column.valueType === 'json'
  const json = isJson ? plain : `to_jsonb(${plain})`
  return path.reduce((sql, step) => `(${sql} ${stepSql(step, parameters)})`, json)
}

function stepSql({ asText, key, isIndex }: JsonStep, parameters: Parameters): string {
  return `${asText ? '->>' : '->'} ${parameters.add(key)}::${isIndex ? 'int4' : 'text'}`
}
