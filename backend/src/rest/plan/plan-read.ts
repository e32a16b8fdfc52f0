// Looks up every name in a select, its filters and its order, level by level.

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
import { embedName, notEmbedded, resolveLevels } from './embed-levels.ts'
import { extendWay, isToOne, START, type Way } from './fan-out.ts'
import { findRelationship } from './find-relationship.ts'
import { type Aggregated, liftedOutputs } from './lifted-outputs.ts'
import type { ColumnRef, Embed, OrderBy, OutputColumn, Predicate, ReadNode } from './plan.ts'
import { ownColumns } from './source-columns.ts'

export interface ReadOptions {
  catalog: Catalog
  schema: string
  relation: Relation
  query: Query
  range: Range
  maxRows: number
  /** Whether sum, avg and the like are allowed. */
  hasAggregates: boolean
}

export const ROOT_ALIAS = 't0'

/** A node's position in the select: the names that parameters use for it and the keys that lead to it. */
interface Place {
  path: readonly string[]
  way: Way
}

const ROOT: Place = { path: [], way: START }

export function planRead(options: ReadOptions): ReadNode {
  const planner = new ReadPlanner(options)
  return planner.node(options.relation, options.query.select, ROOT, options.range)
}

class ReadPlanner {
  private aliases = 0
  private readonly levels: ReadonlyMap<string, LevelQuery>
  /** Embeds that have no SQL yet, each mapped to the check that must run before its SQL is written. */
  private readonly idle = new Map<Embed, () => void>()

  constructor(private readonly options: ReadOptions) {
    this.levels = resolveLevels(options.query.levels, options.query.select)
  }

