import { expect, test, vi } from 'vitest'
import { MAX_PREPARED_CHARACTERS } from '../db/limits.ts'
import type { Catalog } from './catalog/catalog.ts'
import { PlanCache, type Prepared } from './plan-cache.ts'
import { dealershipCatalog } from './testing/dealership-catalog.ts'

const head = (search: string, headers: Record<string, string> = {}) => ({
  method: 'GET',
  path: '/vehicles',
  search,
  headers: new Headers(headers),
})

const makeOnce = (text = 'select 1') => vi.fn(() => ({ sql: { main: { text } } }) as Prepared)

test('a read is planned once', () => {
  const cache = new PlanCache()
  const make = makeOnce()

  cache.getOrMake(head('?a=eq.1'), dealershipCatalog, make)
  cache.getOrMake(head('?a=eq.1', { 'x-client-info': 'other' }), dealershipCatalog, make)

  expect(make).toHaveBeenCalledTimes(1)
})

test('a different value, header or catalogue needs another plan', () => {
  const cache = new PlanCache()
  const make = makeOnce()
  const reloaded: Catalog = { ...dealershipCatalog }

  cache.getOrMake(head('?a=eq.1'), dealershipCatalog, make)
  cache.getOrMake(head('?a=eq.2'), dealershipCatalog, make)
  cache.getOrMake(head('?a=eq.1', { prefer: 'count=exact' }), dealershipCatalog, make)
  cache.getOrMake(head('?a=eq.1'), reloaded, make)

  expect(make).toHaveBeenCalledTimes(4)
})

test('the cache evicts the least recently used plan', () => {
  const cache = new PlanCache()
  const make = makeOnce()
  const read = (n: number) => cache.getOrMake(head(`?a=eq.${n}`), dealershipCatalog, make)

  for (let n = 0; n < 500; n += 1) read(n)
  read(0)
  read(500)
  expect(make).toHaveBeenCalledTimes(501)
  read(0)
  expect(make).toHaveBeenCalledTimes(501)
  read(1)
  expect(make).toHaveBeenCalledTimes(502)
})

test('the plan for a read with a long header is not cached', () => {
  const cache = new PlanCache()
  const make = makeOnce()
  const accept = `application/json${', text/x-long'.repeat(50)}`

  cache.getOrMake(head('?a=eq.1', { accept }), dealershipCatalog, make)
  cache.getOrMake(head('?a=eq.1', { accept }), dealershipCatalog, make)

  expect(make).toHaveBeenCalledTimes(2)
})

test('reads whose headers are equivalent share a plan', () => {
  const cache = new PlanCache()
  const make = makeOnce()

  for (const accept of ['*/*', 'application/json', 'text/x-1, application/json', 'text/x-2, */*;q=0.8']) {
    cache.getOrMake(head('?a=eq.1', { accept }), dealershipCatalog, make)
  }

  expect(make).toHaveBeenCalledTimes(1)
})

test('the plan for a long statement is not cached, however short its request', () => {
  const cache = new PlanCache()
  const make = makeOnce('x'.repeat(MAX_PREPARED_CHARACTERS + 1))

  cache.getOrMake(head('?a=eq.1'), dealershipCatalog, make)
  cache.getOrMake(head('?a=eq.1'), dealershipCatalog, make)

  expect(make).toHaveBeenCalledTimes(2)
})
