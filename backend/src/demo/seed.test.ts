import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { DEMO_ACTIVITY } from '../../../supabase/demo/activity.ts'
import { serviceEngines } from '../../test/engines.ts'
import type { Database } from '../db/database.ts'
import { seedDemoStock } from './seed-demo-stock.ts'
import { seedSynthetic } from './seed-synthetic.ts'

const picturesFolder = fileURLToPath(new URL('../../../supabase/demo/pictures', import.meta.url))

describe.each(serviceEngines)('seeding a database on $name', ({ open }) => {
  let db: Database
  let stored: string[]
  beforeEach(async () => {
    db = await open()
    stored = []
  })
  afterEach(() => db.close())

  const deps = (storePicture = store) => ({ db, storePicture, picturesFolder, say: () => {} })
  const store = async (name: string) => {
    stored.push(name)
    return `/storage/v1/object/public/vehicle-images/${name}`
  }
  const count = async (from: string) =>
    (await db.query<{ n: number }>(`select count(*)::int as n from ${from}`)).rows[0]?.n ?? 0

  test('a new database is seeded only once, with the twenty demo vehicles and their pictures and details', async () => {
    expect(await seedDemoStock(deps())).toBe(true)

    expect(stored).toHaveLength(86)
    expect(await count('public.vehicles')).toBe(20)
    expect(await count('public.vehicle_images')).toBe(100)
    expect(await count('public.demo_stock where not is_used')).toBe(20)
    expect(await count('public.vehicle_images where is_primary and display_order = 0')).toBe(20)
    expect(await count('public.vehicle_specifications')).toBe(300)
    expect(await count('public.vehicle_identity where not show_registration')).toBe(20)
    expect(await count('public.vehicle_ledger where bought_on < now()')).toBe(20)
    expect(await count('public.vehicle_costs')).toBe(40)
    expect(await count('public.vehicle_sales where is_prefilled')).toBe(2)
    expect(await count('public.inbox where is_demo')).toBe(DEMO_ACTIVITY.length)
    expect(await count('public.people where is_demo')).toBe(new Set(DEMO_ACTIVITY.map(({ email }) => email)).size)
    expect(await count('public.email_outbox')).toBe(0)
    expect(await count(`public.lead_events where created_at > now()`)).toBe(0)
    expect(await count('public.car_makes')).toBeGreaterThanOrEqual(40)
    const { rows } = await db.query(
      `select count(*)::int as sold, min(sold_expiry_date - (now() at time zone 'Europe/London')::date) as days
       from public.vehicles where sold`,
    )
    expect(rows).toEqual([{ sold: 2, days: 30 }])
    const newest = await db.query<{ title: string }>(
      'select title from public.vehicles order by created_at desc limit 1',
    )
    expect(newest.rows[0]?.title).toBe('Porsche 911 Carrera 4S')
    expect(await count(`public.vehicles where created_at < now() - interval '40 days'`)).toBeGreaterThan(0)
    expect(await count(`public.activity where created_at > now() - interval '1 hour'`)).toBe(0)

    await db.query('select public.remove_demo_vehicles(gen_random_uuid())')
    for (const table of ['inbox', 'people', 'lead_desk', 'lead_events']) expect(await count(`public.${table}`)).toBe(0)
    await db.query('delete from public.vehicles')
    expect(await seedDemoStock(deps())).toBe(false)
    expect(await count('public.vehicles')).toBe(0)
  })

  test.each([
    ['the demo dealer', '', 'Halden & Rowe Motor Cars', 'https://www.instagram.com/haldenrowe'],
    ['a dealer with their own name', '', 'Rowe & Daughters', ''],
    ['a dealer who entered a profile', 'https://x.com/other', 'Halden & Rowe Motor Cars', 'https://x.com/other'],
  ])('%s has the expected social media profile', async (_who, before, name, after) => {
    const setSetting = (key: string, value: string) =>
      db.query('update public.config set value = $2 where key = $1', [key, value])
    await setSetting('BRAND_INSTAGRAM', before)
    await setSetting('COMPANY_NAME', name)

    await seedDemoStock(deps())

    const { rows } = await db.query(`select value from public.config where key = 'BRAND_INSTAGRAM'`)
    expect(rows).toEqual([{ value: after }])
  })

  test('an interrupted run leaves no partial stock, and the next start adds the full stock', async () => {
    const fails = async (name: string) => {
      if (stored.length === 40) throw new Error('the power went')
      return store(name)
    }
    await expect(seedDemoStock(deps(fails))).rejects.toThrow('the power went')
    expect(await count('public.vehicles')).toBe(0)

    expect(await seedDemoStock(deps())).toBe(true)
    expect(await count('public.vehicles')).toBe(20)
  })

  test('a database that already has a vehicle is left alone', async () => {
    await db.query(`insert into public.vehicles (title, make, model, year, price, mileage, fuel_type, transmission)
      values ('Own', 'BMW', 'M4', 2020, 1, 1, 'Petrol', 'Manual')`)

    expect(await seedDemoStock(deps())).toBe(false)
    expect(await count('public.vehicles')).toBe(1)
  })

  test('synthetic vehicles are the same each time, and a larger run adds to the vehicles from a smaller run', async () => {
    expect(await seedSynthetic(deps(), 30)).toBe(30)
    const all = () => db.query('select id, title, price, mileage, year from public.vehicles order by id')
    const first = await all()

    expect(await seedSynthetic(deps(), 30)).toBe(0)
    expect(await all()).toEqual(first)
    expect(await seedSynthetic(deps(), 50)).toBe(20)
    expect(await count('public.vehicle_images')).toBe(250)
  })
})