  node(relation: Relation, items: readonly SelectItem[], place: Place, range?: Range): ReadNode {
    const alias = `t${this.aliases++}`
    const level = this.levels.get(JSON.stringify(place.path))
    // Resolve resources before columns, as PostgREST does. It leaves unknown columns to the database, so they are
    // reported last.
    const embedded = new Map<EmbedItem, Embed>(
      items.flatMap((item) =>
        item.kind === 'embed' ? [[item, this.embed(item, alias, relation, place)] as const] : [],
      ),
    )
    const outputs = items.flatMap<OutputColumn | Embed>((item) =>
      item.kind === 'embed' ? (embedded.get(item) ?? []) : this.outputsOf(item, alias, relation, place.path.length),
    )
    const embeds = [...embedded.values()]
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

  private outputsOf(
    item: Exclude<SelectItem, EmbedItem>,
    alias: string,
    relation: Relation,
    depth: number,
  ): OutputColumn[] {
    switch (item.kind) {
      case 'all':
        return ownColumns(relation).map((column) => ({
          name: column.name,
          ref: { alias, column, path: [] },
          cast: null,
          aggregate: null,
        }))
      case 'count':
        return [this.rowCount(item, true)]
      case 'column':
        return [isBareCount(item, relation) ? this.rowCount(item, false) : this.column(item, alias, relation, depth)]
    }
  }

  private column(
    item: SelectItem & { kind: 'column' },
    alias: string,
    relation: Relation,
    depth: number,
  ): OutputColumn {
    const { field, cast, aggregate } = item
    if (aggregate) this.requireAggregates()
    return {
      name: item.alias ?? aggregate?.name ?? outputName(field),
      ref: resolve(field, alias, relation, depth),
      cast: this.type(cast),
      aggregate: aggregate && { ...aggregate, cast: this.type(aggregate.cast), isGrouping: true },
    }
  }

  private rowCount({ alias, cast }: { alias: string | null; cast: string | null }, isGrouping: boolean): OutputColumn {
    if (isGrouping) this.requireAggregates()
    const aggregate = { name: 'count', cast: this.type(cast), isGrouping } as const
    return { name: alias ?? 'count', ref: null, cast: null, aggregate }
  }

  private requireAggregates(): void {
    if (!this.options.hasAggregates) throw new RestError('PGRST123', 'Use of aggregate functions is not allowed')
  }

  private embed(item: EmbedItem, parentAlias: string, source: Relation, { path, way }: Place): Embed {
    const relationship = findRelationship(this.options.catalog, this.options.schema, source, item)
    const name = embedName(item)
    const walk = () => extendWay(way, name, relationship)
    // An empty embed is looked up only if a filter names it: see predicate.
    const isIdle = item.items.length === 0 && item.join !== 'inner'
    const node = this.node(relationship.target, item.items, {
      path: [...path, name],
      way: isIdle ? way : walk(),
    })
    if (item.isSpread && !isToOne(relationship) && liftedOutputs(node).some(isGrouping)) {
      throw new RestError('PGRST127', 'Feature not implemented', {
        details: 'Aggregates are not implemented for one-to-many or many-to-many spreads.',
      })
    }
    const embed: Embed = {
      kind: 'embed',
      name,
      target: item.target,
      node,
      relationship,
      parentAlias,
      isToOne: isToOne(relationship),
      isInner: item.join === 'inner',
      isSpread: item.isSpread,
      isHidden: node.outputs.every((output) => 'kind' in output && output.isHidden),
    }
    if (isIdle) this.idle.set(embed, walk)
    return embed
  }

  private type(name: string | null): string | null {
    if (name === null) return null
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
    const embed = relation.columns.has(field.name) ? undefined : findEmbed(embeds, field.name)
    if (!embed) return { kind: 'test', ref: resolve(field, alias, relation), isNegated, test }
    if (test.kind !== 'is' || (test.value !== 'null' && test.value !== 'not_null')) {
      throw new RestError('PGRST120', `Bad operator on the '${embed.name}' embedded resource`, {
        details: 'Only is null or not is null filters are allowed on embedded resources',
      })
    }
    this.idle.get(embed)?.()
    return { kind: 'exists', embed, isNegated: (test.value === 'null') !== isNegated }
  }

  private orderBy(term: OrderTerm, alias: string, relation: Relation, embeds: readonly Embed[]): OrderBy {
    const { direction, nulls, field } = term
    const by = { direction, nulls, embed: null, liftedAs: null }
    if (term.embed === null) return { ...by, ref: resolve(field, alias, relation) }
    const embed = findEmbed(embeds, term.embed)
    if (!embed) throw notEmbedded(term.embed)
    if (!embed.isToOne) {
      throw new RestError('PGRST118', `A related order on '${embed.name}' is not possible`, {
        details: `'${relation.name}' and '${embed.name}' do not form a many-to-one or one-to-one relationship`,
      })
    }
    const lifted = liftedColumn(embed, field)
    if (lifted) return { ...by, ref: lifted.ref, embed, liftedAs: lifted.name }
    return { ...by, ref: resolve(field, embed.node.alias, embed.node.relation), embed }
  }
}

const isGrouping = ({ aggregate }: Aggregated): boolean => aggregate?.isGrouping ?? false

const findEmbed = (embeds: readonly Embed[], name: string): Embed | undefined =>
  embeds.find((one) => one.name === name) ?? embeds.find((one) => one.target === name)

/** Postgres reads `t.count` as count(t) if there is no such column, and clients rely on this to count an embed. */
const isBareCount = ({ field, aggregate }: SelectItem & { kind: 'column' }, relation: Relation): boolean =>
  field.name === 'count' && field.path.length === 0 && aggregate === null && !relation.columns.has('count')

/** Sorting by a plain column of a spread embed uses the column's name in the row, where the column can also be grouped. */
function liftedColumn({ isSpread, node }: Embed, field: Field): { name: string; ref: ColumnRef } | null {
  if (!isSpread || field.path.length > 0) return null
  for (const output of node.outputs) {
    if ('kind' in output || output.aggregate || !output.ref || output.cast !== null) continue
    const isIt = output.ref.path.length === 0 && output.ref.column.name === field.name
    if (output.name === field.name || isIt) return { name: output.name, ref: output.ref }
  }
  return null
}

/**
 * Reports an unknown column in Postgres' words, because PostgREST leaves it to the database. Embeds are numbered as in
 * PostgREST.
 */
function resolve(field: Field, alias: string, relation: Relation, depth = 0): ColumnRef {
  return { alias, column: requireColumn(relation, field.name, depth), path: field.path }
}

function requireColumn(relation: Relation, name: string, depth: number): Column {
  const column = relation.columns.get(name)
  const shown = depth === 0 ? relation.name : `${relation.name}_${depth}`
  if (!column) throw new DatabaseError(`column ${shown}.${name} does not exist`, '42703')
  return column
}

/** A JSON path is named after its last key. If it ends in an index, the nearest key before the index is used. */
function outputName({ name, path }: Field): string {
  return path.findLast((step) => !step.isIndex)?.key ?? name
}
