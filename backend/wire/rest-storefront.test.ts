// Makes every data call of the storefront with the official client under the real policies.

import { beforeAll, describe, expect, test } from 'vitest'
import { type Account, connect, newEmail } from './connect.ts'
import { targets } from './target.ts'
import { addVehicle, inDays, newVehicle, ownName } from './vehicles.ts'

const PARTS = '*,vehicle_images!inner(*),vehicle_features(*),vehicle_specifications(*)'
const KEYS = [
  'COMPANY_NAME',
  'COMPANY_EMAIL',
  'COMPANY_EMAIL_2',
  'COMPANY_PHONE',
  'COMPANY_PHONE_2',
  'COMPANY_ADDRESS',
  'COMPANY_OPENING_HOURS',
  'RECAPTCHA_SITE_KEY',
]

describe.each(targets)('the storefront on $name', (target) => {
  const backend = connect(target)
  const visitor = backend.rest()
  const MINI = ownName('Mini')
  const [ROVER, JAGUAR, AUDI] = [ownName('Land Rover'), ownName('Jaguar'), ownName('Audi')]
  let customerAccount: Account
  let adminAccount: Account
  let customer: typeof visitor
  let admin: typeof visitor
  let rover: Awaited<ReturnType<typeof addVehicle>>
  let mini: typeof rover
  let soldRecently: typeof rover

  beforeAll(async () => {
    customerAccount = await backend.account()
    adminAccount = await backend.account(newEmail('admin'), 'admin')
    customer = backend.rest(customerAccount.token)
    admin = backend.rest(adminAccount.token)
    rover = await addVehicle(backend.service, {
      make: ROVER,
      featured: true,
      created_at: '2026-01-01T00:00:00.123456Z',
    })
    mini = await addVehicle(backend.service, {
      title: 'Mini Cooper, electric (low mileage)',
      make: MINI,
      model: 'Cooper',
      price: 18250.5,
      year: 2023,
      mileage: 900,
      fuel_type: 'Electric',
      created_at: '2026-01-02T00:00:00Z',
    })
    soldRecently = await addVehicle(backend.service, {
      title: 'Jaguar XJ',
      make: JAGUAR,
      model: 'XJ',
      sold: true,
      sold_expiry_date: inDays(3),
      created_at: '2026-01-03T00:00:00Z',
    })
    await addVehicle(backend.service, { title: 'Expired', make: ROVER, sold: true, sold_expiry_date: '2024-01-01' })
    await backend.service
      .from('vehicles')
      .insert(newVehicle({ title: 'Without pictures', make: ROVER }))
      .throwOnError()
    await backend.service
      .from('car_makes')
      .upsert([{ name: MINI }, { name: AUDI }])
      .throwOnError()
  })

  const publicList = () =>
    visitor
      .from('vehicles')
      .select(PARTS, { count: 'exact' })
      .in('make', [ROVER, MINI, JAGUAR])
      .or(`sold.eq.false,and(sold.eq.true,sold_expiry_date.gte.${inDays(0)})`)

  test('a customer can read whether their account is disabled', async () => {
    const { data } = await customer.from('profiles').select('disabled').eq('id', customerAccount.id).single()

    expect(data).toEqual({ disabled: false })
  })

  test('a visitor cannot read profiles, and a customer can read only their own', async () => {
    const refused = await visitor.from('profiles').select('id')
    expect(refused).toMatchObject({ status: 401, error: { code: '42501' } })

    const { data } = await customer.from('profiles').select('id')
    expect(data).toEqual([{ id: customerAccount.id }])
  })

  test('has_role distinguishes admins from customers when called with POST or GET', async () => {
    const ofAdmin = await admin.rpc('has_role', { _user_id: adminAccount.id, _role: 'admin' })
    const ofCustomer = await customer.rpc('has_role', { _user_id: customerAccount.id, _role: 'admin' })
    const byGet = await admin.rpc('has_role', { _user_id: adminAccount.id, _role: 'admin' }, { get: true })

    expect([ofAdmin.data, ofCustomer.data, byGet.data]).toEqual([true, false, true])
  })

  test('a visitor can read the company settings, but not the admin email address', async () => {
    const { data } = await visitor
      .from('config')
      .select('key, value')
      .in('key', [...KEYS, 'ADMIN_EMAIL'])
    const hidden = await visitor.from('config').select('value').eq('key', 'EnableAutoTrader')

    expect(data?.map((row) => row.key).sort()).toEqual([...KEYS].sort())
    expect(hidden.data).toEqual([])
  })

  test('the public list returns the visible vehicles with their related rows and the exact count', async () => {
    const { data, count, status } = await publicList()
      .order('created_at', { ascending: false })
      .order('display_order', { referencedTable: 'vehicle_images' })
      .range(0, 19)

    expect({ count, status }).toEqual({ count: 3, status: 200 })
    expect(data?.map((row) => row.title)).toEqual([soldRecently.title, mini.title, rover.title])
    expect(data?.[2]).toMatchObject({
      price: 41995,
      created_at: '2026-01-01T00:00:00.123456+00:00',
      vehicle_images: [{ image_url: '/a.avif' }, { image_url: '/b.avif' }],
      vehicle_features: [{ feature: 'Heated seats' }],
      vehicle_specifications: [{ spec_key: 'Doors' }, { spec_key: 'Color' }],
    })
  })

  test('a page of the list returns 206, and a page beyond the end returns 416', async () => {
    const page = await publicList().order('price', { ascending: true }).range(1, 1)
    expect(page).toMatchObject({ status: 206, count: 3 })
    expect(page.data?.map((row) => row.id)).toHaveLength(1)

    const beyond = await publicList().range(20, 39)
    expect(beyond).toMatchObject({ status: 416, error: { code: 'PGRST103' } })
  })

  test('the search finds any part of the title, description, make or model, ignoring case', async () => {
    const search = (term: string) => {
      const pattern = `"%${term.replace(/[\\"]/g, '\\$&')}%"`
      return publicList().or(
        ['title', 'description', 'make', 'model'].map((column) => `${column}.ilike.${pattern}`).join(','),
      )
    }

    expect((await search('COOPER')).data?.map((row) => row.id)).toEqual([mini.id])
    expect((await search('electric (low')).data?.map((row) => row.id)).toEqual([mini.id])
    expect((await search('Cooper, el')).data?.map((row) => row.id)).toEqual([mini.id])
    expect((await search('a"b\\c')).data).toEqual([])
  })

  test('every filter narrows the list', async () => {
    const { data, count } = await publicList()
      .eq('make', MINI)
      .eq('model', 'Cooper')
      .eq('fuel_type', 'Electric')
      .eq('transmission', 'Automatic')
      .gte('price', 10000)
      .lte('price', 20000)
      .gte('year', 2000)
      .lte('year', 2026)
      .gte('mileage', 0)
      .lte('mileage', 5000)

    expect(count).toBe(1)
    expect(data?.[0]).toMatchObject({ id: mini.id, price: 18250.5 })
  })

  test.each([
    ['price', true],
    ['price', false],
    ['year', true],
    ['year', false],
    ['mileage', true],
    ['mileage', false],
  ] as const)('the list can be sorted by %s (ascending: %s)', async (column, ascending) => {
    const { data } = await publicList().order(column, { ascending })

    const values = (data ?? []).map((row) => row[column] as number)
    expect(values).toEqual([...values].sort((a, b) => (ascending ? a - b : b - a)))
  })

  test('images are sorted by display order and limited in number', async () => {
    const { data } = await visitor
      .from('vehicles')
      .select('id, vehicle_images(image_url)')
      .eq('id', rover.id)
      .order('display_order', { referencedTable: 'vehicle_images' })
      .limit(1, { referencedTable: 'vehicle_images' })

    expect(data).toEqual([{ id: rover.id, vehicle_images: [{ image_url: '/a.avif' }] }])
  })

  test('the featured vehicles are the newest three that are not sold', async () => {
    const { data } = await visitor
      .from('vehicles')
      .select(PARTS)
      .in('make', [ROVER, MINI, JAGUAR])
      .eq('featured', true)
      .eq('sold', false)
      .order('created_at', { ascending: false })
      .limit(3)

    expect(data?.map((row) => row.id)).toEqual([rover.id])
  })

  test('a vehicle can be read by its id, and an unknown or malformed id causes an error', async () => {
    const detail = '*,vehicle_images(*),vehicle_features(*),vehicle_specifications(*)'
    const found = await visitor.from('vehicles').select(detail).eq('id', rover.id).single()
    expect(found.data).toMatchObject({ title: rover.title, vehicle_images: [{}, {}] })

    const none = await visitor.from('vehicles').select(detail).eq('id', customerAccount.id).single()
    expect(none).toMatchObject({ status: 406, error: { code: 'PGRST116' } })

    const maybe = await visitor.from('vehicles').select(detail).eq('id', customerAccount.id).maybeSingle()
    expect(maybe).toMatchObject({ status: 200, data: null, error: null })

    const malformed = await visitor.from('vehicles').select(detail).eq('id', 'nonsense').maybeSingle()
    expect(malformed).toMatchObject({ status: 400, error: { code: '22P02' } })
  })

  test('the filter options list makes and models in order', async () => {
    const makes = await visitor.from('car_makes').select('name').in('name', [MINI, AUDI]).order('name')
    const models = await visitor
      .from('vehicles')
      .select('model')
      .in('make', [ROVER, MINI, JAGUAR])
      .not('model', 'is', null)
      .order('model')

    expect(makes.data?.map((row) => row.name)).toEqual([AUDI, MINI])
    expect(models.data?.[0]).toEqual({ model: 'Cooper' })
  })

  test('a visitor can send an enquiry but cannot read it, and a customer can read their own enquiries with the vehicle title', async () => {
    const enquiry = {
      name: 'Ada',
      email: customerAccount.email,
      phone: '07123 456789',
      message: 'Is it there?',
      status: 'New',
    }
    const sent = await visitor.from('enquiries').insert({ ...enquiry, vehicle_id: rover.id })
    expect(sent).toMatchObject({ status: 201, error: null, data: null })

    const other = await visitor.from('enquiries').insert({ ...enquiry, email: newEmail('b'), vehicle_id: mini.id })
    expect(other.error).toBeNull()
    expect(await visitor.from('enquiries').select()).toMatchObject({ status: 401, error: { code: '42501' } })

    const { data } = await customer
      .from('enquiries')
      .select('id, status, created_at, vehicle_title, vehicles(title)')
      .eq('email', customerAccount.email)
      .order('created_at', { ascending: false })
    expect(data).toMatchObject([{ status: 'New', vehicle_title: rover.title, vehicles: { title: rover.title } }])
  })

  test('a second booking of the same test drive slot causes a conflict', async () => {
    const booking = {
      name: 'Ada',
      email: newEmail('ada.visitor'),
      phone: '07123 456789',
      vehicle_id: rover.id,
      preferred_date: `${inDays(10)}T10:00:00`,
      status: 'Scheduled',
    }
    expect(await visitor.from('test_drives').insert(booking)).toMatchObject({ status: 201, error: null })
    expect(await visitor.from('test_drives').insert(booking)).toMatchObject({
      status: 409,
      error: { code: '23505', message: expect.stringContaining('test_drives_slot_key') },
    })

    const taken = await visitor.rpc('taken_test_drive_times', { _vehicle_id: rover.id, _from: inDays(10) })
    expect(taken.data).toEqual([booking.preferred_date])
  })

  test('an enquiry about a sold vehicle is refused with the reason', async () => {
    const { error, status } = await visitor.from('enquiries').insert({
      name: 'Ada',
      email: newEmail('a'),
      phone: '07123 456789',
      message: 'Hello',
      vehicle_id: soldRecently.id,
    })

    expect(status).toBe(400)
    expect(error).toMatchObject({
      code: 'P0001',
      message: 'This vehicle has been sold and is no longer available for purchase or test drives.',
    })
  })
})
