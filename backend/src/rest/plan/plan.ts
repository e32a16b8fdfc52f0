// A request with every name looked up, which is all that is needed to write the statement and the response.

import type { Column, QualifiedName, Relation, Relationship, Routine } from '../catalog/catalog.ts'
import type { AggregateItem, JsonStep, MediaType, Preferences, Test } from '../parse/rest-request.ts'

/** A column of the node that `alias` names, or a step into its JSON. */
export interface ColumnRef {
  alias: string
  column: Column
  path: readonly JsonStep[]
}

export type Predicate =
  | { kind: 'test'; ref: ColumnRef; isNegated: boolean; test: Test }
  | { kind: 'logic'; operator: 'and' | 'or'; isNegated: boolean; predicates: readonly Predicate[] }
  /** Whether an embed has any row. */
  | { kind: 'exists'; embed: Embed; isNegated: boolean }

export interface OutputColumn {
  name: string
  /** Null for the rows themselves, which can only be counted. */
  ref: ColumnRef | null
  /** A type from the catalogue. */
  cast: string | null
  aggregate: Aggregate | null
}

export interface Aggregate extends AggregateItem {
  /** Whether the other columns group the rows. A bare `count` is Postgres' shorthand for count(t) and groups nothing. */
  isGrouping: boolean
}

export interface OrderBy {
  ref: ColumnRef
  /** The to-one embed that the column belongs to. */
  embed: Embed | null
  /** The column's name in the row, if a spread embed adds it there. */
  liftedAs: string | null
  direction: 'asc' | 'desc' | null
  nulls: 'first' | 'last' | null
}

export interface ReadNode {
  /** Chosen by the planner (t0, t1, ...) and never taken from the request. */
  alias: string
  relation: Relation
  outputs: readonly (OutputColumn | Embed)[]
  where: readonly Predicate[]
  order: readonly OrderBy[]
  limit: number | null
  offset: number
}

export interface Embed {
  kind: 'embed'
  name: string
  /** The name given in the request: a relation, or a key that leads to one. */
  target: string
  node: ReadNode
  relationship: Relationship
  parentAlias: string
  isToOne: boolean
  /** Parent rows without a row in this embed are left out. */
  isInner: boolean
  isSpread: boolean
  /** Set for `target()`, and for an embed that contains only such embeds. It filters rows but has no output. */
  isHidden: boolean
}

export interface Write {
  kind: 'insert' | 'update' | 'delete'
  relation: Relation
  alias: string
  columns: readonly Column[]
  /** JSON text with the rows. */
  payload: { text: string; isArray: boolean; rows: number } | null
  usesDefaults: boolean
  where: readonly Predicate[]
  conflict: { columns: readonly string[]; updates: readonly string[] | null } | null
  /** The key values that the payload of a PUT must have. */
  key: readonly { column: Column; value: string }[]
  returning: readonly Column[]
}

export interface Call {
  routine: Routine
  args: CallArguments
}

export type CallArguments =
  | { kind: 'none' }
  /** A JSON object whose members are the named arguments, or an array of which only the first object counts. */
  | { kind: 'json'; text: string; isArray: boolean; names: readonly string[] }
  /** Strings from the query. Only a variadic parameter accepts more than one. */
  | { kind: 'text'; args: readonly { name: string; values: readonly string[] }[] }
  /** The whole body, passed to one unnamed parameter. */
  | { kind: 'body'; text: string }

interface PlanBase {
  schema: string
  isSchemaNamed: boolean
  target: QualifiedName
  method: string
  /** The content of the body: nothing, rows, or a function's bare value. */
  body: 'none' | 'rows' | 'one-row' | 'scalar' | 'scalars'
  isReadOnly: boolean
  count: Preferences['count']
  media: MediaType
  preferences: Preferences
  /** The query, sorted by name. */
  canonical: string
}

export interface ReadPlan extends PlanBase {
  kind: 'read'
  read: ReadNode
}

export interface WritePlan extends PlanBase {
  kind: 'write'
  write: Write
  /** Shapes the written rows for the response. */
  read: ReadNode
  /** Whether the Location header gives the key of a single new row. */
  hasLocation: boolean
}

export interface CallPlan extends PlanBase {
  kind: 'call'
  call: Call
  /** Shapes the rows that the function returns, if it returns rows. */
  read: ReadNode | null
  /** Which of the function's results are requested. */
  range: { limit: number; offset: number }
}

export type Plan = ReadPlan | WritePlan | CallPlan
