// Since when vehicles have been in stock, which triggers keep.

import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Database, Queryable } from '../../backend/src/db/database.ts'
import { serviceEngines } from '../../backend/test/engines.ts'
import { becomeOwner, createCast, pretend, VEHICLE } from './cast.ts'

const sinceOf = async (tx: Queryable, id: string) => {
  const { rows } = await tx.query<{ since: string | null }>(
    'select since::text from public.vehicle_stock where vehicle_id = $1',
    [id],
  )
  return rows[0]?.since
}

const buy = (day: string | null) =>
  `insert into public.vehicle_ledger (vehicle_id, bought_on) values ('${VEHICLE.spare}', ${day ? `'${day}'` : 'null'})
   on conflict (vehicle_id) do update set bought_on = excluded.bought_on`

describe.each(serviceEngines)('days in stock on $name', ({ open }) => {
  let db: Database
  beforeAll(async () => {
    db = await open()
    await createCast(db)
  })
  afterAll(() => db.close())

  test('a vehicle is in stock since its purchase or, if that is not known, since it was added, by the date in London', async () => {
    await pretend(db, 'admin', async (tx) => {
      // 23:30 UTC in summer is the next day in London.
      await tx.query(`update public.vehicles set created_at = '2026-06-30 23:30+00' where id = $1`, [VEHICLE.spare])
      expect(await sinceOf(tx, VEHICLE.spare)).toBe('2026-07-01')
      await tx.query(buy('2026-05-04'))
      expect(await sinceOf(tx, VEHICLE.spare)).toBe('2026-05-04')
      await tx.query(buy(null))
      expect(await sinceOf(tx, VEHICLE.spare)).toBe('2026-07-01')
      await tx.query(buy('2026-05-04'))
      await tx.query('delete from public.vehicle_ledger')
      expect(await sinceOf(tx, VEHICLE.spare)).toBe('2026-07-01')
    })
  })

  test('a sold vehicle is no longer in stock, and is again once it is available', async () => {
    await pretend(db, 'admin', async (tx) => {
      await tx.query(buy('2026-05-04'))
      expect(await sinceOf(tx, VEHICLE.sold)).toBeNull()
      await tx.query(`update public.vehicles set sold = true, sold_expiry_date = '2099-01-01' where id = $1`, [
        VEHICLE.spare,
      ])
      expect(await sinceOf(tx, VEHICLE.spare)).toBeNull()
      await tx.query('update public.vehicles set sold = false, sold_expiry_date = null where id = $1', [VEHICLE.spare])
      expect(await sinceOf(tx, VEHICLE.spare)).toBe('2026-05-04')
    })
  })

  test('an entry of the ledger that moves to another vehicle changes both', async () => {
    await pretend(db, 'admin', async (tx) => {
      const added = await sinceOf(tx, VEHICLE.spare)
      await tx.query(buy('2026-05-04'))
      await tx.query('update public.vehicle_ledger set vehicle_id = $1', [VEHICLE.listed])
      expect([await sinceOf(tx, VEHICLE.listed), await sinceOf(tx, VEHICLE.spare)]).toEqual(['2026-05-04', added])
    })
  })

  test('sales staff see the date, but not the purchase that it comes from', async () => {
    await pretend(db, 'sales', async (tx) => {
      await becomeOwner(tx)
      await tx.query(buy('2026-05-04'))
      await tx.query('set local role authenticated')
      expect(await sinceOf(tx, VEHICLE.spare)).toBe('2026-05-04')
      expect((await tx.query('select from public.vehicle_ledger')).rowCount).toBe(0)
    })
  })

  test('rebuilding gives the same rows as the triggers', async () => {
    await pretend(db, 'service', async (tx) => {
      await becomeOwner(tx)
      const all = async () => (await tx.query('select * from public.vehicle_stock order by 1')).rows
      await tx.query(buy('2026-05-04'))
      const before = await all()
      await tx.query('delete from public.vehicle_stock')
      await tx.query('select forecourt.rebuild_listed_vehicles()')
      expect(await all()).toEqual(before)
    })
  })
})
