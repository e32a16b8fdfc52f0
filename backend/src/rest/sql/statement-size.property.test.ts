// No matter how selects are nested, required, filtered and ordered, either the statement grows in proportion to the
// request or the request is refused.

import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { RestError } from '../errors.ts'
import { MAX_EMBED_DEPTH, MAX_STATEMENT_CHARACTERS } from '../limits.ts'
import { parseRequest } from '../parse/parse-request.ts'
import { planCost } from '../plan/plan-cost.ts'
import { planRequest } from '../plan/plan-request.ts'
import { dealershipCatalog } from '../testing/dealership-catalog.ts'
import { toSql } from './to-sql.ts'

/** An embed of three characters, `a()`, becomes a subquery at each level that requires it, so the factor is large. */
const CHARACTERS_PER_CHARACTER = 60
const CHARACTERS_OF_THE_FRAME = 2_000

interface Level {
  target: 'parent_id' | 'categories'
  isInner: boolean
  isSpread: boolean
  columns: string
  filters: string[]
  orders: number
  below: Level[]
}

const levelAt = (depth: number): fc.Arbitrary<Level> =>
  fc.record({
    // Every step down is to-many, so most steps go up.
    target: fc.constantFrom('parent_id', 'parent_id', 'parent_id', 'categories'),
    isInner: fc.boolean(),
    isSpread: fc.boolean(),
    columns: fc.constantFrom('*', 'id', 'name,id', ''),
    filters: fc.array(fc.constantFrom('=not.is.null', '=is.null', 'or'), { maxLength: 5 }),
    orders: fc.nat({ max: 4 }),
    below: depth < MAX_EMBED_DEPTH ? fc.array(levelAt(depth + 1), { maxLength: 2 }) : fc.constant([]),
  })

/** A spread has no name, so there is at most one. */
const isLifted = ({ isSpread }: Level, index: number) => isSpread && index === 0

function selectOf(one: Level, index: number): string {
  const items = [one.columns, ...one.below.map(selectOf)].filter((item) => item !== '').join(',')
  const target = isLifted(one, index) ? `...${one.target}` : `a${index}:${one.target}`
  return `${target}${one.isInner ? '!inner' : ''}(${items})`
}

function parametersOf(one: Level, index: number, path = ''): string[] {
  const name = isLifted(one, index) ? one.target : `a${index}`
  const filters = one.filters.map((filter) =>
    filter === 'or' ? `${path}or=(${name}.is.null,id.gt.3,${name}.not.is.null)` : `${path}${name}${filter}`,
  )
  const terms = Array.from({ length: one.orders }, () => `${name}(name).desc`).join(',')
  const order = one.orders > 0 && one.target === 'parent_id' ? [`${path}order=${terms}`] : []
  return [...filters, ...order, ...one.below.flatMap((child, at) => parametersOf(child, at, `${path}${name}.`))]
}

function sqlOf(search: string, headers: Record<string, string> = {}) {
  const head = { method: 'GET', path: '/categories', search, headers: new Headers(headers) }
  const plan = planRequest(parseRequest(head, null, ['public']), dealershipCatalog, { maxRows: 1000 })
  const { text, values = [] } = toSql(plan).main
  const size = text.length + values.reduce<number>((sum, one) => sum + String(one).length, 0)
  return { size, cost: planCost(plan) }
}

describe('the size of a statement', () => {
  test('the size of a statement is calculated before the statement is written and grows no faster than the request', () => {
    let written = 0
    fc.assert(
      fc.property(
        fc.array(levelAt(1), { minLength: 1, maxLength: 3 }),
        fc.constantFrom('count=exact', ''),
        (levels, prefer) => {
          const select = ['id', ...levels.map(selectOf)].join(',')
          const search = `?select=${select}&${levels.flatMap((one, index) => parametersOf(one, index)).join('&')}`
          try {
            const { size, cost } = sqlOf(search, { prefer })
            written += 1
            expect(size, search).toBeLessThanOrEqual(cost.characters)
            expect(cost.characters).toBeLessThanOrEqual(MAX_STATEMENT_CHARACTERS)
            expect(size, search).toBeLessThanOrEqual(CHARACTERS_PER_CHARACTER * search.length + CHARACTERS_OF_THE_FRAME)
          } catch (error) {
            if (!(error instanceof RestError)) throw error
            expect(error.status).toBe(400)
          }
        },
      ),
      { numRuns: 1000 },
    )
    expect(written).toBeGreaterThan(200)
  })

  test('the size of a statement does not grow with the number of filters that name a required embed', () => {
    const deep = (filters: number) => {
      const select = 'a:parent_id!inner('.repeat(5) + ')'.repeat(5)
      const levels = Array.from({ length: 5 }, (_, depth) => `${'a.'.repeat(depth)}a=not.is.null`)
      return sqlOf(`?select=id,${select}&${Array(filters).fill(levels.join('&')).join('&')}`)
    }

    expect(deep(10).size).toBe(deep(1).size)
  })

  const chain = `${'a:parent_id!inner('.repeat(5)}id${')'.repeat(5)}`

  test.each([
    ['order terms', `?order=${Array(31).fill('id').join(',')}`],
    ['columns', `?select=${Array(167).fill('*').join(',')}`],
    ['subqueries', `?select=${Array(5).fill(chain).join(',')}`],
    [
      'conditions',
      `?select=${Array(4).fill('categories(id)').join(',')}&${Array(80).fill('categories.id=gt.1').join('&')}`,
    ],
    ['characters of SQL', `?select=${chain}&a.a.a.a.a.name=in.(${'x,'.repeat(3900)}x)`],
    [
      'embedded resources that rows are filtered or sorted by',
      `?select=${Array.from({ length: 11 }, (_, index) => `a${index}:categories!inner(id)`).join(',')}`,
    ],
    ['regular expressions', `?${Array(4).fill('name=match(any).{a,b,"c,d"}').join('&')}`],
    ['text searches', `?${Array(11).fill('name=fts.a').join('&')}`],
  ])('too many %s are refused with a message that names the limit', (what, search) => {
    expect(() => sqlOf(search, { prefer: 'count=exact' })).toThrow(new RegExp(`needs more than \\d+ ${what}`))
  })
})
