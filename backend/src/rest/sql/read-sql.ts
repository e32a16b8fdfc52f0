// A read as one select. Embeds are subqueries in the select list, not joins: Postgres computes them after order and
// limit have picked the rows, so a page of twenty costs twenty, whatever the table holds.

import type { Relationship } from '../catalog/catalog.ts'
import type { Embed, OrderBy, OutputColumn, Predicate, ReadNode } from '../plan/plan.ts'
import { type PredicateContext, predicateSql, refSql } from './filter-sql.ts'
import type { Parameters } from './parameters.ts'
import { quoteName, quoteQualified } from './quote.ts'

/** Where a node's rows come from: its relation, or a common table expression that already holds them. */
export type Source = { kind: 'relation' } | { kind: 'derived'; name: string }

export interface NodeSql {
  select: string
  /** The same rows without columns, order and limit: what a total counts. */
  count: string
  limit: string | null
  offset: string | null
}

export class ReadSql {
  constructor(private readonly parameters: Parameters) {}

  root(node: ReadNode, source: Source, hasOutput: boolean): NodeSql {
    const context = this.context(source)
    const from = source.kind === 'derived' ? `${source.name} as ${node.alias}` : relationSql(node)
    const spreads = hasOutput ? this.spreadJoins(node) : ''
    const columns = hasOutput ? this.columns(node, context) : ''
    const where = this.where(node, context)
    const order = hasOutput ? this.order(node, context) : ''
    const limit = node.limit === null ? null : `${this.parameters.add(node.limit)}::int8`
    const offset = node.offset === 0 ? null : `${this.parameters.add(node.offset)}::int8`
    return {
      select: `select ${columns} from ${from}${spreads}${where}${order}${limitSql(limit, offset)}`,
      count: `select 1 from ${from}${where}`,
      limit,
      offset,
    }
  }

  private context(source: Source): PredicateContext {
    return {
      parameters: this.parameters,
      existsSql: (embed) => this.embedRows(embed, '1', { isOrdered: false }),
      isDerived: source.kind === 'derived',
    }
  }

  private where(node: ReadNode, context: PredicateContext, ...more: string[]): string {
    const required = node.outputs
      .filter((output): output is Embed => 'kind' in output && output.isInner)
      .map((embed): Predicate => ({ kind: 'exists', embed, isNegated: false }))
    const all = [...more, ...[...node.where, ...required].map((predicate) => predicateSql(predicate, context))]
    return all.length === 0 ? '' : ` where ${all.join(' and ')}`
  }

  private order(node: ReadNode, context: PredicateContext): string {
    if (node.order.length === 0) return ''
    return ` order by ${node.order.map((term) => this.orderTerm(term, context)).join(', ')}`
  }

  private orderTerm({ ref, embed, direction, nulls }: OrderBy, context: PredicateContext): string {
    const value = embed
      ? `(${this.embedRows(embed, refSql(ref, { ...context, isDerived: false }), { isOrdered: false })} limit 1)`
      : refSql(ref, context)
    return `${value}${direction ? ` ${direction}` : ''}${nulls ? ` nulls ${nulls}` : ''}`
  }

  private columns(node: ReadNode, context: PredicateContext): string {
    return node.outputs.flatMap((output) => this.output(output, context)).join(', ')
  }

  private output(output: OutputColumn | Embed, context: PredicateContext): string[] {
    if (!('kind' in output)) {
      const value = refSql(output.ref, context)
      return [`${output.cast ? `cast(${value} as ${output.cast})` : value} as ${quoteName(output.name)}`]
    }
    if (output.isHidden) return []
    if (output.isSpread) {
      return outputNames(output.node).map((name) => `${spreadAlias(output)}.${quoteName(name)} as ${quoteName(name)}`)
    }
    return [`(${this.embedBody(output)}) as ${quoteName(output.name)}`]
  }

  private embedBody(embed: Embed): string {
    const row = `${embed.node.alias}_row`
    const rows = `(${this.embedSelect(embed)}) as ${row}`
    return embed.isToOne
      ? `select row_to_json(${row}.*) from ${rows} limit 1`
      : `select coalesce(json_agg(${row}.*), '[]') from ${rows}`
  }

  private embedSelect(embed: Embed): string {
    const { node } = embed
    const columns = this.columns(node, this.context({ kind: 'relation' }))
    const offset = node.offset === 0 ? null : `${this.parameters.add(node.offset)}::int8`
    const limit = node.limit === null || embed.isToOne ? null : `${this.parameters.add(node.limit)}::int8`
    return `${this.embedRows(embed, columns, { isOrdered: true })}${limitSql(limit, offset)}`
  }

  /** The related rows of the parent row, with the embed's own filters. */
  private embedRows(embed: Embed, columns: string, { isOrdered }: { isOrdered: boolean }): string {
    const { node, relationship, parentAlias } = embed
    const context = this.context({ kind: 'relation' })
    const { from, on } = joinSql(relationship, parentAlias, node.alias)
    const order = isOrdered ? this.order(node, context) : ''
    const spreads = isOrdered ? this.spreadJoins(node) : ''
    return `select ${columns} from ${from}${spreads}${this.where(node, context, ...on)}${order}`
  }

  private spreadJoins(node: ReadNode): string {
    return node.outputs
      .filter((output): output is Embed => 'kind' in output && output.isSpread && !output.isHidden)
      .map((embed) => ` left join lateral (${this.spreadSelect(embed)}) as ${spreadAlias(embed)} on true`)
      .join('')
  }

  /** To-one lifts values, to-many lifts an array per column. */
  private spreadSelect(embed: Embed): string {
    const rows = this.embedSelect(embed)
    if (embed.isToOne) return `${rows} limit 1`
    const arrays = outputNames(embed.node).map(
      (name) => `coalesce(json_agg(lifted.${quoteName(name)}), '[]') as ${quoteName(name)}`,
    )
    return `select ${arrays.join(', ')} from (${rows}) as lifted`
  }
}

const spreadAlias = (embed: Embed) => `${embed.node.alias}_spread`

function outputNames(node: ReadNode): string[] {
  return node.outputs.flatMap((output) => {
    if (!('kind' in output)) return [output.name]
    if (output.isHidden) return []
    return output.isSpread ? outputNames(output.node) : [output.name]
  })
}

function limitSql(limit: string | null, offset: string | null): string {
  return `${limit ? ` limit ${limit}` : ''}${offset ? ` offset ${offset}` : ''}`
}

const relationSql = (node: ReadNode) => `${quoteQualified(node.relation)} as ${node.alias}`

function joinSql(relationship: Relationship, parent: string, child: string): { from: string; on: string[] } {
  const { pairs, junction, target, computedBy } = relationship
  if (computedBy) return { from: `${quoteQualified(computedBy)}(${parent}.*) as ${child}`, on: [] }
  const between = junction ? `${child}_via` : child
  const on = pairs.map(({ left, right }) => `${between}.${quoteName(right)} = ${parent}.${quoteName(left)}`)
  const from = `${quoteQualified(target)} as ${child}`
  if (!junction) return { from, on }
  const far = junction.pairs.map(({ left, right }) => `${child}.${quoteName(right)} = ${between}.${quoteName(left)}`)
  return { from: `${from}, ${quoteQualified(junction.relation)} as ${between}`, on: [...on, ...far] }
}
