// Derives relationships from foreign keys, in both directions and through junction tables.

import type { ColumnPair, ForeignKey, Relation, Relationship } from './catalog.ts'
import { groupBy } from './group-by.ts'

const pairUp = (left: readonly string[], right: readonly string[]): ColumnPair[] =>
  left.map((name, index) => ({ left: name, right: right[index] ?? '' }))

export function relationshipsFrom(keys: readonly ForeignKey[]): Map<Relation, Relationship[]> {
  const bySource = new Map<Relation, Relationship[]>()
  const add = (relationship: Relationship) => {
    const list = bySource.get(relationship.source)
    if (list) list.push(relationship)
    else bySource.set(relationship.source, [relationship])
  }
  for (const key of keys) add(backward(key))
  for (const key of keys) add(forward(key))
  for (const relationship of throughJunctions(keys)) add(relationship)
  return bySource
}

const forward = (key: ForeignKey): Relationship => ({
  source: key.from,
  target: key.to,
  cardinality: key.isUnique ? 'one-to-one' : 'many-to-one',
  constraint: key.name,
  pairs: pairUp(key.fromColumns, key.toColumns),
  junction: null,
  computedBy: null,
})

const backward = (key: ForeignKey): Relationship => ({
  source: key.to,
  target: key.from,
  cardinality: key.isUnique ? 'one-to-one' : 'one-to-many',
  constraint: key.name,
  pairs: pairUp(key.toColumns, key.fromColumns),
  junction: null,
  computedBy: null,
})

/** A junction is a relation whose primary key contains the columns of two of its foreign keys. */
function* throughJunctions(keys: readonly ForeignKey[]): Generator<Relationship> {
  const byRelation = groupBy(
    keys.filter((key) => key.fromColumns.every((name) => key.from.primaryKey.includes(name))),
    (key) => key.from,
  )
  for (const [junction, own] of byRelation) {
    for (const near of own) {
      for (const far of own) {
        if (near === far || near.name === far.name) continue
        yield {
          source: near.to,
          target: far.to,
          cardinality: 'many-to-many',
          constraint: near.name,
          pairs: pairUp(near.toColumns, near.fromColumns),
          junction: { relation: junction, constraint: far.name, pairs: pairUp(far.fromColumns, far.toColumns) },
          computedBy: null,
        }
      }
    }
  }
}
