import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Database, Queryable } from '../../backend/src/db/database.ts'
import { serviceEngines } from '../../backend/test/engines.ts'
import { createCast, pretend, pretendAfter, VEHICLE } from './cast.ts'

const insertVehicle = (columns: Record<string, unknown>) => {
  const row = {
    title: 'Alvis TA14',
    make: 'Alvis',
    model: 'TA14',
    year: 1947,
    price: 19995,
    mileage: 61000,
    fuel_type: 'Petrol',
    transmission: 'Manual',
    ...columns,
  }
  const names = Object.keys(row)
  return {
    text: `insert into public.vehicles (${names}) values (${names.map((_, i) => `$${i + 1}`)}) returning *`,
    values: Object.values(row),
  }
}

const save = (tx: Queryable, vehicle: object, parts: SaveParts = {}) =>
  tx.query<{ id: string; title: string; featured: boolean; sold: boolean; sold_expiry_date: string; token: string }>(
    `select *, to_jsonb(updated_at) #>> '{}' as token from public.save_vehicle($1, $2, $3, $4, $5)`,
    [
      vehicle,
      parts.images,
      parts.features,
      parts.specifications && JSON.stringify(parts.specifications),
      parts.expected,
    ],
  )

interface SaveParts {
  images?: string[]
  features?: string[]
  specifications?: { spec_key: string; spec_value: string }[]
  expected?: string
}

/** In summer, 23:30 UTC is 00:30 the next day in London, so a rule that used UTC would be a day late. */
const SUMMER_NIGHT = `create or replace function forecourt.london_now() returns timestamp language sql stable
  as $$ select timestamptz '2026-06-30 23:30+00' at time zone 'Europe/London' $$`

