// Looks up every name of a select, its filters and orders, level by level.

import { DatabaseError } from '../../db/database.ts'
import type { Catalog, Column, Relation } from '../catalog/catalog.ts'
import { RestError } from '../errors.ts'
import type {
  Condition,
  EmbedItem,
  Field,
  LevelQuery,
  OrderTerm,
  Query,
  Range,
  SelectItem,
} from '../parse/rest-request.ts'
import { goOn, isToOne, START, type Way } from './fan-out.ts'
import { findRelationship } from './find-relationship.ts'
import type { ColumnRef, Embed, OrderBy, OutputColumn, Predicate, ReadNode } from './plan.ts'

export interface ReadOptions {
  catalog: Catalog
  schema: string
  relation: Relation
  query: Query
  range: Range
  maxRows: number
}

export const ROOT_ALIAS = 't0'

/** Where in the select a node stands, by the names that parameters use and by the keys that lead to it. */
interface Place {
  path: readonly string[]
  way: Way
}

const ROOT: Place = { path: [], way: START }

export function planRead(options: ReadOptions): ReadNode {
  const planner = new ReadPlanner(options)
  const root = planner.node(options.relation, options.query.select, ROOT, options.range)
  planner.refuseUnknownLevels()
  return root
}

class ReadPlanner {
  private aliases = 0
  private readonly seen = new Set<string>()

  constructor(private readonly options: ReadOptions) {}

  node(relation: Relation, items: readonly SelectItem[], place: Place, range?: Range): ReadNode {
    const alias = `t${this.aliases++}`
    const level = this.levelAt(place.path)
    const outputs = items.flatMap((item) => this.outputsOf(item, alias, relation, place))
    const embeds = outputs.filter((output): output is Embed => 'kind' in output)
    const { limit, offset } = range ?? { limit: level?.limit ?? null, offset: level?.offset ?? 0 }
    return {
      alias,
      relation,
      outputs,
      where: (level?.conditions ?? []).map((condition) => this.predicate(condition, alias, relation, embeds)),
      order: (level?.order ?? []).map((term) => this.orderBy(term, alias, relation, embeds)),
      limit: Math.min(limit ?? this.options.maxRows, this.options.maxRows),
      offset,
    }
  }

  /** A parameter for an embed that is not in the select would otherwise be dropped in silence. */
  refuseUnknownLevels(): void {
    for (const { path } of this.options.query.levels) {
      const unknown = path.find((_, index) => !this.seen.has(JSON.stringify(path.slice(0, index + 1))))
      if (unknown !== undefined) throw notEmbedded(unknown)
    }
  }

  private levelAt(path: readonly string[]): LevelQuery | undefined {
    const key = JSON.stringify(path)
    this.seen.add(key)
    return this.options.query.levels.find((level) => JSON.stringify(level.path) === key)
  }

  private outputsOf(item: SelectItem, alias: string, relation: Relation, place: Place): (OutputColumn | Embed)[] {
    switch (item.kind) {
      case 'all':
        return [...relation.columns.values()]
          .filter((column) => column.computedBy === null)
          .map((column) => ({ name: column.name, ref: { alias, column, path: [] }, cast: null }))
      case 'column':
        return [
          {
            name: item.alias ?? outputName(item.field),
            ref: resolve(item.field, alias, relation),
            cast: item.cast === null ? null : this.type(item.cast),
          },
        ]
      case 'embed':
        return [this.embed(item, alias, relation, place)]
    }
  }

  private embed(item: EmbedItem, parentAlias: string, source: Relation, { path, way }: Place): Embed {
    const relationship = findRelationship(this.options.catalog, this.options.schema, source, item)
    const name = item.alias ?? item.target
    return {
      kind: 'embed',
      name,
      node: this.node(relationship.target, item.items, { path: [...path, name], way: goOn(way, name, relationship) }),
      relationship,
      parentAlias,
      isToOne: isToOne(relationship),
      isInner: item.join === 'inner',
      isSpread: item.isSpread,
      isHidden: item.items.length === 0,
    }
  }

  private type(name: string): string {
    const type = this.options.catalog.findType(name)
    if (!type) throw new DatabaseError(`type "${name}" does not exist`, '42704')
    return type
  }

  private predicate(condition: Condition, alias: string, relation: Relation, embeds: readonly Embed[]): Predicate {
    if (condition.kind === 'logic') {
      const { operator, isNegated, conditions } = condition
      const predicates = conditions.map((one) => this.predicate(one, alias, relation, embeds))
      return { kind: 'logic', operator, isNegated, predicates }
    }
    const { field, test, isNegated } = condition
    const embed = relation.columns.has(field.name) ? undefined : embeds.find((one) => one.name === field.name)
    if (!embed) return { kind: 'test', ref: resolve(field, alias, relation), isNegated, test }
    if (test.kind !== 'is' || (test.value !== 'null' && test.value !== 'not_null')) {
      throw new RestError('PGRST120', `Bad operator on the '${embed.name}' embedded resource`, {
        details: 'Only is null or not is null filters are allowed on embedded resources',
      })
    }
    return { kind: 'exists', embed, isNegated: (test.value === 'null') !== isNegated }
  }

  private orderBy(term: OrderTerm, alias: string, relation: Relation, embeds: readonly Embed[]): OrderBy {
    const { direction, nulls, field } = term
    if (term.embed === null) return { ref: resolve(field, alias, relation), embed: null, direction, nulls }
    const embed = embeds.find((one) => one.name === term.embed)
    if (!embed) throw notEmbedded(term.embed)
    if (!embed.isToOne) {
      throw new RestError('PGRST118', `A related order on '${embed.name}' is not possible`, {
        details: `'${relation.name}' and '${embed.name}' do not form a many-to-one or one-to-one relationship`,
      })
    }
    return { ref: resolve(field, embed.node.alias, embed.node.relation), embed, direction, nulls }
  }
}

function notEmbedded(name: string): RestError {
  return new RestError('PGRST108', `'${name}' is not an embedded resource in this request`, {
    hint: `Verify that '${name}' is included in the 'select' query parameter.`,
  })
}

/** Told as Postgres tells it: PostgREST, too, leaves an unknown column to the database. */
export function resolve(field: Field, alias: string, relation: Relation): ColumnRef {
  return { alias, column: requireColumn(relation, field.name), path: field.path }
}

function requireColumn(relation: Relation, name: string): Column {
  const column = relation.columns.get(name)
  if (!column) throw new DatabaseError(`column ${relation.name}.${name} does not exist`, '42703')
  return column
}

/** A JSON path goes by its last key; an index keeps the nearest key before it. */
function outputName({ name, path }: Field): string {
  return path.findLast((step) => !step.isIndex)?.key ?? name
}
