// What one visitor may cost: requests that are built to be expensive are refused before they reach the database.

import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { MAX_ANSWER_BYTES } from '../src/limits.ts'
import type { KilledStatement } from '../src/rest/rest.ts'
import { addVehicle } from '../wire/vehicles.ts'
import { engines } from './engines.ts'
import { type RestUnderTest, startRest } from './rest-harness.ts'

const HOSTILE_FUNCTIONS = `
  create function megabytes(_count int) returns table (text text) language sql stable
    as 'select repeat(chr(120), 1000000) from generate_series(1, _count)';
  create function megabyte_names(_count int) returns setof text language sql stable
    as 'select repeat(chr(120), 1000000) from generate_series(1, _count)';
  create function endless(_secret text) returns int language plpgsql stable as 'begin loop end loop; end'`

describe.each(engines)('a statement without an end on $name', ({ open }) => {
  test('is ended at the limit of a visitor and reported by its shape', async () => {
    const killed: KilledStatement[] = []
    const rest = await startRest(open, { networkOf: () => '192.0.2.1', onKilled: (one) => killed.push(one) })
    await rest.db.exec(HOSTILE_FUNCTIONS)

    const response = await rest.request('/rpc/endless?_secret=value')

    expect(response.status).toBe(400)
    expect(await response.json()).toMatchObject({ code: '57014', hint: 'A statement may take 2 seconds.' })
    expect(killed).toEqual([{ network: '192.0.2.1', role: 'anon', shape: 'GET endless', reason: 'timeout' }])
    await rest.close()
  })
})

describe.each(engines)('hostile requests on $name', ({ open }) => {
  let rest: RestUnderTest

  beforeAll(async () => {
    rest = await startRest(open)
    await rest.db.exec(HOSTILE_FUNCTIONS)
    for (let i = 0; i < 5; i++) await addVehicle(rest.service)
  })

  afterAll(() => rest.close())

  const refusalOf = async (path: string) => {
    const response = await rest.request(path)
    expect(response.status, await response.clone().text()).toBe(400)
    return (await response.json()) as { code: string; message: string }
  }

  test('a subtree that is required again at every level is refused, not written out', async () => {
    const turns = ['vehicles', 'vehicle_specifications', 'vehicles', 'vehicle_specifications', 'vehicles']
    const select = `${turns.map((name) => `${name}!inner(`).join('')}${')'.repeat(turns.length)}`
    const filters = turns.flatMap((_, depth) =>
      Array<string>(16).fill(`${turns.slice(0, depth + 1).join('.')}=not.is.null`),
    )

    const refusal = await refusalOf(`/vehicle_specifications?select=spec_key,${select}&${filters.join('&')}`)

    expect(refusal.code).toBe('PGRST100')
  })

  test('the same question to an embed, asked many times, is answered like once', async () => {
    const select = 'select=id,vehicle_images!inner(image_url)'
    const asked = Array<string>(40).fill('vehicle_images=not.is.null').join('&')
    const tree = 'or=(vehicle_features.is.null,and(vehicle_features.not.is.null,vehicle_images.not.is.null))'

    const once = await rest.request(`/vehicles?${select}`)
    const often = await rest.request(`/vehicles?${select},vehicle_features(feature)&${asked}&${tree}`)
    const never = await rest.request(`/vehicles?${select}&vehicle_images=is.null`)

    expect((await often.json()).length).toBe((await once.json()).length)
    expect(await never.json()).toEqual([])
  })

  test('orders are counted', async () => {
    const order = Array<string>(500).fill('vehicles(title)').join(',')

    const { message } = await refusalOf(`/vehicle_images?select=image_url,vehicles(id)&order=${order}`)

    expect(message).toBe('The request is too complex: it needs more than 30 order terms')
  })

  test('nobody walks to and fro between a vehicle and its parts', async () => {
    const { message } = await refusalOf(
      '/vehicle_specifications?select=*,vehicles(vehicle_specifications(vehicles(vehicle_specifications(*))))',
    )

    expect(message).toBe("'vehicle_specifications' walks back over a foreign key that the request came by")
    const back = await rest.request('/vehicles?select=id,vehicle_images(image_url,vehicles(title))')
    expect(back.status).toBe(200)
  })

  test('an answer over its limit is ended inside the database, later for the service than for a visitor', async () => {
    const small = await rest.request('/rpc/megabytes?_count=3')
    expect([small.status, (await small.text()).length > 3_000_000]).toEqual([200, true])

    for (const [path, accept] of [
      ['/rpc/megabytes?_count=5', 'application/json'],
      ['/rpc/megabytes?_count=5', 'text/csv'],
      ['/rpc/megabyte_names?_count=5', 'application/json'],
      // One that would never fit into memory.
      ['/rpc/megabytes?_count=100000', 'application/json'],
    ] as const) {
      const response = await rest.request(path, { headers: { accept } })
      expect(await response.json()).toMatchObject({
        code: 'PT400',
        message: `The answer would be larger than ${MAX_ANSWER_BYTES.anon} bytes`,
      })
      expect(response.status).toBe(400)
    }
    const { data } = await rest.service.rpc('megabytes', { _count: 5 })
    expect(data).toHaveLength(5)
  })

  test('what the storefront asks for is far below every limit', async () => {
    const select =
      'id,title,description,vehicle_images!inner(image_url,placeholder),vehicle_features(feature),vehicle_specifications(spec_key,spec_value)'
    const { data, count, error } = await rest.visitor
      .from('vehicles')
      .select(select, { count: 'exact' })
      .or('sold.eq.false,and(sold.eq.true,sold_expiry_date.gte.2026-01-01)')
      .order('price', { ascending: false })
      .order('id')
      .range(0, 19)

    expect([error, data?.length, count]).toEqual([null, 5, 5])
  })

  test('a related order works for several columns of the same embed', async () => {
    const response = await rest.request(
      '/vehicle_images?select=image_url,vehicles(title,price)&order=vehicles(price).desc,vehicles(title).asc.nullslast,image_url',
    )

    expect(response.status).toBe(200)
    expect((await response.json()).length).toBe(10)
  })
})
