// Builds /rest/v1 requests from PostgREST's grammar: selects, embeds, filters, orders, ranges, preferences, writes and
// calls.
import { COMPARISONS, SEARCHES } from '../../backend/src/rest/parse/rest-request.ts'
import type { Call } from '../harness/http.ts'
import type { Random } from '../harness/random.ts'
import { RELATIONS, type Relation, ROUTINES } from '../harness/schema.ts'
import {
  asText,
  awkward,
  awkwardText,
  encoded,
  type Grammar,
  json,
  MISSING_ID,
  PRIVILEGED,
  pickActor,
  type World,
} from './grammar.ts'

const OPERATORS = [...COMPARISONS, ...SEARCHES, 'is', 'in']
const CASTS = ['text', 'int4', 'jsonb', 'numeric', 'timestamptz', 'uuid', 'bool', 'text[]']
const PREFERENCES = [
  'return=representation',
  'return=minimal',
  'return=headers-only',
  'count=exact',
  'count=planned',
  'count=estimated',
  'resolution=merge-duplicates',
  'resolution=ignore-duplicates',
  'missing=default',
  'handling=strict',
  'handling=lenient',
  'timezone=Europe/London',
  'timezone=Mars/Phobos',
  'max-affected=3',
  'tx=rollback',
]
const TYPES = [
  'application/json',
  'application/vnd.pgrst.object+json',
  'application/vnd.pgrst.array+json',
  'application/vnd.pgrst.plan+json',
  'text/csv',
  'application/geo+json',
  'application/octet-stream',
  '*/*',
]

export const restGrammar: Grammar = (random, world) => {
  const actor = pickActor(random)
  const call = random.chance(0.15) ? routineCall(random, world) : relationCall(random, world, PRIVILEGED.has(actor))
  const headers: Record<string, string> = { ...world.headers[actor], ...call.headers }
  if (random.chance(0.4)) headers.prefer = random.some(PREFERENCES, 4).join(', ')
  if (random.chance(0.2)) headers.accept = random.pick(TYPES)
  if (random.chance(0.1)) headers.range = `${random.below(50)}-${random.chance(0.5) ? random.below(2000) : ''}`
  if (random.chance(0.05))
    headers['accept-profile'] = random.pick(['public', 'auth', 'storage', 'forecourt', 'pg_catalog'])
  return { ...call, headers }
}

function relationCall(random: Random, world: World, isPrivileged: boolean): Call {
  const relation = random.pick(RELATIONS)
  const method = random.pick(['GET', 'GET', 'GET', 'GET', 'GET', 'HEAD', 'POST', 'PATCH', 'PUT', 'DELETE', 'OPTIONS'])
  const query = readQuery(random, world, relation)
  const changes = method === 'PATCH' || method === 'DELETE' || method === 'PUT'
  if (changes && isPrivileged)
    query.push(`${keyOf(relation)}=eq.${relation.columns[keyOf(relation)] === 'number' ? -1 : MISSING_ID}`)
  const path = `/rest/v1/${relation.name}?${query.join('&')}`
  if (method === 'POST' || method === 'PATCH' || method === 'PUT') {
    // Privileged callers send only rows that cannot be stored, because stored rows would be left in the database.
    const body = isPrivileged ? [{ [random.text(4)]: awkward(random) }] : rows(random, world, relation)
    return { method, path, ...json(body) }
  }
  return { method, path }
}

const keyOf = ({ columns }: Relation) => (columns.id ? 'id' : (Object.keys(columns)[0] ?? 'id'))

function rows(random: Random, world: World, relation: Relation): unknown {
  const row = () =>
    Object.fromEntries(
      random.some(Object.keys(relation.columns), 10).map((name) => [name, value(random, world, relation, name)]),
    )
  return random.chance(0.7) ? row() : Array.from({ length: random.below(5) }, row)
}

function value(random: Random, world: World, relation: Relation, column: string): unknown {
  if (random.chance(0.2)) return awkward(random)
  const type = relation.columns[column] ?? 'string'
  if (type.startsWith('number')) return random.below(100_000)
  if (type.startsWith('boolean')) return random.chance(0.5)
  if (type.startsWith('Json')) return { [random.text(3)]: random.text(3) }
  if (/(^|_)id$/.test(column)) return random.pick(world.ids)
  if (column === 'email') return random.pick(world.emails)
  if (/_at$|date/.test(column)) return `2026-12-${10 + random.below(15)}T10:00:00`
  return random.text(1 + random.below(20))
}

function readQuery(random: Random, world: World, relation: Relation): string[] {
  const query: string[] = []
  const embeds: Relation[] = []
  if (random.chance(0.8)) query.push(`select=${select(random, relation, 0, embeds)}`)
  for (let n = random.below(4); n > 0; n--) query.push(filter(random, world, relation))
  if (random.chance(0.2))
    query.push(`${random.pick(['or', 'and', 'not.or', 'not.and'])}=${logic(random, world, relation, 0)}`)
  if (random.chance(0.5)) query.push(`order=${order(random, relation)}`)
  if (random.chance(0.5)) query.push(`limit=${random.pick([0, 1, 5, 25, 1000, 100_000, -1])}`)
  if (random.chance(0.3)) query.push(`offset=${random.pick([0, 1, 10, 2_000_000_000, -5])}`)
  for (const embed of embeds.slice(0, 3)) {
    if (random.chance(0.4)) query.push(`${embed.name}.${filter(random, world, embed)}`)
    if (random.chance(0.3)) query.push(`${embed.name}.order=${order(random, embed)}`)
    if (random.chance(0.3)) query.push(`${embed.name}.limit=${random.below(20)}`)
    if (random.chance(0.3)) query.push(`${embed.name}=${random.pick(['not.is.null', 'is.null'])}`)
  }
  if (random.chance(0.1)) query.push(`on_conflict=${random.some(Object.keys(relation.columns), 3).join(',')}`)
  if (random.chance(0.1)) query.push(`columns=${random.some(Object.keys(relation.columns), 6).join(',')}`)
  return query
}

