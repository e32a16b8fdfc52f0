// Every data call of the back office's specification, section 7, by the official client under the real policies.

import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { engines } from '../test/engines.ts'
import { ADMIN, addVehicle, CUSTOMER, inDays, newVehicle, type RestUnderTest, startRest } from '../test/rest-harness.ts'

const PARTS = '*,vehicle_images(*),vehicle_features(*),vehicle_specifications(*)'

describe.each(engines)('the back office on $name', ({ open }) => {
  let rest: RestUnderTest

  beforeAll(async () => {
    rest = await startRest(open)
  })

  afterAll(() => rest.close())

  test('the list holds all vehicles with their parts, newest first', async () => {
    const older = await addVehicle(rest.service, { created_at: '2026-01-01T00:00:00Z' })
    const newer = await addVehicle(rest.service, {
      created_at: '2026-01-02T00:00:00Z',
      sold: true,
      sold_expiry_date: inDays(5),
    })

    const { data } = await rest.admin.from('vehicles').select(PARTS).order('created_at', { ascending: false })

    expect(data?.map((row) => row.id)).toEqual([newer.id, older.id])
    expect(data?.[0]?.vehicle_images).toHaveLength(2)
  })

  test('a vehicle is created with its parts, edited and deleted, call by call', async () => {
    const { id: _, ...fields } = newVehicle({ title: 'Call by call' })
    const created = await rest.admin.from('vehicles').insert(fields).select().single()
    expect(created).toMatchObject({ status: 201, data: { title: 'Call by call', price: 41995, autotrader_id: null } })
    const id: string = created.data?.id

    const parts = await Promise.all([
      rest.admin.from('vehicle_images').insert([
        { vehicle_id: id, image_url: '/1.avif', is_primary: true, display_order: 0 },
        { vehicle_id: id, image_url: '/2.avif', is_primary: false, display_order: 1 },
      ]),
      rest.admin.from('vehicle_features').insert([{ vehicle_id: id, feature: 'Bluetooth' }]),
      rest.admin.from('vehicle_specifications').insert([{ vehicle_id: id, spec_key: 'Doors', spec_value: '5' }]),
    ])
    expect(parts.map(({ status }) => status)).toEqual([201, 201, 201])

    const current = await rest.admin.from('vehicles').select('sold, autotrader_id, featured').eq('id', id).single()
    expect(current.data).toEqual({ sold: false, autotrader_id: null, featured: false })

    const changed = await rest.admin
      .from('vehicles')
      .update({ ...fields, title: 'Edited', updated_at: new Date().toISOString() })
      .eq('id', id)
    expect(changed).toMatchObject({ status: 204, error: null })
    for (const table of ['vehicle_images', 'vehicle_features', 'vehicle_specifications']) {
      expect(await rest.admin.from(table).delete().eq('vehicle_id', id)).toMatchObject({ status: 204 })
    }
    const edited = await rest.admin.from('vehicles').select(PARTS).eq('id', id).single()
    expect(edited.data).toMatchObject({ title: 'Edited', vehicle_images: [], vehicle_features: [] })

    expect(await rest.admin.from('vehicles').delete().eq('id', id)).toMatchObject({ status: 204, error: null })
    expect((await rest.admin.from('vehicles').select('id').eq('id', id)).data).toEqual([])
  })

  test('saving a vehicle is one call, and a stale one is a conflict', async () => {
    const { id: _, ...fields } = newVehicle({ title: 'Saved at once' })
    const parts = {
      _images: ['/a.avif', '/b.avif'],
      _features: ['Bluetooth', 'Navigation'],
      _specifications: [{ spec_key: 'Doors', spec_value: '5' }],
    }
    const saved = await rest.admin
      .rpc('save_vehicle', { _vehicle: fields, ...parts })
      .select(PARTS)
      .single()
    expect(saved.error).toBeNull()
    const { id, updated_at } = saved.data as { id: string; updated_at: string }

    const edit = { _vehicle: { ...fields, id, title: 'Saved again' }, ...parts }
    const again = await rest.admin.rpc('save_vehicle', { ...edit, _expected_updated_at: updated_at })
    expect(again.data).toMatchObject([{ id, title: 'Saved again' }])

    const stale = await rest.admin.rpc('save_vehicle', { ...edit, _expected_updated_at: updated_at })
    expect(stale).toMatchObject({ status: 409, error: { message: 'This vehicle was changed by someone else' } })

    const unknown = await rest.admin.rpc('save_vehicle', { ...edit, _vehicle: { ...fields, id: CUSTOMER.id } })
    expect(unknown).toMatchObject({ status: 404, error: { message: 'Vehicle not found' } })

    const { data } = await rest.visitor.from('vehicles').select(PARTS).eq('id', id).single()
    expect(data).toMatchObject({
      vehicle_images: [
        { image_url: '/a.avif', is_primary: true },
        { image_url: '/b.avif', is_primary: false },
      ],
      vehicle_features: [{ feature: 'Bluetooth' }, { feature: 'Navigation' }],
      vehicle_specifications: [{ spec_key: 'Doors', spec_value: '5' }],
    })
  })

  test('the dashboard counts without reading rows', async () => {
    const counts = await Promise.all([
      rest.admin.from('vehicles').select('*', { count: 'exact', head: true }),
      rest.admin.from('vehicles').select('*', { count: 'exact', head: true }).eq('sold', true),
      rest.admin.from('enquiries').select('*', { count: 'exact', head: true }),
      rest.admin.from('test_drives').select('*', { count: 'exact', head: true }),
    ])

    expect(counts.map(({ count, data }) => [typeof count, data])).toEqual(Array(4).fill(['number', null]))
    expect(counts[1]?.count).toBe(1)
  })

  test('makes are read in order, added once, and upserted when seeding', async () => {
    expect(await rest.admin.from('car_makes').insert({ name: 'Zagato' })).toMatchObject({ status: 201 })
    expect(await rest.admin.from('car_makes').insert({ name: 'Zagato' })).toMatchObject({ status: 409 })
    const seeded = await rest.admin
      .from('car_makes')
      .upsert([{ name: 'Zagato' }, { name: 'Alvis' }], { onConflict: 'name' })
    expect(seeded.error).toBeNull()

    const { data } = await rest.admin.from('car_makes').select('name').order('name')
    expect(data).toEqual([{ name: 'Alvis' }, { name: 'Zagato' }])
  })

  test('enquiries and test drives are read with the vehicle title and change status', async () => {
    const vehicle = await addVehicle(rest.service, { title: 'Asked about' })
    const lead = { name: 'Ada', email: 'ada@example.org', phone: '07123 456789', vehicle_id: vehicle.id }
    await rest.visitor
      .from('enquiries')
      .insert({ ...lead, message: 'Hello' })
      .throwOnError()
    await rest.visitor
      .from('test_drives')
      .insert({ ...lead, preferred_date: `${inDays(5)}T09:00:00` })
      .throwOnError()

    for (const [table, first] of [
      ['enquiries', 'New'],
      ['test_drives', 'Scheduled'],
    ] as const) {
      const { data } = await rest.admin
        .from(table)
        .select('*, vehicles(title)')
        .order('created_at', { ascending: false })
      expect(data?.[0]).toMatchObject({ status: first, vehicles: { title: 'Asked about' } })

      const changed = await rest.admin
        .from(table)
        .update({ status: 'Responded' })
        .eq('id', data?.[0]?.id)
        .select('status')
      expect(changed).toMatchObject({ status: 200, data: [{ status: 'Responded' }] })
    }
    const { data } = await rest.admin.from('test_drives').select('preferred_date').limit(1).single()
    expect(data?.preferred_date).toBe(`${inDays(5)}T09:00:00`)
  })

  test('leads can be searched and sorted by the vehicle they are about', async () => {
    const { data } = await rest.admin
      .from('enquiries')
      .select('name, vehicles!inner(title)')
      .ilike('vehicles.title', '%asked%')
      .order('vehicles(title)')

    expect(data).toEqual([{ name: 'Ada', vehicles: { title: 'Asked about' } }])
  })

  test('customers are read with their roles, edited, and given a role', async () => {
    const profiles = await rest.admin.from('profiles').select('*').order('created_at', { ascending: false })
    const roles = await rest.admin.from('user_roles').select('user_id, role')
    expect(profiles.data).toHaveLength(2)
    expect(roles.data).toEqual([{ user_id: ADMIN.id, role: 'admin' }])

    const edited = await rest.admin
      .from('profiles')
      .update({ first_name: 'Augusta', last_name: 'King', phone: '', updated_at: new Date().toISOString() })
      .eq('id', CUSTOMER.id)
    expect(edited.status).toBe(204)
    const upserted = await rest.admin.from('user_roles').upsert({ user_id: CUSTOMER.id, role: 'user' })
    const updated = await rest.admin.from('user_roles').update({ role: 'user' }).eq('user_id', CUSTOMER.id)
    expect([upserted.status, updated.status]).toEqual([201, 204])

    const { data } = await rest.admin
      .from('profiles')
      .select('first_name, user_roles(role)')
      .eq('id', CUSTOMER.id)
      .single()
    expect(data).toEqual({ first_name: 'Augusta', user_roles: { role: 'user' } })
  })

  test('disabling a customer is written to the history', async () => {
    const disable = await rest.admin.from('profiles').update({ disabled: true }).eq('id', CUSTOMER.id)
    const written = await rest.admin.from('customer_disable_history').insert({
      customer_id: CUSTOMER.id,
      admin_id: ADMIN.id,
      customer_email: CUSTOMER.email,
      admin_email: ADMIN.email,
      action: 'disabled',
    })
    expect([disable.status, written.status]).toEqual([204, 201])
    expect((await rest.customer.from('profiles').select('disabled').single()).data).toEqual({ disabled: true })

    await rest.admin.from('profiles').update({ disabled: false }).eq('id', CUSTOMER.id).throwOnError()
    const { data } = await rest.admin
      .from('customer_disable_history')
      .select('action, customer:profiles!customer_disable_history_customer_id_fkey(email)')
    expect(data).toEqual([{ action: 'disabled', customer: { email: CUSTOMER.email } }])
  })

  test('settings are upserted by key; only an admin may', async () => {
    const rows = [
      { key: 'COMPANY_NAME', value: 'Halden & Rowe' },
      { key: 'COMPANY_PHONE', value: '01733 000000' },
    ]
    expect(await rest.admin.from('config').upsert(rows, { onConflict: 'key' })).toMatchObject({
      status: 200,
      error: null,
    })
    expect(await rest.customer.from('config').upsert(rows, { onConflict: 'key' })).toMatchObject({
      status: 403,
      error: { code: '42501' },
    })
    expect(await rest.visitor.from('config').upsert(rows, { onConflict: 'key' })).toMatchObject({ status: 401 })

    const flag = await rest.admin.from('config').select('value').eq('key', 'EnableAutoTrader').single()
    expect(flag.data).toEqual({ value: 'false' })
    const name = await rest.visitor.from('config').select('value').eq('key', 'COMPANY_NAME').single()
    expect(name.data).toEqual({ value: 'Halden & Rowe' })
  })

  test('a customer changes nothing that is not theirs', async () => {
    const change = await rest.customer.from('vehicles').update({ price: 1 }).gte('price', 0).select('id')
    expect(change).toMatchObject({ status: 200, data: [] })

    const insert = await rest.customer.from('vehicles').insert(newVehicle())
    expect(insert).toMatchObject({ status: 403, error: { code: '42501' } })

    const remove = await rest.visitor.from('vehicles').delete().gte('price', 0)
    expect(remove).toMatchObject({ status: 401, error: { code: '42501' } })
  })
})
