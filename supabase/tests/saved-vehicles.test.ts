import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Database, Queryable } from '../../backend/src/db/database.ts'
import { serviceEngines } from '../../backend/test/engines.ts'
import { becomeOwner, createCast, pretend, pretendAfter, USER, VEHICLE } from './cast.ts'

describe.each(serviceEngines)('saved vehicles on $name', ({ open }) => {
  let db: Database
  beforeAll(async () => {
    db = await open()
    await createCast(db)
  })
  afterAll(() => db.close())

  const sync = async (tx: Queryable, added: string[], removed: string[] = []) => {
    const { rows } = await tx.query<{ id: string }>('select public.sync_saved_vehicles($1, $2) as id', [added, removed])
    return rows.map(({ id }) => id)
  }

  test('a customer adds and removes vehicles, which stay in the order of saving', () =>
    pretend(db, 'customer', async (tx) => {
      expect(await sync(tx, [VEHICLE.spare, VEHICLE.sold])).toEqual([VEHICLE.listed, VEHICLE.spare, VEHICLE.sold])
      expect(await sync(tx, [VEHICLE.spare], [VEHICLE.listed])).toEqual([VEHICLE.spare, VEHICLE.sold])
    }))

  test('a customer does not see or change what another customer has saved', () =>
    pretend(db, 'customer', async (tx) => {
      await sync(tx, [VEHICLE.spare], [VEHICLE.listed])
      await becomeOwner(tx)
      const { rows } = await tx.query(`select vehicle_id from public.saved_vehicles where user_id = $1`, [USER.another])
      expect(rows).toEqual([{ vehicle_id: VEHICLE.listed }])
    }))

  test('vehicles that do not exist and drafts are not saved', () =>
    pretendAfter(
      db,
      `update public.vehicles set hidden = true where id = '${VEHICLE.spare}'`,
      'customer',
      async (tx) => {
        expect(await sync(tx, [VEHICLE.spare, '00000000-0000-4000-8000-00000000dead'])).toEqual([VEHICLE.listed])
      },
    ))

  test('a saved vehicle is not mentioned while it is a draft', () =>
    pretendAfter(
      db,
      `update public.vehicles set hidden = true where id = '${VEHICLE.listed}'`,
      'customer',
      async (tx) => {
        expect(await sync(tx, [])).toEqual([])
        expect((await tx.query('select vehicle_id from public.saved_vehicles')).rows).toEqual([])
        const { rows } = await tx.query(`select public.my_data() -> 'saved_vehicles' as saved`)
        expect(rows).toEqual([{ saved: [] }])
      },
    ))

  test('an account saves at most 200 vehicles, and a call names at most 200', () =>
    pretendAfter(
      db,
      `insert into public.vehicles (title, make, model, year, price, mileage, fuel_type, transmission)
        select 'Many', 'Alvis', 'TD21', 1962, 1, 1, 'Petrol', 'Manual' from generate_series(1, 210)`,
      'customer',
      async (tx) => {
        const { rows } = await tx.query<{ id: string }>(`select id from public.vehicles where title = 'Many' limit 200`)
        const many = rows.map(({ id }) => id)
        expect(await sync(tx, many)).toHaveLength(200)
        expect(await sync(tx, [VEHICLE.spare])).not.toContain(VEHICLE.spare)
        await expect(sync(tx, [...many, VEHICLE.spare])).rejects.toMatchObject({ code: '22023' })
      },
    ))

  test.each(['anonymous', 'disabled customer', 'sales with a factor, aal1', 'service'] as const)(
    'the %s cannot save vehicles to an account',
    async (actor) => {
      await expect(pretend(db, actor, (tx) => sync(tx, [VEHICLE.spare]))).rejects.toMatchObject({ code: '42501' })
    },
  )

  test('saved vehicles are part of the data export and go with the account and the vehicle', async () => {
    const exported = await pretend(db, 'customer', async (tx) => {
      const { rows } = await tx.query<{ data: { saved_vehicles: object[] } }>('select public.my_data() as data')
      return rows[0]?.data.saved_vehicles
    })
    expect(exported).toMatchObject([{ id: VEHICLE.listed, vehicle: 'Listed' }])

    await pretend(db, 'service', async (tx) => {
      await becomeOwner(tx)
      const left = async () => (await tx.query('select from public.saved_vehicles')).rows.length
      await tx.query('delete from auth.users where id = $1', [USER.customer])
      expect(await left()).toBe(2)
      await tx.query('update auth.users set deleted_at = now() where id = $1', [USER.another])
      expect(await left()).toBe(1)
      await tx.query('delete from public.vehicles where id = $1', [VEHICLE.listed])
      expect(await left()).toBe(0)
    })
  })
})
