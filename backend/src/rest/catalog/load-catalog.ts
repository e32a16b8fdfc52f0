// Loads Postgres' catalogue into memory.

import type { Database, Row } from '../../db/database.ts'
import type { Catalog, Column, ForeignKey, Relation, Relationship, Routine } from './catalog.ts'
import { groupBy } from './group-by.ts'
import { COLUMNS, CONSTRAINTS, DEFINITIONS, RELATIONS, ROUTINES, TYPES, VIEWS } from './queries.ts'
import { relationshipsFrom } from './relationships.ts'
import { computedColumns, computedRelationships, type RoutineRow, toRoutine } from './routines.ts'
import { createFindSources, type DefinitionRow } from './sources.ts'
import { typeNames } from './types.ts'
import { readViewColumns, type ViewColumn } from './view-columns.ts'

interface RelationRow {
  oid: number
  schema: string
  name: string
  kind: string
  insertable: boolean
  updatable: boolean
  deletable: boolean
}

interface ColumnRow {
  relation: number
  number: number
  name: string
  type: string
  value_type: string
  default_sql: string | null
}

interface ConstraintRow {
  name: string
  kind: 'p' | 'u' | 'f'
  relation: number
  target: number
  columns: string[]
  target_columns: string[] | null
}

export async function loadCatalog(db: Database, schemas: readonly string[]): Promise<Catalog> {
  const [, relations, columns, constraints, routines, types, views, definitions] = await db.batch(
    [
      { text: `select pg_catalog.set_config('search_path', '', true)` },
      { text: RELATIONS },
      { text: COLUMNS },
      { text: CONSTRAINTS },
      { text: ROUTINES, values: [schemas] },
      { text: TYPES, values: [schemas] },
      { text: VIEWS },
      { text: DEFINITIONS },
    ],
    { readOnly: true },
  )
  const rowsOf = <R>(result: { rows: Row[] } | undefined) => (result?.rows ?? []) as R[]
  return buildCatalog(schemas, {
    relations: rowsOf<RelationRow>(relations),
    columns: rowsOf<ColumnRow>(columns),
    constraints: rowsOf<ConstraintRow>(constraints),
    routines: rowsOf<RoutineRow>(routines),
    types: rowsOf<{ name: string; type: string }>(types),
    views: rowsOf<{ oid: number; definition: string }>(views),
    definitions: rowsOf<DefinitionRow>(definitions),
  })
}

export interface CatalogRows {
  relations: RelationRow[]
  columns: ColumnRow[]
  constraints: ConstraintRow[]
  routines: RoutineRow[]
  types: { name: string; type: string }[]
  views: { oid: number; definition: string }[]
  definitions: DefinitionRow[]
}

export function buildCatalog(schemas: readonly string[], rows: CatalogRows): Catalog {
  const columnsByRelation = groupBy(rows.columns, (row) => row.relation)
  const views = new Map(rows.views.map((row) => [row.oid, readViewColumns(row.definition)]))
  const shown = shownColumns(views, columnsByRelation)
  const primaryKeys = new Map(
    rows.constraints.filter((row) => row.kind === 'p').map((row) => [row.relation, row.columns]),
  )

  const relations = new Map<number, Relation>()
  for (const row of rows.relations) {
    const computed = computedColumns(row.oid, rows.routines)
    const own = (columnsByRelation.get(row.oid) ?? []).map(toColumn)
    relations.set(row.oid, {
      oid: row.oid,
      schema: row.schema,
      name: row.name,
      kind: row.kind === 'c' ? 'composite' : views.has(row.oid) ? 'view' : 'table',
      columns: new Map([...computed, ...own].map((column) => [column.name, column])),
      primaryKey: primaryKeys.get(row.oid) ?? viewPrimaryKey(row.oid, shown, primaryKeys),
      isInsertable: row.insertable,
      isUpdatable: row.updatable,
      isDeletable: row.deletable,
    })
  }

  const relationships = relationshipsFrom(foreignKeys(rows.constraints, relations, shown, schemas))
  for (const relationship of computedRelationships(rows.routines, relations)) {
    relationships.set(relationship.source, overrideWith(relationship, relationships.get(relationship.source) ?? []))
  }

  const exposed = [...relations.values()].filter(
    (relation) => relation.kind !== 'composite' && schemas.includes(relation.schema),
  )
  const byName = new Map(exposed.map((relation) => [`${relation.schema}.${relation.name}`, relation]))
  const routines = groupBy(
    rows.routines.map((row) => toRoutine(row, relations)).filter((routine): routine is Routine => routine !== null),
    (routine) => `${routine.schema}.${routine.name}`,
  )
  const types = typeNames(rows.types)

  return {
    schemas,
    findRelation: (schema, name) => byName.get(`${schema}.${name}`),
    relationNames: (schema) => exposed.filter((one) => one.schema === schema).map((one) => one.name),
    relationshipsOf: (relation) => relationships.get(relation) ?? [],
    findRoutines: (schema, name) => routines.get(`${schema}.${name}`) ?? [],
    routineNames: (schema) => [...routines.values()].flatMap(([one]) => (one?.schema === schema ? [one.name] : [])),
    findType: (name) => types.get(name.toLowerCase()),
    findSources: createFindSources(rows.definitions),
  }
}

