// The ways in which the protocol can use a function: a call, a column computed from a row, or a relationship to other
// rows.

import type { Column, Relation, Relationship, Routine, RoutineParameter, RoutineResult } from './catalog.ts'

export interface RoutineRow {
  schema: string
  name: string
  volatility: 'i' | 's' | 'v'
  is_set: boolean
  is_inlined: boolean
  default_count: number
  returns_relation: number
  returns_name: string
  returns_type: string
  names: string[]
  modes: string[]
  types: string[] | null
  takes_relation: number
  row_estimate: number
}

const VOLATILITY = { i: 'immutable', s: 'stable', v: 'volatile' } as const

/** For each kind of body, the possible types of a single unnamed parameter that accepts the whole body. */
export const BODY_TYPES = { json: ['json', 'jsonb'], text: ['text'], xml: ['xml'], binary: ['bytea'] } as const
const ANY_BODY: readonly string[] = Object.values(BODY_TYPES).flat()

/** Null for a function that no request can call. */
export function toRoutine(row: RoutineRow, relations: Map<number, Relation>): Routine | null {
  if (row.returns_name === 'trigger' || row.returns_name === 'event_trigger') return null
  const inputs = parameters(row)
  if (!isCallable(inputs)) return null
  return {
    schema: row.schema,
    name: row.name,
    parameters: inputs,
    returns: result(row, relations),
    volatility: VOLATILITY[row.volatility],
    isInlined: row.is_inlined,
  }
}

interface Argument {
  name: string
  type: string
  mode: string
}

const argumentsOf = (row: RoutineRow): Argument[] =>
  (row.types ?? []).map((type, index) => ({ name: row.names[index] ?? '', type, mode: row.modes[index] ?? 'i' }))

function parameters(row: RoutineRow): RoutineParameter[] {
  const inputs = argumentsOf(row).filter(({ mode }) => mode === 'i' || mode === 'b' || mode === 'v')
  return inputs.map(({ name, type, mode }, index) => ({
    name,
    type,
    isRequired: index < inputs.length - row.default_count && mode !== 'v',
    isVariadic: mode === 'v',
  }))
}

/** Arguments are passed by name, so an unnamed parameter must be the only one and must accept the body. */
function isCallable(inputs: readonly RoutineParameter[]): boolean {
  const isNamed = inputs.every(({ name }) => name !== '')
  return isNamed || (inputs.length === 1 && ANY_BODY.includes(inputs[0]?.type ?? ''))
}

function result(row: RoutineRow, relations: Map<number, Relation>): RoutineResult {
  if (row.returns_name === 'void') return { kind: 'void' }
  const relation = relations.get(row.returns_relation)
  if (relation) return { kind: 'rows', isSet: row.is_set, relation }
  const outputs = argumentsOf(row).filter(({ mode }) => mode === 'o' || mode === 'b' || mode === 't')
  // A function with a single named output has a scalar return type, but its rows are still objects.
  if (outputs.length > 0 && outputs.every(({ name }) => name !== '')) {
    return { kind: 'rows', isSet: row.is_set, relation: anonymousRelation(row, outputs) }
  }
  return { kind: 'scalar', isSet: row.is_set, type: row.returns_type }
}

function anonymousRelation(row: RoutineRow, outputs: readonly Argument[]): Relation {
  const columns = outputs.map(({ name, type }) => plainColumn(name, type))
  return {
    oid: 0,
    schema: row.schema,
    name: row.name,
    kind: 'composite',
    columns: new Map(columns.map((column) => [column.name, column])),
    primaryKey: [],
    isInsertable: false,
    isUpdatable: false,
    isDeletable: false,
  }
}

const plainColumn = (name: string, type: string): Column => ({
  name,
  type,
  valueType: type,
  defaultSql: null,
  computedBy: null,
})

export function computedColumns(relation: number, routines: readonly RoutineRow[]): Column[] {
  return routines
    .filter((row) => row.takes_relation === relation && !row.is_set && row.returns_relation === 0)
    .filter((row) => !['trigger', 'record', 'void'].includes(row.returns_name))
    .map(({ schema, name, returns_type }) => ({ ...plainColumn(name, returns_type), computedBy: { schema, name } }))
}

/** Finds functions that take a row and return rows of a relation. One declared with `rows 1` is to-one. */
export function computedRelationships(
  routines: readonly RoutineRow[],
  relations: Map<number, Relation>,
): Relationship[] {
  return routines.flatMap((row) => {
    const source = relations.get(row.takes_relation)
    const target = relations.get(row.returns_relation)
    if (!source || !target) return []
    const isOne = !row.is_set || row.row_estimate === 1
    return [
      {
        source,
        target,
        cardinality: isOne ? ('many-to-one' as const) : ('one-to-many' as const),
        constraint: row.name,
        pairs: [],
        junction: null,
        computedBy: { schema: row.schema, name: row.name },
      },
    ]
  })
}
