// PostgREST's protocol beyond the site's own calls: statuses, headers, error bodies, limits.

import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import { type Account, connect, newEmail, type RequestOptions } from './connect.ts'
import { targets } from './target.ts'
import { addVehicle, newVehicle, ownName } from './vehicles.ts'

const JSON_BODY = { 'content-type': 'application/json' }

describe.each(targets)('the protocol on $name', (target) => {
  const backend = connect(target)
  const visitor = backend.rest()
  const make = randomUUID()
  const ours = `make=eq.${make}`
  let adminAccount: Account
  let admin: typeof visitor

  beforeAll(async () => {
    adminAccount = await backend.account(newEmail('admin'), 'admin')
    admin = backend.rest(adminAccount.token)
    for (let price = 1; price <= 6; price += 1) {
      await addVehicle(backend.service, { make, title: `Car ${price}`, price, model: price % 2 ? 'Odd' : 'Even' })
    }
  })

  const request = (path: string, init?: RequestOptions) => backend.request(`/rest/v1${path}`, init)

  test('the response headers of a read contain its range, count and location', async () => {
    const response = await request(`/vehicles?select=price&order=price&limit=2&${ours}`, {
      headers: { prefer: 'count=exact' },
    })

    expect(response.status).toBe(206)
    expect(await response.json()).toEqual([{ price: 1 }, { price: 2 }])
    expect(response.headers.get('content-range')).toBe('0-1/6')
    expect(response.headers.get('content-type')).toBe('application/json; charset=utf-8')
    expect(response.headers.get('content-location')).toBe(`/vehicles?limit=2&${ours}&order=price&select=price`)
    expect(response.headers.get('preference-applied')).toBe('count=exact')
    if (target.isOurs)
      expect(response.headers.get('server-timing')).toMatch(/^identify;dur=.*sql;dur=.*transaction;dur=.*respond;dur=/)
  })

  test.runIf(target.isOurs)('a response does not repeat a long URL in its headers', async () => {
    const response = await request(`/vehicles?select=price&title=neq.${','.repeat(7000)}&${ours}`)

    expect(response.status).toBe(200)
    expect(response.headers.get('content-location')).toBeNull()
  })

  test('the Range header selects a page', async () => {
    const response = await request(`/vehicles?select=price&order=price&${ours}`, { headers: { range: '1-2' } })

    expect(await response.json()).toEqual([{ price: 2 }, { price: 3 }])
    expect(response.headers.get('content-range')).toBe('1-2/*')
  })

  test('planned and estimated counts can be requested', async () => {
    const planned = await visitor.from('vehicles').select('price', { count: 'planned', head: true })
    const estimated = await visitor
      .from('vehicles')
      .select('price', { count: 'estimated' })
      .eq('make', make)
      .lte('price', 3)

    expect(planned.count).toBeTypeOf('number')
    expect(estimated.count).toBe(3)
  })

  test('every kind of filter finds the right rows', async () => {
    const prices = async (search: string) => {
      const response = await request(`/vehicles?select=price&order=price&${ours}&${search}`)
      expect(response.status, search).toBe(200)
      return ((await response.json()) as { price: number }[]).map((row) => row.price)
    }

    expect(await prices('price=eq.2')).toEqual([2])
    expect(await prices('price=gt.4')).toEqual([5, 6])
    expect(await prices('price=not.gte.3')).toEqual([1, 2])
    expect(await prices('price=in.(1,6)')).toEqual([1, 6])
    expect(await prices('price=in.()')).toEqual([])
    expect(await prices('price=eq(any).{2,3}')).toEqual([2, 3])
    expect(await prices('title=like.*5')).toEqual([5])
    expect(await prices('title=ilike(any).{*CAR 1,*CAR 2}')).toEqual([1, 2])
    expect(await prices('title=match.^Car [34]$')).toEqual([3, 4])
    expect(await prices('title=imatch.car 6')).toEqual([6])
    expect(await prices('title=fts(simple).3')).toEqual([3])
    expect(await prices('title=wfts(simple).car 4')).toEqual([4])
    expect(await prices('autotrader_id=is.null&price=lt.2')).toEqual([1])
    expect(await prices('sold=is.true')).toEqual([])
    expect(await prices('autotrader_id=isdistinct.x&price=eq.1')).toEqual([1])
    expect(await prices('or=(price.eq.1,and(price.gt.4,model.eq.Even))')).toEqual([1, 6])
    expect(await prices('not.or=(price.lt.3,price.gt.4)')).toEqual([3, 4])
  })

  test('casts, aliases and spreads shape the rows', async () => {
    const { data } = await visitor.from('vehicles').select('cost:price::text').eq('make', make).eq('price', 3)
    expect(data).toEqual([{ cost: '3.00' }])

    const named = await visitor
      .from('vehicles')
      .select('page:title, vehicle_images(t1_row:image_url)')
      .eq('make', make)
      .eq('price', 3)
    expect(named.data).toMatchObject([{ page: 'Car 3', vehicle_images: [{ t1_row: expect.any(String) }, {}] }])

    const spread = await visitor
      .from('vehicle_images')
      .select('image_url,...vehicles!inner(title)')
      .eq('vehicles.make', make)
      .limit(1)
    expect(spread.data).toMatchObject([{ title: expect.stringMatching(/^Car/) }])
  })

  test('an embed can be required, excluded and nested', async () => {
    const { data } = await visitor
      .from('vehicles')
      .select('price, vehicle_images!inner(image_url, vehicles(title))')
      .eq('make', make)
      .eq('price', 1)
      .eq('vehicle_images.is_primary', true)
    expect(data).toEqual([{ price: 1, vehicle_images: [{ image_url: '/a.avif', vehicles: { title: 'Car 1' } }] }])

    const without = await visitor
      .from('vehicles')
      .select('price, vehicle_images()')
      .eq('make', make)
      .is('vehicle_images', null)
    expect(without.data).toEqual([])
  })

  test('a view can be used in an embed through the keys of its base tables', async () => {
    const { data } = await admin.from('customers').select('email, user_roles(role)').eq('id', adminAccount.id).single()

    expect(data).toEqual({ email: adminAccount.email, user_roles: { role: 'admin' } })
  })

  test('a CSV response has a header line', async () => {
    const { data } = await visitor
      .from('vehicles')
      .select('title, price')
      .eq('make', make)
      .order('price')
      .limit(2)
      .csv()

    expect(data).toBe('title,price\n"Car 1",1.00\n"Car 2",2.00')
  })

  test('single() refuses several rows, and rolls back a write that returns several rows', async () => {
    const many = await visitor.from('vehicles').select('price').eq('make', make).single()
    expect(many).toMatchObject({ status: 406, error: { code: 'PGRST116' } })

    const update = await admin.from('vehicles').update({ description: 'All' }).eq('make', make).select().single()
    expect(update).toMatchObject({ status: 406, error: { code: 'PGRST116', details: 'The result contains 6 rows' } })
    expect((await admin.from('vehicles').select('id').eq('make', make).eq('description', 'All')).data).toEqual([])
  })

  test('a write that affects more rows than max-affected is rolled back', async () => {
    const { status, error } = await admin
      .from('vehicles')
      .delete()
      .eq('make', make)
      .setHeader('Prefer', 'handling=strict, max-affected=2')

    expect({ status, code: error?.code }).toEqual({ status: 400, code: 'PGRST124' })
    expect((await admin.from('vehicles').select('*', { count: 'exact', head: true }).eq('make', make)).count).toBe(6)
  })

  test('an insert returns what its Prefer header asks for', async () => {
    const name = ownName('Make')
    const insert = (prefer: string) =>
      request('/car_makes', {
        method: 'POST',
        as: adminAccount,
        headers: { prefer, 'content-type': 'application/json' },
        body: JSON.stringify({ name: `${name} ${prefer}` }),
      })

    const minimal = await insert('return=minimal')
    expect([minimal.status, await minimal.text(), minimal.headers.get('content-type')]).toEqual([201, '', null])
    expect(minimal.headers.get('content-length')).toBe('0')
    const headersOnly = await insert('return=headers-only')
    expect(headersOnly.headers.get('location')).toBe(
      `/car_makes?name=eq.${encodeURIComponent(`${name} return=headers-only`)}`,
    )
    const shown = await insert('return=representation, count=exact')
    expect(shown.headers.get('content-range')).toBe('*/1')
    expect(shown.headers.get('preference-applied')).toBe('return=representation, count=exact')
  })

  test('duplicates can be ignored, and missing values can take their defaults', async () => {
    const [riley, alvis] = [{ name: ownName('Riley') }, { name: ownName('Alvis') }]
    const upsert = await admin.from('car_makes').upsert([riley, alvis], { ignoreDuplicates: true }).select()
    expect(upsert.data).toEqual([riley, alvis])
    const again = await admin.from('car_makes').upsert(riley, { ignoreDuplicates: true }).select()
    expect(again.data).toEqual([])

    const { id: _, featured: __, ...fields } = newVehicle({ title: 'Defaults', make: ownName('Defaults') })
    const rows = [fields, { ...fields, title: 'Featured', featured: true }]
    const inserted = await admin.from('vehicles').insert(rows, { defaultToNull: false }).select('title, featured')
    expect(inserted.data).toEqual([
      { title: 'Defaults', featured: false },
      { title: 'Featured', featured: true },
    ])
  })

  test('PUT writes only the row that its filter names', async () => {
    const put = (search: string, body: object) =>
      request(`/car_makes${search}`, {
        method: 'PUT',
        as: adminAccount,
        headers: JSON_BODY,
        body: JSON.stringify(body),
      })

    const name = `Lea-Francis-${randomUUID()}`
    expect((await put(`?name=eq.${name}`, { name })).status).toBe(201)
    expect((await put(`?name=eq.${name}`, { name })).status).toBe(204)
    expect((await put('?name=eq.Other', { name })).status).toBe(400)
    expect((await put('', { name })).status).toBe(405)
  })

  test.each([
    ['/vehicle', 404, 'PGRST205'],
    ['/vehicles?select=wheels', 400, '42703'],
    ['/vehicles?price=nonsense', 400, 'PGRST100'],
    ['/vehicles?price=eq.cheap', 400, '22P02'],
    ['/vehicles?select=profiles(*)', 400, 'PGRST200'],
    ['/vehicles?vehicle_images.id=eq.1', 400, 'PGRST108'],
    ['/customer_disable_history?select=profiles(*)', 300, 'PGRST201'],
    ['/vehicles?select=price.sum()', 400, 'PGRST123'],
    ['/vehicles?limit=-1', 416, 'PGRST103'],
    ['/rpc/nothing', 404, 'PGRST202'],
    ['/a/b/c', 404, 'PGRST125'],
    ['/', 404, 'PGRST126'],
    ['/email_outbox', 401, '42501'],
  ])('GET %s returns %i with %s', async (path, status, code) => {
    const response = await request(path)

    expect(response.status).toBe(status)
    expect(await response.json()).toMatchObject({ code, message: expect.any(String) })
    expect(response.headers.get('content-type')).toBe('application/json; charset=utf-8')
  })

  test('unacceptable media types, profiles, methods and bodies are refused', async () => {
    const codeOf = async (path: string, init: RequestOptions) => {
      const response = await request(path, init)
      return [response.status, ((await response.json()) as { code: string }).code]
    }

    expect(await codeOf('/vehicles', { headers: { accept: 'image/png' } })).toEqual([406, 'PGRST107'])
    expect(await codeOf('/vehicles', { headers: { 'accept-profile': 'auth' } })).toEqual([406, 'PGRST106'])
    expect(await codeOf('/vehicles', { method: 'PROPFIND' })).toEqual([405, 'PGRST117'])
    expect(await codeOf('/rpc/is_admin', { method: 'DELETE' })).toEqual([405, 'PGRST101'])
    expect(await codeOf('/car_makes', { method: 'POST', headers: JSON_BODY, body: '{' })).toEqual([400, 'PGRST102'])
    expect(await codeOf('/car_makes', { method: 'POST', headers: JSON_BODY, body: '{"nme":"x"}' })).toEqual([
      400,
      'PGRST204',
    ])
    expect(await codeOf(`/vehicles?title=eq.${'x'.repeat(10_000)}`, {})).toEqual([414, 'PT414'])
  })

  test('a function call with an unknown parameter is refused, and a call that finds no rows returns an empty list', async () => {
    const call = `/rpc/taken_test_drive_times?_vehicle_id=${randomUUID()}&_from=2026-05-01`

    expect((await request(`${call}&wheels=eq.4`)).status).toBe(400)
    expect(await (await request(call)).json()).toEqual([])
  })

  test('a HEAD response has the same headers as a GET response and no body', async () => {
    const response = await request(`/vehicles?select=price&limit=4&${ours}`, {
      method: 'HEAD',
      headers: { prefer: 'count=exact' },
    })

    expect(response.status).toBe(206)
    expect(response.headers.get('content-range')).toBe('0-3/6')
    expect(await response.text()).toBe('')
  })

  test('OPTIONS lists the methods that a relation allows', async () => {
    const response = await request('/vehicles', { method: 'OPTIONS' })

    expect(response.headers.get('allow')).toBe('OPTIONS,GET,HEAD,POST,PUT,PATCH,DELETE')
  })
})