const toColumn = (row: ColumnRow): Column => ({
  name: row.name,
  type: row.type,
  valueType: row.value_type,
  defaultSql: row.default_sql,
  computedBy: null,
})

/** A function with the name of a related table replaces the foreign key. */
function overrideWith(computed: Relationship, existing: readonly Relationship[]): Relationship[] {
  return [...existing.filter((one) => one.computedBy || one.target.name !== computed.computedBy?.name), computed]
}

/** For each view: table column (`oid.name`) -> names of the view's columns that show it. */
type Shown = Map<number, Map<string, string[]>>

function shownColumns(views: Map<number, ViewColumn[]>, columns: Map<number, ColumnRow[]>): Shown {
  const nameOf = (relation: number, number: number) =>
    columns.get(relation)?.find((column) => column.number === number)?.name
  const originOf = (relation: number, number: number, depth = 0): string | undefined => {
    const source = views.get(relation)
    if (!source) return `${relation}.${nameOf(relation, number)}`
    const column = source.find((one) => one.number === number)
    return column && depth < 16 ? originOf(column.relationOid, column.columnNumber, depth + 1) : undefined
  }
  const shown: Shown = new Map()
  for (const [view, viewColumns] of views) {
    const names = new Map<string, string[]>()
    for (const { number } of viewColumns) {
      const origin = originOf(view, number)
      const name = nameOf(view, number)
      if (origin && name) names.set(origin, [...(names.get(origin) ?? []), name])
    }
    shown.set(view, names)
  }
  return shown
}

/**
 * All the ways in which a relation shows the given columns of a table. There are none if a column is not shown, and
 * several if a column is shown more than once.
 */
function columnsShown(relation: number, table: number, names: readonly string[], shown: Shown): string[][] {
  if (relation === table) return [[...names]]
  const columns = shown.get(relation)
  return names.reduce<string[][]>(
    (choices, name) =>
      choices.flatMap((choice) => (columns?.get(`${table}.${name}`) ?? []).map((one) => [...choice, one])),
    [[]],
  )
}

/** The primary keys of all tables whose complete key is in the view. */
function viewPrimaryKey(view: number, shown: Shown, keys: Map<number, string[]>): string[] {
  const origins = [...(shown.get(view)?.keys() ?? [])]
  const tables = new Set(origins.map((origin) => Number(origin.slice(0, origin.indexOf('.')))))
  return [...tables].flatMap((table) => columnsShown(view, table, keys.get(table) ?? [], shown)[0] ?? [])
}

function foreignKeys(
  constraints: readonly ConstraintRow[],
  relations: Map<number, Relation>,
  shown: Shown,
  schemas: readonly string[],
): ForeignKey[] {
  const unique = constraints.filter((row) => row.kind !== 'f')
  const isUnique = (row: ConstraintRow) =>
    unique.some((key) => key.relation === row.relation && sameSet(key.columns, row.columns))
  const showing = (table: number, columns: readonly string[]) =>
    [table, ...shown.keys()].flatMap((oid) => {
      const relation = relations.get(oid)
      if (!relation || !schemas.includes(relation.schema)) return []
      return columnsShown(oid, table, columns, shown).map((names) => ({ relation, names }))
    })
  return constraints
    .filter((row) => row.kind === 'f')
    .flatMap((row) => {
      const targets = showing(row.target, row.target_columns ?? [])
      return showing(row.relation, row.columns).flatMap((from) =>
        targets.map((to) => ({
          name: row.name,
          from: from.relation,
          fromColumns: from.names,
          to: to.relation,
          toColumns: to.names,
          isUnique: isUnique(row),
        })),
      )
    })
}

const sameSet = (a: readonly string[], b: readonly string[]) =>
  a.length === b.length && a.every((name) => b.includes(name))
