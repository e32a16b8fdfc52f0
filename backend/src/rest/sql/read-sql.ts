// Writes a read as one select. Embeds are subqueries in the select list rather than joins. Postgres evaluates them
// after order and limit, so a page of twenty rows costs twenty lookups, no matter how large the table is.

import type { Relationship } from '../catalog/catalog.ts'
import { MAX_JOINED_LOOKUPS } from '../limits.ts'
import { embedsOf, embedTests } from '../plan/embed-tests.ts'
import { isGrouped, liftedOutputs, spreadOutputs } from '../plan/lifted-outputs.ts'
import type { Aggregate, Embed, OutputColumn, ReadNode } from '../plan/plan.ts'
import { ownColumns } from '../plan/source-columns.ts'
import { type PredicateContext, predicateSql, refSql } from './filter-sql.ts'
import { guardedRows } from './guarded-rows.ts'
import type { Parameters } from './parameters.ts'
import { quoteName, quoteQualified } from './quote.ts'

/** The source of a node's rows: its relation, a function call, or a common table expression. */
export type Source = { kind: 'relation' } | { kind: 'call'; sql: string } | { kind: 'derived'; name: string }

export interface NodeSql {
  select: string
  /** The same rows without columns, order or limit, for the total. */
  count: string
  limit: string | null
  offset: string | null
}

export class ReadSql {
  /** The root, if its rows come from a common table expression. They no longer have their relation's type. */
  private derived: ReadNode | null = null

  constructor(private readonly parameters: Parameters) {}

  root(node: ReadNode, source: Source, hasOutput: boolean): NodeSql {
    const isDerived = source.kind === 'derived'
    this.derived = isDerived ? node : null
    const context = this.context(isDerived)
    const from = fromSql(node, source)
    const spreads = hasOutput ? this.spreadJoins(node) : ''
    const columns = hasOutput ? this.columns(node, context) : ''
    const filter = this.filter(node, { isDerived, mayJoin: true })
    const order = hasOutput ? this.order(node, context) : NO_ORDER
    const limit = node.limit === null ? null : `${this.parameters.add(node.limit)}::int8`
    const offset = node.offset === 0 ? null : `${this.parameters.add(node.offset)}::int8`
    const group = hasOutput ? groupSql(node) : ''
    const rows = `${from}${spreads}${filter.joins}${order.joins}${filter.where}${group}`
    return {
      select: `select ${columns} from ${rows}${order.by}${limitSql(limit, offset)}`,
      count: group ? `select ${columns} from ${rows}` : `select 1 from ${from}${filter.joins}${filter.where}`,
      limit,
      offset,
    }
  }

  private context(isDerived: boolean, existsSql = (embed: Embed) => this.exists(embed)): PredicateContext {
    return { parameters: this.parameters, existsSql, isDerived }
  }

  /** Postgres turns a plain `exists` into a join. With an offset it stays a lookup, which is quick to plan. */
  private exists(embed: Embed, mayJoin = false): string {
    return `exists (${this.embedRows(embed, '1')}${mayJoin ? '' : ' offset 0'})`
  }

  /** Each embed is looked up at most once, no matter how many filters name it: see embedTests. */
  private filter(
    node: ReadNode,
    { isDerived = false, mayJoin = false },
    ...more: string[]
  ): { joins: string; where: string } {
    const { settled, isImpossible, shared, others } = embedTests(node)
    const isJoined = mayJoin && settled.size <= MAX_JOINED_LOOKUPS
    const joins = [...shared].map(
      (embed) => ` cross join lateral (select ${this.exists(embed)} as found) as ${foundAlias(embed)}`,
    )
    const context = this.context(isDerived, (embed) => {
      const isThere = settled.get(embed)
      if (isThere !== undefined) return String(isThere)
      return shared.has(embed) ? `${foundAlias(embed)}.found` : this.exists(embed)
    })
    const all = [
      ...more,
      ...(isImpossible ? ['false'] : []),
      ...others.map((predicate) => predicateSql(predicate, context)),
      ...[...settled].map(([embed, isThere]) => `${isThere ? '' : 'not '}${this.exists(embed, isJoined)}`),
    ]
    return { joins: joins.join(''), where: all.length === 0 ? '' : ` where ${all.join(' and ')}` }
  }

