// Writes inserts, updates and deletes. The payload stays JSON, and Postgres converts its members to the types of the
// columns.

import type { Write } from '../plan/plan.ts'
import { predicateSql, refSql } from './filter-sql.ts'
import type { Parameters } from './parameters.ts'
import { quoteName, quoteQualified } from './quote.ts'

/**
 * A setting that holds the number of rows updated, rather than inserted, by an upsert. Finding this out with
 * `returning` would need more rights.
 */
export const MERGED_SETTING = 'rest.merged'

const COUNT_MERGED = `set_config('${MERGED_SETTING}', (coalesce(nullif(current_setting('${MERGED_SETTING}', true), ''), '0')::int4 + 1)::text, true) is not null`

export function writeSql(write: Write, parameters: Parameters): string {
  switch (write.kind) {
    case 'insert':
      return insertSql(write, parameters)
    case 'update':
      return updateSql(write, parameters)
    case 'delete':
      return `delete from ${targetSql(write)}${whereSql(write, parameters)}${returningSql(write, parameters)}`
  }
}

const targetSql = ({ relation, alias }: Write) => `${quoteQualified(relation)} as ${alias}`
const names = (columns: readonly { name: string }[]) => columns.map(({ name }) => quoteName(name)).join(', ')

function insertSql(write: Write, parameters: Parameters): string {
  const into = `insert into ${targetSql(write)}`
  const returning = returningSql(write, parameters)
  if (write.columns.length === 0) return `${into} ${defaultRows(write, parameters)}${conflictSql(write)}${returning}`
  const columns = names(write.columns)
  const body = bodySql(write, parameters)
  const key = write.key.map(({ column, value }) => `body.${quoteName(column.name)} = ${parameters.add(value)}`)
  const where = key.length === 0 ? '' : ` where ${key.join(' and ')}`
  return `${into} (${columns}) select ${columns} from ${body}${where}${conflictSql(write)}${returning}`
}

/** One row of defaults, or as many rows as there are empty objects. */
function defaultRows({ payload }: Write, parameters: Parameters): string {
  if (!payload?.isArray) return 'default values'
  return `select from json_array_elements(${parameters.add(payload.text)}::json)`
}

function conflictSql({ conflict }: Write): string {
  if (!conflict) return ''
  const target = conflict.columns.map(quoteName).join(', ')
  if (!conflict.updates?.length) return ` on conflict (${target}) do nothing`
  const sets = conflict.updates.map((name) => `${quoteName(name)} = excluded.${quoteName(name)}`)
  return ` on conflict (${target}) do update set ${sets.join(', ')} where ${COUNT_MERGED}`
}

function updateSql(write: Write, parameters: Parameters): string {
  if (write.columns.length === 0) return nothingSql(write, parameters)
  const sets = write.columns.map(({ name }) => `${quoteName(name)} = body.${quoteName(name)}`)
  const body = `(select * from ${bodySql(write, parameters)} limit 1) as body`
  const where = whereSql(write, parameters)
  return `update ${targetSql(write)} set ${sets.join(', ')} from ${body}${where}${returningSql(write, parameters)}`
}

/** An update without columns does not change any rows. */
function nothingSql(write: Write, parameters: Parameters): string {
  return `select ${returnedColumns(write, parameters)} from ${targetSql(write)} where false`
}

function bodySql({ payload, columns, usesDefaults }: Write, parameters: Parameters): string {
  const record = columns.map(({ name, type }) => `${quoteName(name)} ${type}`).join(', ')
  const text = parameters.add(payload?.text ?? '[]')
  const defaults = usesDefaults ? columns.filter((column) => column.defaultSql !== null) : []
  if (defaults.length === 0) {
    return `${payload?.isArray ? 'json_to_recordset' : 'json_to_record'}(${text}::json) as body(${record})`
  }
  const pairs = defaults.map(({ name, defaultSql }) => `${parameters.add(name)}::text, ${defaultSql}`)
  const rows = payload?.isArray ? `jsonb_array_elements(${text}::jsonb)` : `(select ${text}::jsonb)`
  const filled = `select jsonb_agg(jsonb_build_object(${pairs.join(', ')}) || given.value) from ${rows} as given(value)`
  return `jsonb_to_recordset((${filled})) as body(${record})`
}

function whereSql(write: Write, parameters: Parameters): string {
  if (write.where.length === 0) return ''
  const context = { parameters, isDerived: false, existsSql: () => 'false' }
  return ` where ${write.where.map((predicate) => predicateSql(predicate, context)).join(' and ')}`
}

const returningSql = (write: Write, parameters: Parameters) => ` returning ${returnedColumns(write, parameters)}`

function returnedColumns({ returning, alias }: Write, parameters: Parameters): string {
  if (returning.length === 0) return '1'
  return returning
    .map(
      (column) =>
        `${refSql({ alias, column, path: [] }, { parameters, isDerived: false })} as ${quoteName(column.name)}`,
    )
    .join(', ')
}
