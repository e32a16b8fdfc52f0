// Calculates, before any SQL is written, how much of it a plan will produce. The traversal is the same as in
// sql/read-sql.ts, with numbers instead of text. An embed's filters are written where the embed is shown and again for
// each higher level that requires it, so each count is computed once and added wherever it applies.

import { RestError } from '../errors.ts'
import {
  MAX_COLUMNS,
  MAX_LOOKUPS,
  MAX_ORDER_TERMS,
  MAX_PATTERNS,
  MAX_PREDICATES,
  MAX_SEARCHES,
  MAX_STATEMENT_CHARACTERS,
  MAX_SUBQUERIES,
} from '../limits.ts'
import { patternsOf } from '../parse/check-test.ts'
import type { Test } from '../parse/rest-request.ts'
import { type EmbedTests, embedsOf, embedTests } from './embed-tests.ts'
import type { ColumnRef, Embed, Plan, Predicate, ReadNode } from './plan.ts'
import { ownColumns } from './source-columns.ts'

export interface PlanCost {
  subqueries: number
  /** Subqueries that filter or sort rows. */
  lookups: number
  predicates: number
  patterns: number
  searches: number
  orderTerms: number
  columns: number
  /** An upper bound on the length of the statement and its values, without the body of a write. */
  characters: number
}

const LIMITS: readonly (readonly [keyof PlanCost, number, string])[] = [
  ['subqueries', MAX_SUBQUERIES, 'subqueries'],
  ['predicates', MAX_PREDICATES, 'conditions'],
  ['orderTerms', MAX_ORDER_TERMS, 'order terms'],
  ['columns', MAX_COLUMNS, 'columns'],
  ['characters', MAX_STATEMENT_CHARACTERS, 'characters of SQL'],
  ['lookups', MAX_LOOKUPS, 'embedded resources that rows are filtered or sorted by'],
  ['patterns', MAX_PATTERNS, 'regular expressions'],
  ['searches', MAX_SEARCHES, 'text searches'],
]

export function requireAffordable(plan: Plan): Plan {
  const cost = planCost(plan)
  for (const [name, limit, what] of LIMITS) {
    if (cost[name] <= limit) continue
    throw new RestError('PGRST100', `The request is too complex: it needs more than ${limit} ${what}`, {
      details: `It needs ${cost[name]}.`,
      hint: 'Embed, filter or order by fewer things, or split the request into several.',
    })
  }
  return plan
}

export function planCost(plan: Plan): PlanCost {
  if (!plan.read) return NOTHING
  const counter = new CostCounter()
  const where = counter.filter(plan.read)
  const chosen = plan.kind === 'write' ? plan.write.where.map(predicateCost) : []
  // The filters are repeated for the total.
  const again = plan.count === null ? NOTHING : where
  return sum(text(STATEMENT_CHARACTERS), counter.body(plan.read), again, ...chosen)
}

const NOTHING: PlanCost = {
  subqueries: 0,
  lookups: 0,
  predicates: 0,
  patterns: 0,
  searches: 0,
  orderTerms: 0,
  columns: 0,
  characters: 0,
}
const NAMES = Object.keys(NOTHING) as (keyof PlanCost)[]
/** Allowances for the text around the counted parts. They are generous, but small compared with the limit. */
const STATEMENT_CHARACTERS = 2_000
const SUBQUERY_CHARACTERS = 400
const PART_CHARACTERS = 80

const ONE_LOOKUP: PlanCost = { ...NOTHING, lookups: 1 }

const text = (characters: number): PlanCost => ({ ...NOTHING, characters })
const subquery = (embed: Embed): PlanCost => ({
  ...NOTHING,
  subqueries: 1,
  characters: SUBQUERY_CHARACTERS + joinCharacters(embed),
})

function sum(...costs: readonly PlanCost[]): PlanCost {
  const total = { ...NOTHING }
  for (const cost of costs) {
    for (const name of NAMES) total[name] += cost[name]
  }
  return total
}

class CostCounter {
  readonly #filters = new Map<ReadNode, PlanCost>()