  /**
   * An embed that rows are sorted by is joined once, with one column per sort term. If every row must have it, a plain join
   * lets Postgres read the rows in the order of an index on the embed's table.
   */
  private order(node: ReadNode, context: PredicateContext): { joins: string; by: string } {
    if (node.order.length === 0) return NO_ORDER
    const sortedBy = new Map<Embed, string[]>()
    const terms = node.order.map(({ ref, embed, liftedAs, direction, nulls }) => {
      const by = `${direction ? ` ${direction}` : ''}${nulls ? ` nulls ${nulls}` : ''}`
      if (embed && liftedAs !== null) return `${spreadAlias(embed)}.${quoteName(liftedAs)}${by}`
      if (!embed) return `${refSql(ref, context)}${by}`
      const values = sortedBy.get(embed) ?? []
      sortedBy.set(embed, values)
      values.push(refSql(ref, { ...context, isDerived: false }))
      return `${orderAlias(embed)}.o${values.length}${by}`
    })
    const { settled } = embedTests(node)
    const joins = [...sortedBy].map(([embed, values]) => {
      const columns = values.map((value, index) => `${value} as o${index + 1}`).join(', ')
      const rows = this.embedRows(embed, columns)
      return settled.get(embed) && hasOneRow(embed)
        ? ` cross join lateral (${rows}) as ${orderAlias(embed)}`
        : ` left join lateral (${rows} limit 1) as ${orderAlias(embed)} on true`
    })
    return { joins: joins.join(''), by: ` order by ${terms.join(', ')}` }
  }

  /** A lifted node passes its values on unchanged, because they are grouped together with the row they are added to. */
  private columns(node: ReadNode, context: PredicateContext, isLifted = false): string {
    const shape = { isLifted, isGrouped: !isLifted && isGrouped(node) }
    return node.outputs.flatMap((output) => this.output(output, context, shape)).join(', ')
  }

  private output(
    output: OutputColumn | Embed,
    context: PredicateContext,
    { isLifted, isGrouped }: { isLifted: boolean; isGrouped: boolean },
  ): string[] {
    // Grouping needs equality, which jsonb has and json does not.
    const asKey = isGrouped ? '::jsonb' : ''
    const named = (name: string, value: string, aggregate: Aggregate | null) => {
      const isAsIs = aggregate === null || (isLifted && aggregate.isGrouping)
      return `${isAsIs ? value : aggregateSql(aggregate, value)} as ${quoteName(name)}`
    }
    if (!('kind' in output)) {
      const value = output.ref ? refSql(output.ref, context) : '1'
      return [named(output.name, output.cast ? `cast(${value} as ${output.cast})` : value, output.aggregate)]
    }
    if (output.isHidden) return []
    if (output.isSpread) {
      return spreadOutputs(output).map(({ name, aggregate, isJson }) => {
        const value = `${spreadAlias(output)}.${quoteName(name)}${isJson ? asKey : ''}`
        return named(name, value, aggregate?.isGrouping ? aggregate : null)
      })
    }
    return [`(${this.embedBody(output)})${asKey} as ${quoteName(output.name)}`]
  }

  private embedBody(embed: Embed): string {
    const row = `${embed.node.alias}_row`
    const rows = this.embedSelect(embed)
    if (embed.isToOne) return `select row_to_json(${row}.*) from (${rows}) as ${row} limit 1`
    if (!multiplies(embed.node)) return `select coalesce(json_agg(${row}.*), '[]') from (${rows}) as ${row}`
    const { from, value } = guardedRows(rows, row, `row_to_json(${row}.*)`, this.parameters.responseBytes())
    return `select coalesce(json_agg(${value}), '[]') from ${from}`
  }

  private embedSelect(embed: Embed): string {
    const { node } = embed
    const context = this.context(false)
    const isLifted = embed.isSpread && embed.isToOne
    const columns = this.columns(node, context, isLifted)
    const offset = node.offset === 0 ? null : `${this.parameters.add(node.offset)}::int8`
    const limit = node.limit === null || embed.isToOne ? null : `${this.parameters.add(node.limit)}::int8`
    const order = this.order(node, context)
    const rows = this.embedRows(embed, columns, `${this.spreadJoins(node)}${order.joins}`)
    return `${rows}${isLifted ? '' : groupSql(node)}${order.by}${limitSql(limit, offset)}`
  }

