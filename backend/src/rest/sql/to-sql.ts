// Turns a plan into one statement that returns one row: the number of rows, their JSON, and the total if requested. This
// cannot fail, because the planner has already found everything that could be wrong.

import type { Statement } from '../../db/database.ts'
import type { CallPlan, Plan, ReadNode, ReadPlan, WritePlan } from '../plan/plan.ts'
import { ownColumns, sourceColumns } from '../plan/source-columns.ts'
import { callSql, inlinedCallSql, SCALAR } from './call-sql.ts'
import { guardedRows } from './guarded-rows.ts'
import { Parameters, PlainLiterals } from './parameters.ts'
import { quoteName } from './quote.ts'
import { type NodeSql, ReadSql } from './read-sql.ts'
import { MERGED_SETTING, writeSql } from './write-sql.ts'

export interface PlanSql {
  main: Statement
  /** The index, among the values of `main`, of the limit on the response's size. */
  responseBytesAt: number | null
}

/** The single row that `main` returns. */
export interface MainRow {
  rows: number
  body: string | null
  total?: number | null
  merged?: number | null
  location?: string | null
  headers?: string | null
  status?: string | null
}

const RESPONSE_SETTINGS = `nullif(current_setting('response.headers', true), '') as headers, nullif(current_setting('response.status', true), '') as status`

export function toSql(plan: Plan): PlanSql {
  switch (plan.kind) {
    case 'read':
      return readStatement(plan)
    case 'write':
      return writeStatement(plan)
    case 'call':
      return callStatement(plan)
  }
}

/** A read for anonymous callers without parameters, or null if a value cannot be inlined safely. */
export function toWholeSql(plan: ReadPlan, maxResponseBytes: number): string | null {
  const { main } = readStatement(plan, new PlainLiterals(maxResponseBytes))
  return main.values?.length === 0 ? main.text : null
}

function readStatement(plan: ReadPlan, parameters = new Parameters()): PlanSql {
  const node = new ReadSql(parameters).root(plan.read, { kind: 'relation' }, plan.body !== 'none')
  const total = totalSql(plan, node)
  const { from, body } = pageSql(plan, node.select, parameters)
  return toPlanSql(`select count(*) as rows, ${body} as body${total} from ${from}`, parameters)
}

const toPlanSql = (text: string, { values, responseBytesAt }: Parameters): PlanSql => ({
  main: { text, values },
  responseBytesAt,
})

/**
 * Every count is exact, even a planned or estimated one: the planner's estimate includes rows that the caller may not
 * see. A page that is not full is the last one, so the total does not need a second scan of the table.
 */
function totalSql(plan: Plan, { count, limit, offset }: NodeSql): string {
  if (plan.count === null) return ''
  const start = offset ?? '0'
  const isEnd = `${limit ? `count(*) < ${limit} and ` : ''}(count(*) > 0 or ${start} = 0)`
  return `, case when ${isEnd} then ${start} + count(*) else (select count(*) from (${count}) as counted) end as total`
}

interface PageSql {
  from: string
  body: string
}

/** The rows of the response, and the expression for its body. */
function pageSql(plan: Plan, rows: string, parameters: Parameters): PageSql {
  if (plan.body === 'none') return { from: `(${rows}) as page`, body: 'null::text' }
  if (plan.media.format === 'csv') return csvSql(rows, parameters)
  const isScalar = plan.body === 'scalar' || plan.body === 'scalars'
  // `page.*` is the whole row, whereas `page` alone could refer to a column of that name.
  const row = isScalar ? `to_json(page.${SCALAR})` : 'row_to_json(page.*)'
  const { from, value } = guardedRows(rows, 'page', row, parameters.responseBytes())
  const list = plan.media.isStripped ? `json_strip_nulls(json_agg(${value}))` : `json_agg(${value})`
  const isOne = plan.media.format === 'object' || plan.body === 'one-row' || plan.body === 'scalar'
  return { from, body: isOne ? `coalesce((${list} -> 0)::text, 'null')` : `coalesce(${list}::text, '[]')` }
}