  /** The where clause, including its embed lookups. */
  filter(node: ReadNode): PlanCost {
    const known = this.#filters.get(node)
    if (known) return known
    const tests = embedTests(node)
    const cost = sum(
      ...lookups(tests).map((embed) => this.lookup(embed)),
      ...tests.others.map((predicate) => predicateCost(predicate)),
    )
    this.#filters.set(node, cost)
    return cost
  }

  body(node: ReadNode): PlanCost {
    return sum(
      this.filter(node),
      this.order(node),
      ...node.outputs.map((output) => ('kind' in output ? this.shown(output) : columnCost(output.name, output.ref))),
    )
  }

  private lookup(embed: Embed): PlanCost {
    return sum(subquery(embed), ONE_LOOKUP, this.filter(embed.node))
  }

  private order({ order }: ReadNode): PlanCost {
    const embeds = new Set(order.flatMap(({ embed }) => embed ?? []))
    return sum(
      ...[...embeds].map((embed) => this.lookup(embed)),
      ...order.map(({ ref }) => ({ ...text(PART_CHARACTERS + refCharacters(ref)), orderTerms: 1 })),
    )
  }

  private shown(embed: Embed): PlanCost {
    if (embed.isHidden) return NOTHING
    const names = embed.isSpread ? liftedNames(embed.node) : [embed.name]
    const lifted = names.map((name) => text(3 * PART_CHARACTERS + 4 * quoted(name)))
    return sum(subquery(embed), this.body(embed.node), ...lifted)
  }
}

const lookups = ({ settled, shared, single }: EmbedTests): Embed[] => [...settled.keys(), ...shared, ...single]

function liftedNames(node: ReadNode): string[] {
  const own = node.outputs.flatMap((output) => ('kind' in output ? [] : output.name))
  return [...own, ...embedsOf(node).flatMap((one) => (one.isSpread ? liftedNames(one.node) : one.name))]
}

const columnCost = (name: string, ref: ColumnRef | null): PlanCost => ({
  ...text(2 * PART_CHARACTERS + quoted(name) + (ref ? refCharacters(ref) : 0)),
  columns: 1,
})

function predicateCost(predicate: Predicate): PlanCost {
  switch (predicate.kind) {
    case 'test':
      return {
        ...text(2 * PART_CHARACTERS + refCharacters(predicate.ref) + testCharacters(predicate.test)),
        predicates: 1,
        patterns: patternsOf(predicate.test).length,
        searches: predicate.test.kind === 'search' ? 1 : 0,
      }
    case 'exists':
      return { ...text(PART_CHARACTERS), predicates: 1 }
    case 'logic':
      return sum(text(PART_CHARACTERS), ...predicate.predicates.map(predicateCost))
  }
}

function testCharacters(test: Test): number {
  switch (test.kind) {
    case 'is':
      return 0
    case 'in':
      return test.values.reduce((total, value) => total + value.length + escapes(value) + 3, 0)
    case 'compare':
      return test.value.length
    case 'search':
      return test.value.length + 2 * (test.language?.length ?? 0)
  }
}

const escapes = (value: string) => value.replace(/[^"\\]+/g, '').length

/** A quote inside a name is doubled. */
const quoted = (name: string) => 2 * name.length + 2

function refCharacters({ column, path }: ColumnRef): number {
  const { computedBy } = column
  const name = computedBy ? quoted(computedBy.schema) + quoted(computedBy.name) : quoted(column.name)
  return path.reduce((total, step) => total + 30 + step.key.length, name)
}

function joinCharacters({ relationship: { source, target, pairs, junction, computedBy } }: Embed): number {
  const names = [target, ...(junction ? [junction.relation] : []), ...(computedBy ? [computedBy] : [])]
  const columns = [...pairs, ...(junction?.pairs ?? [])]
  // A computed relationship may get its row column by column.
  const row = computedBy ? [source, ...ownColumns(source)] : []
  return (
    row.reduce((total, { name }) => total + PART_CHARACTERS + quoted(name), 0) +
    names.reduce((total, { schema, name }) => total + quoted(schema) + quoted(name), 0) +
    columns.reduce((total, { left, right }) => total + PART_CHARACTERS + quoted(left) + quoted(right), 0)
  )
}
