// A parsed request. No name in it has been looked up in the database yet.

export interface JsonStep {
  /** `->` returns JSON, and `->>` returns text. */
  asText: boolean
  key: string
  isIndex: boolean
}

export interface Field {
  name: string
  path: readonly JsonStep[]
}

export type SelectItem =
  | { kind: 'all' }
  | { kind: 'column'; field: Field; alias: string | null; cast: string | null; aggregate: AggregateItem | null }
  /** `count()` of the rows themselves. */
  | { kind: 'count'; alias: string | null; cast: string | null }
  | EmbedItem

export const AGGREGATES = ['sum', 'avg', 'count', 'max', 'min'] as const

export interface AggregateItem {
  name: (typeof AGGREGATES)[number]
  /** The cast of the result. The column's own cast is applied first. */
  cast: string | null
}

export interface EmbedItem {
  kind: 'embed'
  target: string
  alias: string | null
  hint: string | null
  join: 'inner' | 'left' | null
  isSpread: boolean
  items: readonly SelectItem[]
}

export const COMPARISONS = [
  ...(['eq', 'neq', 'gt', 'gte', 'lt', 'lte', 'like', 'ilike', 'match', 'imatch'] as const),
  ...(['cs', 'cd', 'ov', 'sl', 'sr', 'nxr', 'nxl', 'adj', 'isdistinct'] as const),
] as const
export type Comparison = (typeof COMPARISONS)[number]

export const SEARCHES = ['fts', 'plfts', 'phfts', 'wfts'] as const
export type Search = (typeof SEARCHES)[number]

export type IsValue = 'null' | 'not_null' | 'true' | 'false' | 'unknown'

export type Test =
  | { kind: 'compare'; operator: Comparison; quantifier: 'any' | 'all' | null; value: string }
  | { kind: 'in'; values: readonly string[] }
  | { kind: 'is'; value: IsValue }
  | { kind: 'search'; operator: Search; language: string | null; value: string }

export type Condition =
  | { kind: 'test'; field: Field; isNegated: boolean; test: Test }
  | { kind: 'logic'; operator: 'and' | 'or'; isNegated: boolean; conditions: readonly Condition[] }

export interface OrderTerm {
  /** Sorts by a column of this to-one embed. */
  embed: string | null
  field: Field
  direction: 'asc' | 'desc' | null
  nulls: 'first' | 'last' | null
}

export interface Range {
  offset: number
  limit: number | null
}

/** The parameters that belong to one level of the select: the root (empty path) or an embed. */
export interface LevelQuery {
  path: readonly string[]
  conditions: Condition[]
  order: OrderTerm[]
  limit: number | null
  offset: number
}

export interface Query {
  select: readonly SelectItem[]
  levels: readonly LevelQuery[]
  columns: readonly string[] | null
  onConflict: readonly string[] | null
  /** The function's arguments: the parameters of a GET that are not filters. */
  args: readonly { name: string; value: string }[]
  /** All parameters sorted by name, for Content-Location. */
  canonical: string
}

export interface Preferences {
  resolution: 'merge-duplicates' | 'ignore-duplicates' | null
  missing: 'default' | 'null' | null
  return: 'minimal' | 'headers-only' | 'representation' | null
  count: 'exact' | 'planned' | 'estimated' | null
  handling: 'strict' | 'lenient' | null
  timezone: string | null
  maxAffected: number | null
  /** How the transaction should end. This is ignored unless a setting allows it. */
  tx: 'commit' | 'rollback' | null
  invalid: readonly string[]
}

export interface MediaType {
  format: 'json' | 'object' | 'csv'
  isStripped: boolean
}

export type Payload =
  /** `text` is JSON as sent, or converted from CSV or a form. `keys` are those of every object in it. */
  | { kind: 'json'; text: string; keys: readonly string[]; isArray: boolean; rows: number; isSentAsJson: boolean }
  /** A form for a function. Its values are text, as in a query. */
  | { kind: 'form'; args: Query['args'] }
  | { kind: 'raw'; text: string; type: 'text' | 'xml' | 'binary' }

export type Method = 'GET' | 'HEAD' | 'POST' | 'PATCH' | 'PUT' | 'DELETE' | 'OPTIONS'

export interface RestRequest {
  method: Method
  kind: 'relation' | 'routine'
  name: string
  schema: string
  /** A header selected the schema, so the response names it. */
  isSchemaNamed: boolean
  query: Query
  /** The intersection of the Range header and the top-level limit and offset. */
  range: Range
  hasLimit: boolean
  preferences: Preferences
  accept: MediaType
  payload: Payload | null
}
