// Requests from PostgREST clients that the site itself does not send: embed counts, aliases, empty selects and objects.

import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import { connect, newEmail, type RequestOptions } from './connect.ts'
import { targets } from './target.ts'
import { addVehicle } from './vehicles.ts'

describe.each(targets)('PostgREST clients on $name', (target) => {
  const backend = connect(target)
  const visitor = backend.rest()
  const make = randomUUID()
  let customer: typeof visitor
  let id: string

  beforeAll(async () => {
    customer = backend.rest((await backend.account(newEmail())).token)
    id = (await addVehicle(backend.service, { make, title: 'Counted', price: 10 })).id
    const rows = ['Tow bar', 'Roof rails'].map((name) => ({ vehicle_id: id, feature: name }))
    await backend.service.from('vehicle_features').insert(rows).throwOnError()
  })

  const request = (path: string, init?: RequestOptions) => backend.request(`/rest/v1${path}`, init)

  test('the rows in an embed are counted', async () => {
    const { data } = await visitor.from('vehicles').select('title, vehicle_features(count)').eq('make', make)

    expect(data).toEqual([{ title: 'Counted', vehicle_features: [{ count: 3 }] }])
  })

  test('a count excludes rows that the caller may not read', async () => {
    const message = {
      name: 'Ada Lovelace',
      email: newEmail(),
      phone: '07123 456789',
      message: 'Is it still there?',
      vehicle_id: id,
    }
    const { error } = await backend.service.from('enquiries').insert(message)
    const counted = await customer.from('vehicles').select('enquiries(count)').eq('make', make)
    const all = await customer.from('enquiries').select('count')

    expect(error).toBeNull()
    expect(counted.data).toEqual([{ enquiries: [{ count: 0 }] }])
    expect(all.data).toEqual([{ count: 0 }])
  })

  test('the table name can also be used to filter, sort and limit an embed that has an alias', async () => {
    const { data, error } = await visitor
      .from('vehicles')
      .select('extras:vehicle_features(feature)')
      .eq('make', make)
      .neq('vehicle_features.feature', 'Tow bar')
      .order('feature', { referencedTable: 'vehicle_features', ascending: false })
      .limit(1, { referencedTable: 'extras' })

    expect(error).toBeNull()
    expect(data).toEqual([{ extras: [{ feature: 'Roof rails' }] }])
  })

  test('an empty select returns every column', async () => {
    const [row] = (await (await request(`/vehicles?select=&make=eq.${make}`)).json()) as Record<string, unknown>[]

    expect(row).toMatchObject({ id, title: 'Counted', price: 10 })
  })

  test('spaces inside a condition are ignored', async () => {
    const { data, error } = await visitor
      .from('vehicles')
      .select('title')
      .eq('make', make)
      .or(' title.eq.Other , and ( price.gt.5, price.in. (9,10) ) ')

    expect(error).toBeNull()
    expect(data).toEqual([{ title: 'Counted' }])
  })

  test('an insert of an empty object fails on required columns, and a customer’s insert is refused', async () => {
    const { status, error } = await backend.service.from('vehicles').insert([{}])
    const refused = await customer.from('vehicles').insert([{}])

    expect([status, error?.code]).toEqual([400, '23502'])
    expect([refused.status, refused.error?.code]).toEqual([403, '42501'])
  })

  test.runIf(target.isOurs)('sums are disabled', async () => {
    const { status, error } = await visitor.from('vehicles').select('price.sum()')

    expect([status, error?.code]).toEqual([400, 'PGRST123'])
  })

  test.runIf(target.isOurs)(
    'a page on another origin does not get CORS headers, even for a cached response',
    async () => {
      const path = `/vehicles?select=title&make=eq.${make}`
      const headers = { origin: 'https://elsewhere.example' }
      await request(path)
      const read = await request(path, { headers })
      const preflight = await request(path, {
        method: 'OPTIONS',
        headers: { ...headers, 'access-control-request-method': 'GET' },
      })

      expect(read.headers.get('access-control-allow-origin')).toBeNull()
      expect(preflight.headers.get('access-control-allow-origin')).toBeNull()
    },
  )
})
