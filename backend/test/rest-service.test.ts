// The REST service with other dependencies: a lower row limit, a guard, a schema that changes while it runs.

import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addVehicle } from '../wire/vehicles.ts'
import { engines } from './engines.ts'
import { ADMIN, type RestUnderTest, startRest } from './rest-harness.ts'

class CaptchaMissing extends Error {
  readonly status = 403
  toBody() {
    return { code: 'captcha_failed', message: 'Please complete the verification' }
  }
}

describe.each(engines)('the REST service on $name', ({ open }) => {
  let rest: RestUnderTest

  beforeAll(async () => {
    rest = await startRest(open, {
      maxRows: 4,
      guard: async (request, { kind, relation, method, rows }) => {
        const isGuarded = kind === 'relation' && relation === 'enquiries' && method === 'POST'
        if (isGuarded && (rows > 1 || !request.headers.has('x-captcha-token'))) throw new CaptchaMissing()
      },
    })
    for (let price = 1; price <= 6; price += 1) {
      await addVehicle(rest.service, { title: `Car ${price}`, price, model: price % 2 ? 'Odd' : 'Even' })
    }
  })

  afterAll(() => rest.close())

  test('the number of rows is limited, even if the request asks for more', async () => {
    const { data } = await rest.visitor.from('vehicles').select('price')
    expect(data).toHaveLength(4)

    const requested = await rest.visitor.from('vehicles').select('price').limit(100)
    expect(requested.data).toHaveLength(4)
  })

  test('the Content-Range of a limited read shows the limit, with or without a body', async () => {
    for (const method of ['GET', 'HEAD']) {
      const response = await rest.request('/vehicles?select=price', { method, headers: { prefer: 'count=exact' } })

      expect([response.status, response.headers.get('content-range')]).toEqual([206, '0-3/6'])
    }
  })

  test('a repeated query returns the same rows until a row changes, and then the changed rows', async () => {
    const query = async (title: string) => {
      const search = new URLSearchParams({ select: 'title,price', title: `like.${title}`, order: 'price', limit: '2' })
      const headers = { prefer: 'count=exact' }
      const response = await rest.request(`/vehicles?${search}`, { headers })
      return { range: response.headers.get('content-range'), rows: await response.json() }
    }
    const before = { range: '0-1/6', rows: [1, 2].map((price) => ({ title: `Car ${price}`, price })) }
    for (let i = 0; i < 8; i++) {
      expect(await query('Car *')).toEqual(before)
      expect(await query("Car' *")).toEqual({ range: '*/0', rows: [] })
    }

    await rest.db.query(`update public.vehicles set price = 0 where title = 'Car 3'`)
    const after = await query('Car *')
    await rest.db.query(`update public.vehicles set price = 3 where title = 'Car 3'`)

    expect(after.rows[0]).toEqual({ title: 'Car 3', price: 0 })
    expect(await query('Car *')).toEqual(before)
  })

  test('plain values returned by a function can be paged and are limited in number', async () => {
    const call = (search: string) =>
      rest.request(`/rpc/taken_test_drive_times?_vehicle_id=${ADMIN.id}&_from=2026-05-01${search}`)
    await rest.db.exec(`create or replace function public.many_numbers() returns setof int language sql stable
      as 'select generate_series(1, 10)'; notify pgrst`)
    await expect.poll(async () => (await rest.request('/rpc/many_numbers')).status).toBe(200)

    expect((await rest.visitor.rpc('many_numbers')).data).toEqual([1, 2, 3, 4])
    expect((await rest.visitor.rpc('many_numbers').range(2, 3)).data).toEqual([3, 4])
    expect((await call('&colour=eq.red')).status).toBe(400)
    expect(await (await call('')).json()).toEqual([])
  })

  test('a guard can refuse a request with its own error', async () => {
    const { status, error } = await rest.visitor.from('enquiries').insert({ name: 'Ada' })

    expect(status).toBe(403)
    expect(error).toMatchObject({ code: 'captcha_failed' })
    const passed = await rest.visitor.from('enquiries').insert({ name: 'Ada' }).setHeader('x-captcha-token', 'x')
    expect(passed.error?.code).not.toBe('captcha_failed')
    const several = await rest.visitor
      .from('enquiries')
      .insert([{ name: 'A' }, { name: 'B' }])
      .setHeader('x-captcha-token', 'x')
    expect(several.error?.code).toBe('captcha_failed')
  })

  test('a new column can be read after a schema reload notification', async () => {
    await rest.db.exec(`alter table public.car_makes add column country text; notify pgrst, 'reload schema'`)

    await expect.poll(async () => (await rest.visitor.from('car_makes').select('country').limit(1)).status).toBe(200)
  })
})