/** Postgres prints a row as CSV in brackets. The header comes from the keys of the first row. */
function csvSql(rows: string, parameters: Parameters): PageSql {
  const line = `substring(cast(page.* as text) from 2 for length(cast(page.* as text)) - 2)`
  const rowAndLine = `json_build_array(row_to_json(page.*), ${line})`
  const { from, value } = guardedRows(rows, 'page', rowAndLine, parameters.responseBytes())
  const header = `(select string_agg(key, ',') from json_object_keys((array_agg(page.value))[1] -> 0) as key)`
  return { from, body: `coalesce(${header}, '') || chr(10) || coalesce(string_agg((${value}) ->> 1, chr(10)), '')` }
}

function writeStatement(plan: WritePlan): PlanSql {
  const parameters = new Parameters()
  const written = writeSql(plan.write, parameters)
  const node = new ReadSql(parameters).root(plan.read, { kind: 'derived', name: 'written' }, plan.body !== 'none')
  const page = plan.hasLocation ? 'select * from written' : node.select
  const merged = plan.write.conflict?.updates
    ? `, coalesce(nullif(current_setting('${MERGED_SETTING}', true), ''), '0')::int4 as merged`
    : ''
  const location = plan.hasLocation ? `, ${locationSql(plan.write.relation.primaryKey)} as location` : ''
  const { from, body } = pageSql(plan, page, parameters)
  const rows = '(select count(*) from written) as rows'
  return toPlanSql(
    `with written as (${written}) select ${rows}, ${body} as body, ${RESPONSE_SETTINGS}${merged}${location} from ${from}`,
    parameters,
  )
}

/** The key of a single new row, as a JSON object with string values. */
function locationSql(key: readonly string[]): string {
  const casts = key.map((name) => `page.${quoteName(name)}::text as ${quoteName(name)}`)
  return `case when count(*) = 1 then (array_agg((select row_to_json(k.*) from (select ${casts.join(', ')}) as k)))[1]::text end`
}

function callStatement(plan: CallPlan): PlanSql {
  const parameters = new Parameters()
  const { read } = plan
  const inlined = read && inlinedCallSql(plan.call, parameters)
  if (read && inlined) return inlinedCallStatement(plan, read, inlined, parameters)
  const called = callSql(plan.call, read ? neededColumns(read) : [], parameters)
  const source = { kind: 'derived', name: 'called' } as const
  const node = read ? new ReadSql(parameters).root(read, source, true) : null
  const total = node && plan.count !== null ? totalSql(plan, node) : ''
  const page = node?.select ?? scalarPage(plan, parameters)
  const { from, body } = pageSql(plan, page, parameters)
  return toPlanSql(
    `with called as (${called}) select count(*) as rows, ${body} as body, ${RESPONSE_SETTINGS}${total} from ${from}`,
    parameters,
  )
}

/** Reads the function's rows like those of a view. As a common table expression, all of them would be computed and kept. */
function inlinedCallStatement(plan: CallPlan, read: ReadNode, call: string, parameters: Parameters): PlanSql {
  const node = new ReadSql(parameters).root(read, { kind: 'call', sql: call }, true)
  const total = totalSql(plan, node)
  const { from, body } = pageSql(plan, node.select, parameters)
  return toPlanSql(`select count(*) as rows, ${body} as body, ${RESPONSE_SETTINGS}${total} from ${from}`, parameters)
}

function scalarPage({ range }: CallPlan, parameters: Parameters): string {
  return `select * from called limit ${parameters.add(range.limit)}::int8 offset ${parameters.add(range.offset)}::int8`
}

/** Every plain column, because filters may use any of them, and the computed columns that are requested. */
function neededColumns(read: ReadNode) {
  return [...new Set([...ownColumns(read.relation), ...sourceColumns(read)])]
}
