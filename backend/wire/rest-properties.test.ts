// However a query is corrupted, the response is a result or a client error, never a server error.

import fc from 'fast-check'
import { beforeAll, describe, expect, test } from 'vitest'
import { connect, type RequestOptions } from './connect.ts'
import { targets } from './target.ts'
import { addVehicle } from './vehicles.ts'

const RUNS = 1000
/** The runs take four seconds on a quiet machine, so only a request that hangs should exceed this timeout. */
const TIMEOUT_MS = 600_000

const QUERIES = [
  '/vehicles?select=*,vehicle_images!inner(*),vehicle_features(*),vehicle_specifications(*)&order=created_at.desc&limit=20',
  '/vehicles?or=(sold.eq.false,and(sold.eq.true,sold_expiry_date.gte.2026-01-01))&price=gte.1000&price=lte.50000',
  '/vehicles?select=id,title,images:vehicle_images(image_url)&images.order=display_order.asc&images.limit=1',
  '/vehicles?title=ilike(any).{*rover*,*mini*}&year=in.(2020,2021)&featured=is.true&order=price.desc.nullslast',
  '/vehicles?title=wfts(english).red%20car&description=match.%5Ea&make=not.in.("a,b",c)&id=isdistinct.1',
  '/vehicle_images?select=image_url,...vehicles!vehicle_images_vehicle_id_fkey!inner(title,price::text)&vehicles.year=gt.2000',
  '/vehicle_images?select=display_order,vehicles(title)&order=vehicles(title).desc&vehicles=not.is.null',
  '/config?key=in.(COMPANY_NAME,ADMIN_EMAIL)&select=key,value',
  '/car_makes?select=name&order=name&offset=1&limit=5',
  '/rpc/taken_test_drive_times?_vehicle_id=00000000-0000-4000-8000-000000000000&_from=2026-05-01',
]

const SCRAPS = [
  '(',
  ')',
  ',',
  '.',
  ':',
  '::',
  '!',
  '*',
  '->',
  '->>',
  '"',
  '\\',
  "'",
  '{',
  '}',
  '%00',
  '%',
  '&',
  '=',
  '...',
  '--',
  ';',
  'not.',
  'and(',
  'or=(',
  'eq.',
  'in.(',
  'is.',
  'null',
  '$1',
  '-1',
  '99999999999999999999',
  '1e999',
  '🚗',
  '%F0%9F',
  ' ',
  'select=',
  'order=',
  'limit=',
  'offset=',
  'vehicles(',
  'id',
  'count()',
  'fts(x).',
  '[0:1]',
  'NaN',
  'infinity',
  '%22',
]

/** Deletes, inserts and replaces text at random places. */
const corrupt = (query: string, mutations: readonly (readonly [number, number, string])[]) => {
  let text = query
  for (const [place, kind, scrap] of mutations) {
    const at = 1 + Math.floor(place * (text.length - 1))
    const length = Math.ceil((kind % 1) * 6)
    if (kind < 1) text = text.slice(0, at) + text.slice(at + length)
    else if (kind < 3) text = text.slice(0, at) + scrap + text.slice(at)
    else text = text.slice(0, at) + scrap + text.slice(at + length)
  }
  return text
}

const unit = fc.double({ min: 0, max: 0.999, noNaN: true })
const mutation = fc.tuple(unit, fc.double({ min: 0, max: 4, noNaN: true }), fc.constantFrom(...SCRAPS))

describe.each(targets)('corrupted requests on $name', (target) => {
  const backend = connect(target)

  beforeAll(async () => {
    await addVehicle(backend.service)
  })

  const expectNoFault = async (path: string, init: RequestOptions = {}) => {
    const address = `/rest/v1${path.startsWith('/') ? '' : '/'}${path}`
    // Dots can lead out of /rest/v1, where another service responds.
    if (!new URL(address, target.url).pathname.startsWith('/rest/v1/')) return
    const response = await backend.request(address, init)
    const body = await response.text()
    expect(response.status, `${init.method ?? 'GET'} ${path} -> ${body}`).toBeLessThan(500)
    if (response.status >= 400) expect(JSON.parse(body)).toMatchObject({ code: expect.any(String) })
  }

  test(
    `${RUNS} corrupted queries cause no server error`,
    async () => {
      await fc.assert(
        fc.asyncProperty(
          fc.constantFrom(...QUERIES),
          fc.array(mutation, { minLength: 1, maxLength: 4 }),
          async (query, mutations) => expectNoFault(corrupt(query, mutations)),
        ),
        { numRuns: RUNS },
      )
    },
    TIMEOUT_MS,
  )

  test(
    'random headers and bodies cause no server error',
    async () => {
      const anything = fc.string({ unit: 'grapheme-ascii', maxLength: 40 })
      const body = fc.oneof(fc.json(), anything, fc.constant('{"name":"\\u0000"}'), fc.constant('[{"name":"a"},5]'))
      await fc.assert(
        fc.asyncProperty(
          fc.constantFrom('POST', 'PATCH', 'PUT', 'DELETE'),
          fc.constantFrom(
            '/car_makes',
            '/car_makes?name=eq.Nothing',
            '/car_makes?columns=name',
            '/enquiries?select=id',
          ),
          fc.record(
            { prefer: anything, accept: anything, 'content-type': anything, range: anything },
            { requiredKeys: [] },
          ),
          body,
          async (method, path, headers, text) => {
            await expectNoFault(path, { method, headers, body: method === 'DELETE' ? undefined : text })
          },
        ),
        { numRuns: 300 },
      )
    },
    TIMEOUT_MS,
  )
})
