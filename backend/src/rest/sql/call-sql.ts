// Writes a function call as a row source.

import type { Column } from '../catalog/catalog.ts'
import type { Call } from '../plan/plan.ts'
import { ROOT_ALIAS } from '../plan/plan-read.ts'
import { arrayLiteral } from './array-literal.ts'
import { refSql } from './filter-sql.ts'
import type { Parameters } from './parameters.ts'
import { quoteName, quoteQualified } from './quote.ts'

/** The column for the bare value of a function that does not return named columns. */
export const SCALAR = 'value'

/** The call of a function that Postgres inlines, for the from list; null if it must be a row source of its own. */
export function inlinedCallSql({ routine, args }: Call, parameters: Parameters): string | null {
  // Postgres would not inline a function whose arguments come from a join.
  if (!routine.isInlined || routine.returns.kind !== 'rows' || args.kind === 'json') return null
  return `${quoteQualified(routine)}(${argumentSql({ routine, args }, parameters).list.join(', ')})`
}

/** `columns` are those that the response needs from a function that returns rows. */
export function callSql({ routine, args }: Call, columns: readonly Column[], parameters: Parameters): string {
  const { from, list } = argumentSql({ routine, args }, parameters)
  const call = `${quoteQualified(routine)}(${list.join(', ')})`
  // The call is in the select list, because a function that returns a bare record is not allowed in the from list.
  if (routine.returns.kind !== 'rows') return `select ${call} as ${SCALAR}${from ? ` from ${from}` : ''}`
  const source = `${from ? `${from}, lateral ` : ''}${call} as ${ROOT_ALIAS}`
  return `select ${outputSql(columns, parameters)} from ${source}`
}

function outputSql(columns: readonly Column[], parameters: Parameters): string {
  return columns
    .map((column) => {
      const value = refSql({ alias: ROOT_ALIAS, column, path: [] }, { parameters, isDerived: false })
      return `${value} as ${quoteName(column.name)}`
    })
    .join(', ')
}

function argumentSql({ routine, args }: Call, parameters: Parameters): { from: string; list: string[] } {
  const typed = (name: string) => routine.parameters.find((parameter) => parameter.name === name)
  const named = (name: string, value: string) =>
    `${typed(name)?.isVariadic ? 'variadic ' : ''}${quoteName(name)} => ${value}`
  switch (args.kind) {
    case 'none':
      return { from: '', list: [] }
    case 'body':
      return { from: '', list: [`${parameters.add(args.text)}::${routine.parameters[0]?.type}`] }
    case 'text':
      return {
        from: '',
        list: args.args.map(({ name, values }) => {
          const value = typed(name)?.isVariadic ? arrayLiteral(values) : (values.at(-1) ?? '')
          return named(name, `${parameters.add(value)}::${typed(name)?.type}`)
        }),
      }
    case 'json': {
      const record = args.names.map((name) => `${quoteName(name)} ${typed(name)?.type}`)
      const object = `${parameters.add(args.text)}::json${args.isArray ? ' -> 0' : ''}`
      return {
        from: `json_to_record(${object}) as args(${record.join(', ')})`,
        list: args.names.map((name) => named(name, `args.${quoteName(name)}`)),
      }
    }
  }
}
