// Finds the relationship that an embed follows. Its target may name a relation, a foreign key or a foreign key's column.
// A hint chooses between several relationships.

import type { Catalog, Relation, Relationship } from '../catalog/catalog.ts'
import { RestError } from '../errors.ts'
import type { EmbedItem } from '../parse/rest-request.ts'
import { RELATED_LIKENESS, suggestName } from './suggest.ts'

export function findRelationship(catalog: Catalog, schema: string, source: Relation, item: EmbedItem): Relationship {
  const known = catalog.relationshipsOf(source).filter((one) => one.target.schema === schema)
  const matching = known.filter((one) => matches(one, item))
  const [first, ...others] = matching
  if (!first) throw notFound(schema, source, item, known)
  if (others.length > 0) throw ambiguous(source, item, matching)
  return first
}

const isForward = (one: Relationship) => one.cardinality === 'many-to-one' || one.cardinality === 'one-to-one'
const singleLeft = (one: Relationship) => (one.pairs.length === 1 && !one.junction ? one.pairs[0]?.left : undefined)
const singleRight = (one: Relationship) => (one.pairs.length === 1 && !one.junction ? one.pairs[0]?.right : undefined)

const isByColumn = (one: Relationship, name: string) => isForward(one) && singleLeft(one) === name

function matches(one: Relationship, { target, hint }: EmbedItem): boolean {
  if (one.computedBy) return hint === null && one.computedBy.name === target
  if (one.source === one.target) return matchesSelf(one, target, hint)
  if (hint !== null) {
    return one.target.name === target && matchesHint(one, hint)
  }
  // A key or column does not determine which of a table's views is meant, so a view must be named.
  const isByKey = one.target.kind !== 'view' && !one.junction && (one.constraint === target || isByColumn(one, target))
  return one.target.name === target || isByKey
}

const matchesHint = (one: Relationship, hint: string) =>
  one.junction
    ? one.junction.relation.name === hint
    : one.constraint === hint || singleLeft(one) === hint || singleRight(one) === hint

/**
 * A foreign key from a relation to itself can be followed both ways. The column's name selects the to-one side, and the
 * relation's name the to-many side.
 */
function matchesSelf(one: Relationship, target: string, hint: string | null): boolean {
  if (hint !== null) {
    if (one.target.name !== target) return false
    if (one.junction) return one.junction.relation.name === hint
    return singleRight(one) === hint || (!isForward(one) && one.constraint === hint)
  }
  return isForward(one)
    ? singleLeft(one) === target || one.constraint === target
    : one.cardinality === 'one-to-many' && one.target.name === target
}

function notFound(schema: string, source: Relation, item: EmbedItem, known: readonly Relationship[]): RestError {
  const hinted = item.hint === null ? '' : ` using the hint '${item.hint}'`
  const near = suggestName(
    item.target,
    known.map((one) => one.target.name),
    RELATED_LIKENESS,
  )
  return new RestError(
    'PGRST200',
    `Could not find a relationship between '${source.name}' and '${item.target}' in the schema cache`,
    {
      details: `Searched for a foreign key relationship between '${source.name}' and '${item.target}'${hinted} in the schema '${schema}', but no matches were found.`,
      hint: near ? `Perhaps you meant '${near}' instead of '${item.target}'.` : null,
    },
  )
}

function ambiguous(source: Relation, item: EmbedItem, ways: readonly Relationship[]): RestError {
  const choices = ways.map(
    (one) => `'${one.target.name}!${one.junction ? one.junction.relation.name : one.constraint}'`,
  )
  return new RestError(
    'PGRST201',
    `Could not embed because more than one relationship was found for '${source.name}' and '${item.target}'`,
    {
      details: ways.map((one) => ({
        cardinality: one.cardinality,
        embedding: `${source.name} with ${one.target.name}`,
        relationship: describe(one),
      })),
      hint: `Try changing '${item.target}' to one of the following: ${choices.join(', ')}. Find the desired relationship in the 'details' key.`,
    },
  )
}

function describe(one: Relationship): string {
  const left = one.pairs.map((pair) => pair.left).join(', ')
  const right = one.pairs.map((pair) => pair.right).join(', ')
  if (one.junction) {
    const far = one.junction.pairs.map((pair) => pair.left).join(', ')
    return `${one.junction.relation.name} using ${one.constraint}(${right}) and ${one.junction.constraint}(${far})`
  }
  return `${one.constraint} using ${one.source.name}(${left}) and ${one.target.name}(${right})`
}
