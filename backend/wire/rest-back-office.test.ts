// Makes every data call of the back office with the official client under the real policies.

import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import { type Account, connect, newEmail } from './connect.ts'
import { targets } from './target.ts'
import { addVehicle, inDays, newVehicle, ownName } from './vehicles.ts'

const PARTS = '*,vehicle_images(*),vehicle_features(*),vehicle_specifications(*)'

describe.each(targets)('the back office on $name', (target) => {
  const backend = connect(target)
  const visitor = backend.rest()
  const make = ownName('Alvis')
  let customerAccount: Account
  let adminAccount: Account
  let customer: typeof visitor
  let admin: typeof visitor

  beforeAll(async () => {
    customerAccount = await backend.account()
    adminAccount = await backend.account(newEmail('admin'), 'admin')
    customer = backend.rest(customerAccount.token)
    admin = backend.rest(adminAccount.token)
  })

  test('the vehicle list returns all vehicles with their related rows, newest first', async () => {
    const older = await addVehicle(backend.service, { make, created_at: '2026-01-01T00:00:00Z' })
    const newer = await addVehicle(backend.service, {
      make,
      created_at: '2026-01-02T00:00:00Z',
      sold: true,
      sold_expiry_date: inDays(5),
    })

    const { data } = await admin
      .from('vehicles')
      .select(PARTS)
      .eq('make', make)
      .order('created_at', { ascending: false })

    expect(data?.map((row) => row.id)).toEqual([newer.id, older.id])
    expect(data?.[0]?.vehicle_images).toHaveLength(2)
  })

  test('a vehicle and its related rows can be created, edited and deleted in separate calls', async () => {
    const { id: _, ...fields } = newVehicle({ title: 'Call by call' })
    const created = await admin.from('vehicles').insert(fields).select().single()
    expect(created).toMatchObject({ status: 201, data: { title: 'Call by call', price: 41995, autotrader_id: null } })
    const id: string = created.data?.id

    const parts = await Promise.all([
      admin.from('vehicle_images').insert([
        { vehicle_id: id, image_url: '/1.avif', is_primary: true, display_order: 0 },
        { vehicle_id: id, image_url: '/2.avif', is_primary: false, display_order: 1 },
      ]),
      admin.from('vehicle_features').insert([{ vehicle_id: id, feature: 'Bluetooth' }]),
      admin.from('vehicle_specifications').insert([{ vehicle_id: id, spec_key: 'Doors', spec_value: '5' }]),
    ])
    expect(parts.map(({ status }) => status)).toEqual([201, 201, 201])

    const current = await admin.from('vehicles').select('sold, autotrader_id, featured').eq('id', id).single()
    expect(current.data).toEqual({ sold: false, autotrader_id: null, featured: false })

    const changed = await admin
      .from('vehicles')
      .update({ ...fields, title: 'Edited', updated_at: new Date().toISOString() })
      .eq('id', id)
    expect(changed).toMatchObject({ status: 204, error: null })
    for (const table of ['vehicle_images', 'vehicle_features', 'vehicle_specifications']) {
      expect(await admin.from(table).delete().eq('vehicle_id', id)).toMatchObject({ status: 204 })
    }
    const edited = await admin.from('vehicles').select(PARTS).eq('id', id).single()
    expect(edited.data).toMatchObject({ title: 'Edited', vehicle_images: [], vehicle_features: [] })

    expect(await admin.from('vehicles').delete().eq('id', id)).toMatchObject({ status: 204, error: null })
    expect((await admin.from('vehicles').select('id').eq('id', id)).data).toEqual([])
  })

  test('save_vehicle saves a vehicle with its related rows, and a stale edit causes a conflict', async () => {
    const { id: _, ...fields } = newVehicle({ title: 'Saved at once' })
    const parts = {
      _images: ['/a.avif', '/b.avif'],
      _features: ['Bluetooth', 'Navigation'],
      _specifications: [{ spec_key: 'Doors', spec_value: '5' }],
    }
    const saved = await admin
      .rpc('save_vehicle', { _vehicle: fields, ...parts })
      .select(PARTS)
      .single()
    expect(saved.error).toBeNull()
    const { id, updated_at } = saved.data as { id: string; updated_at: string }

    const edit = { _vehicle: { ...fields, id, title: 'Saved again' }, ...parts }
    const again = await admin.rpc('save_vehicle', { ...edit, _expected_updated_at: updated_at })
    expect(again.data).toMatchObject([{ id, title: 'Saved again' }])

    const stale = await admin.rpc('save_vehicle', { ...edit, _expected_updated_at: updated_at })
    expect(stale).toMatchObject({ status: 409, error: { message: 'This vehicle was changed by someone else' } })

    const unknown = await admin.rpc('save_vehicle', { ...edit, _vehicle: { ...fields, id: randomUUID() } })
    expect(unknown).toMatchObject({ status: 404, error: { message: 'Vehicle not found' } })

    const { data } = await visitor.from('vehicles').select(PARTS).eq('id', id).single()
    expect(data).toMatchObject({
      vehicle_images: [
        { image_url: '/a.avif', is_primary: true },
        { image_url: '/b.avif', is_primary: false },
      ],
      vehicle_features: [{ feature: 'Bluetooth' }, { feature: 'Navigation' }],
      vehicle_specifications: [{ spec_key: 'Doors', spec_value: '5' }],
    })
  })

  test('the dashboard can count rows without reading them', async () => {
    const counts = await Promise.all([
      admin.from('vehicles').select('*', { count: 'exact', head: true }),
      admin.from('vehicles').select('*', { count: 'exact', head: true }).eq('make', make).eq('sold', true),
      admin.from('enquiries').select('*', { count: 'exact', head: true }),
      admin.from('test_drives').select('*', { count: 'exact', head: true }),
    ])

    expect(counts.map(({ count, data }) => [typeof count, data])).toEqual(Array(4).fill(['number', null]))
    expect(counts[1]?.count).toBe(1)
  })

  test('makes are unique, can be upserted and are returned in order', async () => {
    const [name, other] = [ownName('Zagato'), ownName('Alvis')]
    expect(await admin.from('car_makes').insert({ name })).toMatchObject({ status: 201 })
    expect(await admin.from('car_makes').insert({ name })).toMatchObject({ status: 409 })
    const seeded = await admin.from('car_makes').upsert([{ name }, { name: other }], { onConflict: 'name' })
    expect(seeded.error).toBeNull()

    const { data } = await admin.from('car_makes').select('name').in('name', [name, other]).order('name')
    expect(data).toEqual([{ name: other }, { name }])
  })

  const askedAbout = ownName('Asked about')

  test('an admin can read enquiries and test drives with the vehicle title and change their status', async () => {
    const vehicle = await addVehicle(backend.service, { title: askedAbout })
    const lead = { name: 'Ada', email: newEmail(), phone: '07123 456789', vehicle_id: vehicle.id }
    await visitor
      .from('enquiries')
      .insert({ ...lead, message: 'Hello' })
      .throwOnError()
    await visitor
      .from('test_drives')
      .insert({ ...lead, preferred_date: `${inDays(5)}T09:00:00` })
      .throwOnError()

    for (const [table, first] of [
      ['enquiries', 'New'],
      ['test_drives', 'Scheduled'],
    ] as const) {
      const { data } = await admin
        .from(table)
        .select('*, vehicles(title)')
        .eq('vehicle_id', vehicle.id)
        .order('created_at', { ascending: false })
      expect(data?.[0]).toMatchObject({ status: first, vehicles: { title: askedAbout } })

      const changed = await admin.from(table).update({ status: 'Responded' }).eq('id', data?.[0]?.id).select('status')
      expect(changed).toMatchObject({ status: 200, data: [{ status: 'Responded' }] })
    }
    const { data } = await admin.from('test_drives').select('preferred_date').eq('vehicle_id', vehicle.id).single()
    expect(data?.preferred_date).toBe(`${inDays(5)}T09:00:00`)
  })

  test('leads can be searched and sorted by the vehicle they are about', async () => {
    const { data } = await admin
      .from('enquiries')
      .select('name, vehicles!inner(title)')
      .ilike('vehicles.title', `%${askedAbout.toLowerCase()}%`)
      .order('vehicles(title)')

    expect(data).toEqual([{ name: 'Ada', vehicles: { title: askedAbout } }])
  })

  test('an admin can read customers with their roles, edit them and give them a role', async () => {
    const people = [customerAccount.id, adminAccount.id]
    const profiles = await admin.from('profiles').select('*').in('id', people).order('created_at', { ascending: false })
    const roles = await admin.from('user_roles').select('user_id, role').in('user_id', people)
    expect(profiles.data).toHaveLength(2)
    expect(roles.data).toEqual([{ user_id: adminAccount.id, role: 'admin' }])

    const edited = await admin
      .from('profiles')
      .update({ first_name: 'Augusta', last_name: 'King', phone: '', updated_at: new Date().toISOString() })
      .eq('id', customerAccount.id)
    expect(edited.status).toBe(204)
    const upserted = await admin.from('user_roles').upsert({ user_id: customerAccount.id, role: 'user' })
    const updated = await admin.from('user_roles').update({ role: 'user' }).eq('user_id', customerAccount.id)
    expect([upserted.status, updated.status]).toEqual([201, 204])

    const { data } = await admin
      .from('profiles')
      .select('first_name, user_roles(role)')
      .eq('id', customerAccount.id)
      .single()
    expect(data).toEqual({ first_name: 'Augusta', user_roles: { role: 'user' } })
  })

  test('an admin can disable a customer and record the change in the history', async () => {
    const disable = await admin.from('profiles').update({ disabled: true }).eq('id', customerAccount.id)
    const written = await admin.from('customer_disable_history').insert({
      customer_id: customerAccount.id,
      admin_id: adminAccount.id,
      customer_email: customerAccount.email,
      admin_email: adminAccount.email,
      action: 'disabled',
    })
    expect([disable.status, written.status]).toEqual([204, 201])
    expect((await customer.from('profiles').select('disabled').single()).data).toEqual({ disabled: true })

    await admin.from('profiles').update({ disabled: false }).eq('id', customerAccount.id).throwOnError()
    const { data } = await admin
      .from('customer_disable_history')
      .select('action, customer:profiles!customer_disable_history_customer_id_fkey(email)')
      .eq('customer_id', customerAccount.id)
    expect(data).toEqual([{ action: 'disabled', customer: { email: customerAccount.email } }])
  })

  test('only an admin can upsert settings by key', async () => {
    const rows = [
      { key: 'COMPANY_PHONE', value: '01733 000000' },
      { key: 'COMPANY_PHONE_2', value: '01733 000001' },
    ]
    expect(await admin.from('config').upsert(rows, { onConflict: 'key' })).toMatchObject({
      status: 200,
      error: null,
    })
    expect(await customer.from('config').upsert(rows, { onConflict: 'key' })).toMatchObject({
      status: 403,
      error: { code: '42501' },
    })
    expect(await visitor.from('config').upsert(rows, { onConflict: 'key' })).toMatchObject({ status: 401 })

    const flag = await admin.from('config').select('value').eq('key', 'EnableAutoTrader').single()
    expect(flag.data).toEqual({ value: 'false' })
    const phone = await visitor.from('config').select('value').eq('key', 'COMPANY_PHONE').single()
    expect(phone.data).toEqual({ value: '01733 000000' })
  })

  test('a customer cannot change, add or delete vehicles', async () => {
    const change = await customer.from('vehicles').update({ price: 1 }).eq('make', make).select('id')
    expect(change).toMatchObject({ status: 200, data: [] })

    const insert = await customer.from('vehicles').insert(newVehicle())
    expect(insert).toMatchObject({ status: 403, error: { code: '42501' } })

    const remove = await visitor.from('vehicles').delete().eq('make', make)
    expect(remove).toMatchObject({ status: 401, error: { code: '42501' } })
  })
})
