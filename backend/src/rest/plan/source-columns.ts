// The columns that a write or call must return so that the response can be built from its rows.

import type { Column, Relation } from '../catalog/catalog.ts'
import type { ColumnRef, Embed, ReadNode } from './plan.ts'

/** The columns of the root relation that a read mentions outside its filters. */
export function sourceColumns(read: ReadNode): Column[] {
  const columns = new Map<string, Column>()
  const add = (ref: ColumnRef) => columns.set(ref.column.name, ref.column)
  for (const output of read.outputs) {
    if ('kind' in output) {
      for (const column of joinColumns(output, read.relation)) columns.set(column.name, column)
    } else if (output.ref) add(output.ref)
  }
  for (const term of read.order) {
    if (!term.embed) add(term.ref)
  }
  return [...columns.values()]
}

function joinColumns({ relationship }: Embed, relation: Relation): Column[] {
  if (relationship.computedBy) return ownColumns(relation)
  return pickColumns(
    relation,
    relationship.pairs.map((pair) => pair.left),
  )
}

/** The relation's own columns in order, without computed ones. */
export const ownColumns = (relation: Relation): Column[] =>
  [...relation.columns.values()].filter((column) => column.computedBy === null)

export const pickColumns = (relation: Relation, names: readonly string[]): Column[] =>
  names.flatMap((name) => relation.columns.get(name) ?? [])