function select(random: Random, relation: Relation, depth: number, embeds: Relation[]): string {
  const items = Array.from({ length: 1 + random.below(5) }, () => selectItem(random, relation, depth, embeds))
  return items.join(',')
}

function selectItem(random: Random, relation: Relation, depth: number, embeds: Relation[]): string {
  const column = columnOf(random, relation)
  const kind = random.below(12)
  if (kind < 3) return '*'
  if (kind < 6) return column
  if (kind === 6) return `${random.text(3)}:${column}`
  if (kind === 7) return `${column}::${random.pick(CASTS)}`
  if (kind === 8) return `${column}->${random.text(2)}->>${random.below(3)}`
  if (kind === 9) return random.pick(['count()', `${column}.sum()`, `${column}.max()`])
  return depth > 7 ? column : embed(random, relation, depth, embeds)
}

function embed(random: Random, relation: Relation, depth: number, embeds: Relation[]): string {
  const neighbours = RELATIONS.filter(
    ({ name, references }) =>
      relation.references.some(({ to }) => to === name) || references.some(({ to }) => to === relation.name),
  )
  const target = neighbours.length > 0 && random.chance(0.9) ? random.pick(neighbours) : random.pick(RELATIONS)
  embeds.push(target)
  const key = relation.references[0]?.key
  const hint = random.pick(['', '', '', '!inner', '!left', key ? `!${key}` : '', key ? `!${key}!inner` : ''])
  const prefix = random.pick(['', '', '', '...', `${random.text(2)}:`])
  return `${prefix}${target.name}${hint}(${random.chance(0.1) ? '' : select(random, target, depth + 1, embeds)})`
}

function filter(random: Random, world: World, relation: Relation): string {
  const column = columnOf(random, relation)
  return `${column}=${test(random, world, relation, column)}`
}

function test(random: Random, world: World, relation: Relation, column: string): string {
  const not = random.chance(0.15) ? 'not.' : ''
  const operator = random.pick(OPERATORS)
  const given = () => encoded(asText(value(random, world, relation, column)))
  if (operator === 'is') return `${not}is.${random.pick(['null', 'true', 'false', 'unknown', 'not_null', 'maybe'])}`
  if (operator === 'in') return `${not}in.(${Array.from({ length: random.below(6) }, given).join(',')})`
  if (operator === 'cs' || operator === 'cd' || operator === 'ov') return `${not}${operator}.{${given()}}`
  if (operator.endsWith('fts') && random.chance(0.5))
    return `${not}${operator}(${random.pick(['english', 'simple', 'klingon'])}).${given()}`
  const quantifier = random.chance(0.1) ? random.pick(['(any)', '(all)']) : ''
  const wild = /like/.test(operator) ? '*' : ''
  return `${not}${operator}${quantifier}.${quantifier ? `{${given()}}` : `${wild}${given()}${wild}`}`
}

function logic(random: Random, world: World, relation: Relation, depth: number): string {
  const parts = Array.from({ length: 1 + random.below(4) }, () => {
    if (depth < 10 && random.chance(0.3))
      return `${random.pick(['and', 'or', 'not.and'])}${logic(random, world, relation, depth + 1)}`
    const column = columnOf(random, relation)
    return `${column}.${test(random, world, relation, column)}`
  })
  return `(${parts.join(',')})`
}

const order = (random: Random, relation: Relation) =>
  Array.from({ length: 1 + random.below(3) }, () => {
    const column = random.chance(0.9) ? columnOf(random, relation) : `${random.pick(RELATIONS).name}(id)`
    return column + random.pick(['', '.asc', '.desc', '.desc.nullslast', '.asc.nullsfirst', '.sideways'])
  }).join(',')

const columnOf = (random: Random, relation: Relation) =>
  random.chance(0.95) ? random.pick(Object.keys(relation.columns)) : encoded(awkwardText(random))

/** Leaves out delete_my_account, which would remove the caller for the rest of the run; supabase/tests/my-account.test.ts covers it. */
const TRIED = ROUTINES.filter(({ name }) => name !== 'delete_my_account')

function routineCall(random: Random, world: World): Call {
  const { name, args } = random.pick(TRIED)
  const given = args.map((arg): [string, unknown] => [
    arg,
    random.chance(0.3) ? awkward(random) : /id$/.test(arg) ? random.pick(world.ids) : random.text(5),
  ])
  const query = random.chance(0.2) ? `?select=*&limit=${random.below(5)}` : ''
  if (random.chance(0.6))
    return { method: 'POST', path: `/rest/v1/rpc/${name}${query}`, ...json(Object.fromEntries(given)) }
  const search = given.map(([arg, value]) => `${arg}=${encoded(asText(value))}`).join('&')
  return { path: `/rest/v1/rpc/${name}?${search}` }
}
