// The price of a vehicle on application is kept where only staff can read it.

import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Database, Queryable } from '../../backend/src/db/database.ts'
import { engines } from '../../backend/test/engines.ts'
import { type Actor, becomeOwner, createCast, pretend, pretendAfter, VEHICLE } from './cast.ts'

const PRICE = '41995'
const WITHHOLD = `update public.vehicles set price_on_application = true where id = '${VEHICLE.listed}';`

const OUTSIDERS = [
  'anonymous',
  'customer',
  'disabled customer',
  'disabled sales',
  'sales with a factor, aal1',
  'sales whose session ended',
  'admin whose session ended',
] as const satisfies readonly Actor[]

const pricesOf = async (tx: Queryable) => {
  const { rows } = await tx.query<{ price: number; asked: number; listed: number | null; withheld: number | null }>(
    `select v.price::float, public.asking_price(v)::float as asked, l.price::float as listed, w.price::float as withheld
     from public.vehicles v join public.listed_vehicles l on l.id = v.id
     left join public.withheld_prices w on w.vehicle_id = v.id where v.id = $1`,
    [VEHICLE.listed],
  )
  return rows[0]
}
const WITHHELD = { price: 0, asked: 41995, listed: null, withheld: 41995 }
const PUBLISHED = { price: 41995, asked: 41995, listed: 41995, withheld: null }

const update = (tx: Queryable, values: string) =>
  tx.query(`update public.vehicles set ${values} where id = '${VEHICLE.listed}'`)

describe.each(engines)('prices on application on $name', ({ open }) => {
  let db: Database
  let relations: string[]
  beforeAll(async () => {
    db = await open()
    await createCast(db)
    const { rows } = await db.query<{ name: string }>(
      `select c.relname as name from pg_class c where relnamespace = 'public'::regnamespace and relkind in ('r', 'v')`,
    )
    relations = rows.map(({ name }) => name)
  })
  afterAll(() => db.close())

  /** The relations in which the caller finds the price. Tables that they may not read are skipped. */
  async function traces(tx: Queryable): Promise<string[]> {
    const found: string[] = []
    for (const name of relations) {
      await tx.query('savepoint reading')
      try {
        const { rows } = await tx.query<{ count: string }>(
          `select count(*) from public.${name} t where to_jsonb(t)::text like '%${PRICE}%'`,
        )
        if (Number(rows[0]?.count) > 0) found.push(name)
      } catch {
        await tx.query('rollback to savepoint reading')
      }
    }
    return found
  }

  test.each(OUTSIDERS)('%s finds no trace of the price in any table or view', async (actor) => {
    const before = await pretend(db, actor, traces)
    expect(before).toEqual(expect.arrayContaining(['vehicles', 'listed_vehicles', 'searched_vehicles']))
    expect(await pretendAfter(db, WITHHOLD, actor, traces)).toEqual([])
  })

  test('nobody finds the vehicle by its price, and customers cannot compute it', async () => {
    await pretendAfter(db, WITHHOLD, 'customer', async (tx) => {
      for (const table of ['vehicles', 'searched_vehicles']) {
        const { rows } = await tx.query(`select id from public.${table} where price between 1 and 1e9 and id = $1`, [
          VEHICLE.listed,
        ])
        expect(rows, table).toEqual([])
      }
      const { rows } = await tx.query(
        'select public.asking_price(v)::float as asked from public.vehicles v where id = $1',
        [VEHICLE.listed],
      )
      expect(rows).toEqual([{ asked: 0 }])
    })
    await expect(
      pretend(db, 'anonymous', (tx) => tx.query('select public.asking_price(v) from public.vehicles v')),
    ).rejects.toMatchObject({ code: '42501' })
  })

  test('in a list sorted by price, vehicles on application count as the dearest, whatever their price', async () => {
    const prepare = `${WITHHOLD} insert into public.vehicle_images (vehicle_id, image_url) values ('${VEHICLE.spare}', '/s.webp')`
    await pretendAfter(db, prepare, 'anonymous', async (tx) => {
      const { rows } = await tx.query('select id from public.searched_vehicles order by price, id')
      expect(rows).toEqual([{ id: VEHICLE.spare }, { id: VEHICLE.listed }])
    })
  })

  test.each(['sales', 'admin', 'service'] as const)(
    '%s withholds a price, changes it and publishes it',
    async (actor) => {
      await pretend(db, actor, async (tx) => {
        expect(await pricesOf(tx)).toEqual(PUBLISHED)
        await update(tx, 'price_on_application = true')
        expect(await pricesOf(tx)).toEqual(WITHHELD)
        // A client that writes back what it has read.
        await update(tx, 'price = 0, mileage = mileage + 1')
        expect(await pricesOf(tx)).toEqual(WITHHELD)
        await update(tx, 'price = 39995')
        expect(await pricesOf(tx)).toEqual({ ...WITHHELD, asked: 39995, withheld: 39995 })
        await update(tx, 'price_on_application = false')
        expect(await pricesOf(tx)).toEqual({ price: 39995, asked: 39995, listed: 39995, withheld: null })
        await update(tx, 'price_on_application = true')
        await update(tx, 'price_on_application = false, price = 41995')
        expect(await pricesOf(tx)).toEqual(PUBLISHED)
      })
    },
  )

  test('a new vehicle can be on application from the start, also when the form saves it', async () => {
    await pretend(db, 'sales', async (tx) => {
      const vehicle = {
        title: 'New', make: 'Alvis', model: 'TA14', year: 1947, price: 25000, mileage: 1, fuel_type: 'Petrol',
        transmission: 'Manual', price_on_application: true,
      } // biome-ignore format: one vehicle
      const { rows: saved } = await tx.query<{ id: string; price: number }>(
        'select id, price::float from public.save_vehicle($1, null, null, null)',
        [vehicle],
      )
      expect(saved).toMatchObject([{ price: 0 }])
      const { rows } = await tx.query('select price::float from public.withheld_prices where vehicle_id = $1', [
        saved[0]?.id,
      ])
      expect(rows).toEqual([{ price: 25000 }])
      await becomeOwner(tx)
      await tx.query('set constraints all immediate')
      await tx.query('delete from public.vehicles where id = $1', [saved[0]?.id])
      const { rows: left } = await tx.query('select from public.withheld_prices')
      expect(left).toEqual([])
    })
  })

  test('a price that bypasses the trigger is refused, not published', async () => {
    await expect(
      db.transaction(async (tx) => {
        await tx.query('alter table public.vehicles disable trigger user')
        await tx.query('update public.vehicles set price_on_application = true')
      }),
    ).rejects.toMatchObject({ code: '23514', constraint: 'vehicles_price_on_application_is_withheld' })
  })

  test('a price that was published before gives no "was" price, and the sale gets the price that was asked', async () => {
    await pretend(db, 'admin', async (tx) => {
      await becomeOwner(tx)
      await tx.query(`update public.price_history set since = since - interval '60 days'`)
      await update(tx, 'price = 30000')
      const was = async () =>
        (
          await tx.query<{ was: number | null }>(
            'select was_price::float as was from public.listed_vehicles where id = $1',
            [VEHICLE.listed],
          )
        ).rows[0]?.was
      expect(await was()).toBe(41995)
      await update(tx, 'price_on_application = true')
      expect(await was()).toBeNull()
      await update(tx, 'sold = true, sold_expiry_date = forecourt.london_today() + 9')
      const { rows } = await tx.query('select price_pence::float from public.vehicle_sales where vehicle_id = $1', [
        VEHICLE.listed,
      ])
      expect(rows).toEqual([{ price_pence: 3000000 }])
    })
  })
})
