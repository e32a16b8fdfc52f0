// The exposed part of the database's schema. Every identifier in a statement comes from here.

import type { FindSources } from './sources.ts'

export interface Column {
  name: string
  /** The type as written in a record definition, with its modifier: `character varying(5)`. */
  type: string
  /** The type of a filter's value, which for a domain is its base type without a modifier. */
  valueType: string
  /** The text of the default expression, as Postgres prints it. */
  defaultSql: string | null
  /** The function that computes the column from the row. Computed columns are not part of `*`. */
  computedBy: QualifiedName | null
}

export interface QualifiedName {
  schema: string
  name: string
}

export interface Relation extends QualifiedName {
  oid: number
  kind: 'table' | 'view' | 'composite'
  columns: ReadonlyMap<string, Column>
  primaryKey: readonly string[]
  isInsertable: boolean
  isUpdatable: boolean
  isDeletable: boolean
}

/**
 * The columns in `from` refer to those in `to`, in the same order. A view has the keys of the tables whose columns it
 * shows.
 */
export interface ForeignKey {
  name: string
  from: Relation
  fromColumns: readonly string[]
  to: Relation
  toColumns: readonly string[]
  /** The referring columns are unique, so the reverse direction is to-one too. */
  isUnique: boolean
}

type Cardinality = 'one-to-many' | 'many-to-one' | 'one-to-one' | 'many-to-many'

export interface ColumnPair {
  left: string
  right: string
}

/** A connection between two relations, seen from `source`. */
export interface Relationship {
  source: Relation
  target: Relation
  cardinality: Cardinality
  constraint: string
  /** source column = target column; for a junction, source column = junction column */
  pairs: readonly ColumnPair[]
  junction: { relation: Relation; constraint: string; pairs: readonly ColumnPair[] } | null
  /** The function that takes the source row and returns the target rows. */
  computedBy: QualifiedName | null
}

export interface RoutineParameter {
  name: string
  type: string
  isRequired: boolean
  isVariadic: boolean
}

export interface Routine extends QualifiedName {
  parameters: readonly RoutineParameter[]
  returns: RoutineResult
  volatility: 'immutable' | 'stable' | 'volatile'
  /** Whether Postgres replaces a call in the from list by the function's query, so that it costs no more than a view. */
  isInlined: boolean
}

export type RoutineResult =
  | { kind: 'void' }
  | { kind: 'scalar'; isSet: boolean; type: string }
  | { kind: 'rows'; isSet: boolean; relation: Relation }

export interface Catalog {
  schemas: readonly string[]
  findRelation(schema: string, name: string): Relation | undefined
  relationNames(schema: string): string[]
  relationshipsOf(relation: Relation): readonly Relationship[]
  findRoutines(schema: string, name: string): readonly Routine[]
  routineNames(schema: string): string[]
  /** The type's name for use in a cast, or undefined if there is no such type. */
  findType(name: string): string | undefined
  findSources: FindSources
}
