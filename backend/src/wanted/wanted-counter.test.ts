import { beforeEach, expect, test } from 'vitest'
import type { Database } from '../db/database.ts'
import type { Logger } from '../http/observability/log.ts'
import { MAX_WANTED_AT_ONCE, MAX_WANTED_PER_NETWORK, WANTED_ONCE_MS } from './limits.ts'
import { createWantedCounter, type Visit } from './wanted-counter.ts'

const thing = (make: string) => JSON.stringify({ kind: 'search', search: { wanted: { make: [make] } } })
const from = (network: string | null, more: Partial<Visit> = {}): Visit => ({
  network,
  userAgent: 'Mozilla/5.0',
  purpose: '',
  ...more,
})

let written: { search: { wanted: { make: [string] } }; times: number }[][]
let problem: Error | null
let warnings: object[]
let time: number

beforeEach(() => {
  written = []
  problem = null
  warnings = []
  time = 0
})

function createCounter() {
  const db = {
    query: async (sql: string, [json]: [string]) => {
      if (problem) throw problem
      const things = JSON.parse(json)
      if (sql.includes('wanted_of'))
        return { rows: things.map(({ search }: { search: object }) => ({ meant: search })) }
      written.push(things)
      return { rows: [] }
    },
  } as unknown as Database
  const log = { warn: (details: object) => warnings.push(details) } as unknown as Logger
  return createWantedCounter(db, log, () => time)
}

const total = () => written.flat().map(({ search, times }) => [search.wanted.make[0], times])

test('what several networks look for is written in one batch', async () => {
  const counter = createCounter()
  for (const network of ['a', 'b', 'c']) counter.count([thing('Audi'), thing('Saab')], from(network))
  counter.count([thing('Audi')], from(null))
  expect(written).toEqual([])

  await counter.flush()
  expect(total()).toEqual([
    ['Audi', 4],
    ['Saab', 3],
  ])
  await counter.flush()
  expect(written).toHaveLength(1)
})

test('a network that repeats a search counts once a week', async () => {
  const counter = createCounter()
  counter.count([thing('Audi')], from('a'))
  counter.count([thing('Audi')], from('a'))
  await counter.flush()
  expect(total()).toEqual([['Audi', 1]])

  time += WANTED_ONCE_MS + 1
  counter.count([thing('Audi')], from('a'))
  await counter.flush()
  expect(total()).toHaveLength(2)
})

test('one network can add only a limited number of searches, and other networks still count', async () => {
  const counter = createCounter()
  for (let n = 0; n < MAX_WANTED_PER_NETWORK + 20; n++) counter.count([thing(`made up ${n}`)], from('a'))
  counter.count([thing('Audi')], from('b'))
  await counter.flush()
  expect(total()).toHaveLength(MAX_WANTED_PER_NETWORK + 1)
})

test('a flood from many networks does not grow the batch', async () => {
  const counter = createCounter()
  for (let n = 0; n < MAX_WANTED_AT_ONCE + 100; n++) counter.count([thing(`made up ${n}`)], from(`network ${n}`))
  await counter.flush()
  expect(total()).toHaveLength(MAX_WANTED_AT_ONCE)
})

test.each([
  ['a bot', { userAgent: 'Mozilla/5.0 (compatible; Googlebot/2.1)' }],
  ['a program without a user agent', { userAgent: '' }],
  ['a prefetched page', { purpose: 'prefetch;prerender' }],
])('%s is not counted', async (_name, visit) => {
  const counter = createCounter()
  counter.count([thing('Audi')], from('a', visit))
  await counter.flush()
  expect(written).toEqual([])
})

test('a failure to write is logged, and counting goes on', async () => {
  const counter = createCounter()
  problem = new Error('no connection')
  counter.count([thing('Audi')], from('a'))
  await counter.flush()
  problem = null
  counter.count([thing('Saab')], from('a'))
  await counter.flush()
  expect(warnings).toMatchObject([{ event: 'wanted_not_counted' }])
  expect(total()).toEqual([['Saab', 1]])
})