  /** The rows related to the parent row, with the embed's own filters. */
  private embedRows(embed: Embed, columns: string, joins = ''): string {
    const { node, relationship, parentAlias } = embed
    const { from, on } = joinSql(relationship, parentAlias, node.alias, this.derived)
    const filter = this.filter(node, {}, ...on)
    return `select ${columns} from ${from}${joins}${filter.joins}${filter.where}`
  }

  private spreadJoins(node: ReadNode): string {
    return node.outputs
      .filter((output): output is Embed => 'kind' in output && output.isSpread && !output.isHidden)
      .map((embed) => ` left join lateral (${this.spreadSelect(embed)}) as ${spreadAlias(embed)} on true`)
      .join('')
  }

  /** A to-one embed adds its values to the row, and a to-many embed adds an array per column. */
  private spreadSelect(embed: Embed): string {
    const rows = this.embedSelect(embed)
    if (embed.isToOne) return `${rows} limit 1`
    const arrays = liftedOutputs(embed.node).map(
      ({ name }) => `coalesce(json_agg(lifted.${quoteName(name)}), '[]') as ${quoteName(name)}`,
    )
    return `select ${arrays.join(', ')} from (${rows}) as lifted`
  }
}

/** Rows that contain lists can be large, whereas a list of plain rows is only as large as its rows. */
const multiplies = (node: ReadNode): boolean =>
  embedsOf(node).some((embed) => !embed.isHidden && (!embed.isToOne || multiplies(embed.node)))

/** Whether a key guarantees that there is at most one row. A view may repeat the rows of its table. */
const hasOneRow = ({ relationship: { target, junction, computedBy } }: Embed): boolean =>
  target.kind === 'table' && !junction && !computedBy

const NO_ORDER = { joins: '', by: '' }

const spreadAlias = (embed: Embed) => `${embed.node.alias}_spread`
const orderAlias = (embed: Embed) => `${embed.node.alias}_order`
const foundAlias = (embed: Embed) => `${embed.node.alias}_found`

function aggregateSql({ name, cast }: Aggregate, value: string): string {
  return cast ? `cast(${name}(${value}) as ${cast})` : `${name}(${value})`
}

/** Groups by position, because Postgres never considers two expressions with parameters equal. */
function groupSql(node: ReadNode): string {
  if (!isGrouped(node)) return ''
  const positions = liftedOutputs(node).flatMap(({ aggregate }, index) => (aggregate ? [] : [index + 1]))
  return positions.length === 0 ? '' : ` group by ${positions.join(', ')}`
}

function limitSql(limit: string | null, offset: string | null): string {
  return `${limit ? ` limit ${limit}` : ''}${offset ? ` offset ${offset}` : ''}`
}

function fromSql({ relation, alias }: ReadNode, source: Source): string {
  if (source.kind === 'relation') return `${quoteQualified(relation)} as ${alias}`
  return `${source.kind === 'call' ? source.sql : source.name} as ${alias}`
}

/** The row argument of a computed relationship. A row from a common table expression is cast back to its relation's type. */
function rowSql(alias: string, derived: ReadNode | null): string {
  if (derived?.alias !== alias) return `${alias}.*`
  const columns = ownColumns(derived.relation).map(({ name }) => `${alias}.${quoteName(name)}`)
  return `row(${columns.join(', ')})::${quoteQualified(derived.relation)}`
}

function joinSql(relationship: Relationship, parent: string, child: string, derived: ReadNode | null) {
  const { pairs, junction, target, computedBy } = relationship
  if (computedBy) return { from: `${quoteQualified(computedBy)}(${rowSql(parent, derived)}) as ${child}`, on: [] }
  const between = junction ? `${child}_via` : child
  const on = pairs.map(({ left, right }) => `${between}.${quoteName(right)} = ${parent}.${quoteName(left)}`)
  const from = `${quoteQualified(target)} as ${child}`
  if (!junction) return { from, on }
  const far = junction.pairs.map(({ left, right }) => `${child}.${quoteName(right)} = ${between}.${quoteName(left)}`)
  return { from: `${from} cross join ${quoteQualified(junction.relation)} as ${between}`, on: [...on, ...far] }
}
