// Plans inserts, updates, deletes and upserts: which columns are written, which rows are affected and what is returned.

import type { Column, Relation } from '../catalog/catalog.ts'
import { RestError } from '../errors.ts'
import type { Condition, Payload, Query, RestRequest } from '../parse/rest-request.ts'
import { mentionedEmbeds } from './embed-tests.ts'
import type { Predicate, ReadNode, Write } from './plan.ts'
import { ROOT_ALIAS } from './plan-read.ts'
import { ownColumns, pickColumns, sourceColumns } from './source-columns.ts'

/**
 * `read` is the plan for the same request treated as a read. Its filters choose the rows, and its select shapes the
 * response.
 */
export function planWrite(request: RestRequest, relation: Relation, read: ReadNode, key: Write['key']): Write {
  const { method, query, payload, preferences } = request
  const json = payload?.kind === 'json' ? payload : null
  const isPut = method === 'PUT'
  const kind = method === 'DELETE' ? 'delete' : method === 'PATCH' ? 'update' : 'insert'
  const columns = json && kind !== 'delete' ? writtenColumns(relation, query, json, kind) : []
  return {
    kind,
    relation,
    alias: ROOT_ALIAS,
    columns,
    payload: json,
    usesDefaults: preferences.missing === 'default',
    where: kind === 'insert' ? [] : requireOwnColumns(read.where),
    conflict: kind === 'insert' ? planConflict(request, relation, columns, isPut) : null,
    key,
    returning: returningColumns(request, relation, read),
  }
}

/** The rows come from the write, so the filters are no longer needed. */
export function planRepresentation(read: ReadNode): ReadNode {
  return { ...read, where: [], limit: null, offset: 0 }
}

/**
 * Embeds are read after the write, so a filter on an embed cannot choose the rows to write. It must not be silently
 * dropped either.
 */
function requireOwnColumns(predicates: readonly Predicate[]): readonly Predicate[] {
  if (predicates.some((predicate) => mentionedEmbeds(predicate).length > 0)) {
    throw new RestError('PGRST127', 'Filtering the rows to write by an embedded resource is not implemented')
  }
  return predicates
}

function writtenColumns(
  relation: Relation,
  query: Query,
  payload: Payload & { kind: 'json' },
  kind: 'insert' | 'update',
): Column[] {
  if (payload.rows === 0 && !payload.isArray) throw new RestError('PGRST102', 'Empty or invalid json')
  const names = query.columns ?? payload.keys
  const columns = names.map((name) => requireWritable(relation, name))
  if (columns.length > 0 || kind === 'update' || !payload.isArray) return columns
  if (payload.rows > 0) return columns
  // An empty array does not insert any rows, but the statement needs at least one column.
  return ownColumns(relation).slice(0, 1)
}

function requireWritable(relation: Relation, name: string): Column {
  const column = relation.columns.get(name)
  if (!column || column.computedBy) {
    throw new RestError('PGRST204', `Could not find the '${name}' column of '${relation.name}' in the schema cache`)
  }
  return column
}

function planConflict(
  { query, preferences }: RestRequest,
  relation: Relation,
  columns: readonly Column[],
  isPut: boolean,
): Write['conflict'] {
  const resolution = isPut ? 'merge-duplicates' : preferences.resolution
  if (resolution === null) return null
  const target = (isPut ? null : query.onConflict) ?? relation.primaryKey
  if (target.length === 0) return null
  for (const name of target) requireWritable(relation, name)
  if (resolution === 'ignore-duplicates') return { columns: target, updates: null }
  return { columns: target, updates: columns.map((column) => column.name) }
}

const PUT_RULE = "Filters must include all and only primary key columns with 'eq' operators"

export function planKey({ query, hasLimit, payload }: RestRequest, relation: Relation): Write['key'] {
  if (hasLimit) throw new RestError('PGRST114', 'limit/offset querystring parameters are not allowed for PUT')
  const conditions = query.levels.find((level) => level.path.length === 0)?.conditions ?? []
  const key = conditions.map((condition) => keyValue(condition, relation))
  const names = new Set(key.map(({ column }) => column.name))
  if (relation.primaryKey.length === 0 || names.size !== relation.primaryKey.length || key.length !== names.size) {
    throw new RestError('PGRST105', PUT_RULE)
  }
  if (payload?.kind === 'json' && !relation.primaryKey.every((name) => payload.keys.includes(name))) {
    throw new RestError('PGRST115', 'Payload values do not match URL in primary key column(s)')
  }
  return key
}

function keyValue(condition: Condition, relation: Relation): { column: Column; value: string } {
  if (condition.kind === 'test' && !condition.isNegated && condition.field.path.length === 0) {
    const { test, field } = condition
    const column = relation.columns.get(field.name)
    if (test.kind === 'compare' && test.operator === 'eq' && test.quantifier === null && column) {
      if (relation.primaryKey.includes(column.name)) return { column, value: test.value }
    }
  }
  throw new RestError('PGRST105', PUT_RULE)
}

/** Returns only the columns that the response needs, because the caller must be allowed to read every returned column. */
function returningColumns({ preferences }: RestRequest, relation: Relation, read: ReadNode): Column[] {
  if (preferences.return === 'headers-only') return pickColumns(relation, relation.primaryKey)
  if (preferences.return !== 'representation') return []
  return sourceColumns(read)
}
