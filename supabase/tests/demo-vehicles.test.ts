import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Database, Queryable } from '../../backend/src/db/database.ts'
import { serviceEngines } from '../../backend/test/engines.ts'
import { type Actor, createCast, pretend, VEHICLE } from './cast.ts'

const VEHICLES = ['Untouched', 'Edited', 'Asked about', 'Driven']

/** Adds four demo vehicles as the back office does. All but the first are then edited, enquired about or booked. */
async function seed(tx: Queryable): Promise<string[]> {
  const ids: string[] = []
  for (const title of VEHICLES) {
    const vehicle = {
      title,
      make: 'Alvis',
      model: 'TA14',
      year: 1947,
      price: 1,
      mileage: 1,
      fuel_type: 'Petrol',
      transmission: 'Manual',
    }
    const { rows } = await tx.query<{ id: string }>(
      `select id from public.seed_vehicle($1, array['/a.webp'], array[]::text[], '[]')`,
      [vehicle],
    )
    ids.push(rows[0]?.id as string)
  }
  await tx.query(`update public.vehicles set price = 2 where id = $1`, [ids[1]])
  await tx.query(
    `insert into public.enquiries (name, email, phone, message, vehicle_id) values ('X', 'x@example.com', '1', 'Hi', $1)`,
    [ids[2]],
  )
  await tx.query(
    `insert into public.test_drives (name, email, phone, vehicle_id, preferred_date)
     values ('X', 'x@example.com', '1', $1, forecourt.london_today() + 2 + time '09:00')`,
    [ids[3]],
  )
  return ids
}

interface Choice {
  removal: string
  vehicles: number
  pictures: number
}

const choose = async (tx: Queryable, also: string[] = []) =>
  (await tx.query<{ choice: Choice }>('select public.choose_demo_vehicles($1) as choice', [also])).rows[0]
    ?.choice as Choice
const remove = async (tx: Queryable, { removal }: Pick<Choice, 'removal'>, also: string[] = []) =>
  (await tx.query<{ removed: number }>('select public.remove_demo_vehicles($1, $2) as removed', [removal, also]))
    .rows[0]?.removed
const titles = async (tx: Queryable, from: string) =>
  (await tx.query<{ title: string }>(`select title from ${from} order by title`)).rows.map(({ title }) => title)

describe.each(serviceEngines)('demo vehicles on $name', ({ open }) => {
  let db: Database
  beforeAll(async () => {
    db = await open()
    await createCast(db)
  })
  afterAll(() => db.close())

  test('demo vehicles without edits or leads are removed in one step, while the others and the dealer’s own vehicles stay', async () => {
    await pretend(db, 'admin', async (tx) => {
      await seed(tx)
      expect(await titles(tx, 'public.demo_stock where is_used')).toEqual(['Asked about', 'Driven', 'Edited'])

      const choice = await choose(tx)
      expect(choice).toMatchObject({ vehicles: 1, pictures: 1 })
      expect(await remove(tx, choice)).toBe(1)
      expect(await remove(tx, choice)).toBe(0)

      expect(await titles(tx, 'public.demo_stock')).toEqual(['Asked about', 'Driven', 'Edited'])
      expect(await titles(tx, `public.vehicles where id = '${VEHICLE.listed}'`)).toEqual(['Listed'])
    })
  })

  test('a demo vehicle with edits or leads is removed if it is selected explicitly, but the dealer’s own vehicles never are', async () => {
    await pretend(db, 'admin', async (tx) => {
      const [, edited = '', asked = ''] = await seed(tx)
      const also = [edited, asked, VEHICLE.listed]

      const choice = await choose(tx, also)
      expect(choice.vehicles).toBe(3)
      expect(await remove(tx, choice, also)).toBe(3)

      expect(await titles(tx, 'public.demo_stock')).toEqual(['Driven'])
      expect(await titles(tx, `public.vehicles where id = '${VEHICLE.listed}'`)).toEqual(['Listed'])
      const { rows } = await tx.query(`select vehicle_id from public.enquiries where email = 'x@example.com'`)
      expect(rows).toEqual([{ vehicle_id: null }])
    })
  })

  test('a demo vehicle is removed only if it is in the confirmed selection and has not been edited since', async () => {
    await pretend(db, 'admin', async (tx) => {
      const [untouched = '', , asked = ''] = await seed(tx)
      const first = await choose(tx)
      const second = await choose(tx)
      expect(await remove(tx, first)).toBe(0)

      await seed(tx)
      await tx.query('delete from public.enquiries where vehicle_id = $1', [asked])
      expect(await titles(tx, 'public.demo_stock where not is_used')).toEqual(['Asked about', 'Untouched', 'Untouched'])
      await tx.query('update public.vehicles set price = 3 where id = $1', [untouched])

      expect(await remove(tx, second)).toBe(0)
      expect(await remove(tx, second, [asked])).toBe(0)
      expect(await remove(tx, await choose(tx))).toBe(2)
    })
  })

  test('one call removes at most 250 vehicles', async () => {
    await pretend(db, 'service', async (tx) => {
      await tx.query(
        `with made as (
          insert into public.vehicles (title, make, model, year, price, mileage, fuel_type, transmission)
          select 'Many', 'Alvis', 'TA14', 1947, 1, 1, 'Petrol', 'Manual' from generate_series(1, 251)
          returning id, updated_at
        ) insert into public.demo_vehicles (vehicle_id, marked_at) select id, updated_at from made`,
      )
      const choice = await choose(tx)

      expect(await remove(tx, choice)).toBe(250)
      expect(await remove(tx, choice)).toBe(1)
    })
  })

  test.each<Actor>(['anonymous', 'customer', 'disabled customer', 'admin with a factor, aal1'])(
    'a caller (%s) can neither add nor remove demo vehicles',
    async (actor) => {
      await expect(pretend(db, actor, seed)).rejects.toMatchObject({ code: '42501' })
      await expect(pretend(db, actor, (tx) => choose(tx))).rejects.toMatchObject({ code: '42501' })
      const call = pretend(db, actor, (tx) => remove(tx, { removal: VEHICLE.listed }))
      await expect(call).rejects.toMatchObject({ code: '42501' })
    },
  )
})