describe.each(serviceEngines)('vehicles on $name', ({ open }) => {
  let db: Database
  beforeAll(async () => {
    db = await open()
    await createCast(db)
  })
  afterAll(() => db.close())

  test.each([
    ['a year before 1900', { year: 1899 }],
    ['a negative price', { price: -1 }],
    ['a negative mileage', { mileage: -1 }],
    ['an unknown fuel', { fuel_type: 'Steam' }],
    ['an unknown transmission', { transmission: 'CVT' }],
    ['a blank title', { title: '  ' }],
    ['the sold flag but no expiry date', { sold: true }],
    ['both the sold and the featured flag', { sold: true, sold_expiry_date: '2099-01-01', featured: true }],
    ['a year after next year', { year: new Date().getUTCFullYear() + 3 }],
    ['an expiry date in the past', { sold: true, sold_expiry_date: '2026-01-01' }],
  ])('a vehicle with %s is refused', async (_, columns) => {
    const { text, values } = insertVehicle(columns)

    await expect(pretend(db, 'admin', (tx) => tx.query(text, values))).rejects.toMatchObject({ code: '23514' })
  })

  test('the expiry date can be no earlier than tomorrow in London', async () => {
    const expiring = (day: string) => insertVehicle({ sold: true, sold_expiry_date: day })
    const attempt = (day: string) =>
      pretendAfter(db, SUMMER_NIGHT, 'admin', (tx) => tx.query(expiring(day).text, expiring(day).values))

    await expect(attempt('2026-07-01')).rejects.toMatchObject({ code: '23514' })
    expect((await attempt('2026-07-02')).rowCount).toBe(1)
  })

  test('the date rules use the time in London', async () => {
    const { rows } = await db.query(`select forecourt.london_now() = now() at time zone 'Europe/London' as same`)

    expect(rows).toEqual([{ same: true }])
  })

  test('a vehicle whose expiry date has passed can still be edited and put back on sale', async () => {
    await pretend(db, 'admin', async (tx) => {
      await tx.query(`update public.vehicles set title = 'Renamed' where id = $1`, [VEHICLE.expired])
      const renamed = await save(tx, { id: VEHICLE.expired, description: 'Edited', sold: true })
      expect(renamed.rows[0]).toMatchObject({ title: 'Renamed', sold_expiry_date: '2026-01-01' })

      const restored = await save(tx, { id: VEHICLE.expired, sold: false })
      expect(restored.rows[0]).toMatchObject({ sold: false, sold_expiry_date: null })
    })
  })

  test('deleting a vehicle keeps its enquiries and test drives, along with the vehicle’s title', async () => {
    await pretend(db, 'admin', async (tx) => {
      await tx.query('delete from public.vehicles where id = $1', [VEHICLE.listed])

      const leads = await tx.query(
        `select vehicle_id, vehicle_title from public.enquiries union all select vehicle_id, vehicle_title from public.test_drives`,
      )
      expect(leads.rows).toHaveLength(7)
      for (const lead of leads.rows) expect(lead).toEqual({ vehicle_id: null, vehicle_title: 'Listed' })
    })
  })

  test('save_vehicle creates a vehicle with its pictures, features and specifications in order, without blanks or duplicates', async () => {
    await pretend(db, 'admin', async (tx) => {
      const vehicle = { title: 'New', make: 'Alvis', model: 'TA14', year: 1947, price: 1.5, mileage: 2 }
      const { rows } = await save(
        tx,
        { ...vehicle, fuel_type: 'Petrol', transmission: 'Manual', featured: true, sold: null },
        {
          images: ['/b.webp', '/a.webp'],
          features: [' Heater ', 'Radio', '', 'Heater'],
          specifications: [
            { spec_key: 'Doors', spec_value: '2' },
            { spec_key: 'Colour', spec_value: 'Blue' },
            { spec_key: 'Doors', spec_value: '4' },
            { spec_key: 'Seats', spec_value: ' ' },
          ],
        },
      )
      const [saved] = rows
      const partsOf = async (columns: string, table: string, order: string) => {
        const sql = `select ${columns} from public.${table} where vehicle_id = $1 order by ${order}`
        return (await tx.query(sql, [saved?.id])).rows
      }

      expect(saved).toMatchObject({ title: 'New', featured: true, sold: false })
      expect(await partsOf('image_url, is_primary, display_order', 'vehicle_images', 'display_order')).toEqual([
        { image_url: '/b.webp', is_primary: true, display_order: 0 },
        { image_url: '/a.webp', is_primary: false, display_order: 1 },
      ])
      expect(await partsOf('feature', 'vehicle_features', 'id')).toEqual([{ feature: 'Heater' }, { feature: 'Radio' }])
      expect(await partsOf('spec_key, spec_value', 'vehicle_specifications', 'id')).toEqual([
        { spec_key: 'Doors', spec_value: '4' },
        { spec_key: 'Colour', spec_value: 'Blue' },
      ])
    })
  })

  test('a vehicle that is marked as sold is no longer featured', async () => {
    await pretend(db, 'admin', async (tx) => {
      await save(tx, { id: VEHICLE.spare, featured: true })
      const { rows } = await save(tx, { id: VEHICLE.spare, sold: true, sold_expiry_date: '2099-01-01' })

      expect(rows[0]).toMatchObject({ sold: true, featured: false })
    })
  })

  test('an edit is refused if the vehicle has changed in the meantime, however quickly the changes follow each other', async () => {
    await pretend(db, 'admin', async (tx) => {
      const first = await save(tx, { id: VEHICLE.spare, price: 1 })
      const second = await save(tx, { id: VEHICLE.spare, price: 2 }, { expected: first.rows[0]?.token })
      expect(second.rows[0]?.token).not.toBe(first.rows[0]?.token)

      await expect(save(tx, { id: VEHICLE.spare, price: 3 }, { expected: first.rows[0]?.token })).rejects.toMatchObject(
        {
          code: 'PT409',
          message: 'This vehicle was changed by someone else',
        },
      )
    })
  })

  test('changing only a vehicle’s features updates updated_at, but storing its AutoTrader id does not', async () => {
    await pretend(db, 'admin', async (tx) => {
      const before = await save(tx, { id: VEHICLE.spare })
      const after = await save(tx, { id: VEHICLE.spare }, { features: ['Heater'] })
      expect(after.rows[0]?.token).not.toBe(before.rows[0]?.token)

      await tx.query(`update public.vehicles set autotrader_id = 'at-1' where id = $1`, [VEHICLE.spare])
      const { rows } = await tx.query(
        `select autotrader_id, to_jsonb(updated_at) #>> '{}' as token from public.vehicles where id = $1`,
        [VEHICLE.spare],
      )
      expect(rows[0]).toEqual({ autotrader_id: 'at-1', token: after.rows[0]?.token })
    })
  })

  test('a vehicle is saved completely or not at all', async () => {
    const tooMany = Array.from({ length: 11 }, (_, i) => `/${i}.webp`)
    const saving = pretend(db, 'admin', (tx) => save(tx, { id: VEHICLE.spare, title: 'Half' }, { images: tooMany }))

    await expect(saving).rejects.toMatchObject({ code: 'P0001', message: 'Maximum 10 images allowed' })
    const { rows } = await db.query('select title from public.vehicles where id = $1', [VEHICLE.spare])
    expect(rows).toEqual([{ title: 'Spare' }])
  })

  test('saving an unknown vehicle is refused', async () => {
    const saving = pretend(db, 'admin', (tx) => save(tx, { id: '00000000-0000-4000-8000-00000000dead', title: 'X' }))

    await expect(saving).rejects.toMatchObject({ code: 'PT404', message: 'Vehicle not found' })
  })

  test.each(['customer', 'disabled customer', 'admin with a factor, aal1'] as const)(
    'a caller (%s) cannot save a vehicle',
    async (actor) => {
      const saving = pretend(db, actor, (tx) => save(tx, { id: VEHICLE.spare, title: 'Mine' }))

      await expect(saving).rejects.toMatchObject({ code: '42501' })
    },
  )

  test('the address of a picture in our own storage is saved without its origin', async () => {
    const image_url = 'https://old.example/storage/v1/object/public/vehicle-images/vehicles/1.webp'
    await pretend(db, 'admin', async (tx) => {
      await save(tx, { id: VEHICLE.spare }, { images: [image_url] })

      const { rows } = await tx.query('select image_url from public.vehicle_images where vehicle_id = $1', [
        VEHICLE.spare,
      ])
      expect(rows).toEqual([{ image_url: '/storage/v1/object/public/vehicle-images/vehicles/1.webp' }])
    })
  })

  test.each(['javascript:alert(1)', '//evil.example/x.png', 'data:text/html,x'])(
    'the picture address %s is refused',
    async (url) => {
      const saving = pretend(db, 'admin', (tx) => save(tx, { id: VEHICLE.spare }, { images: [url] }))

      await expect(saving).rejects.toMatchObject({ code: '23514' })
    },
  )
})
