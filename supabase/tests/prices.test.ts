// The price history, which triggers keep, and the "was" price that is computed from it.

import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Database, Queryable } from '../../backend/src/db/database.ts'
import { serviceEngines } from '../../backend/test/engines.ts'
import { type Actor, createCast, pretend, VEHICLE } from './cast.ts'

/** Adds a vehicle on offer and returns its id. */
async function offer(db: Queryable, price: number): Promise<string> {
  const id = randomUUID()
  await db.query(
    `insert into public.vehicles (id, title, make, model, year, price, mileage, fuel_type, transmission)
     values ($1, 'A', 'Alvis', 'TD21', 1962, $2, 1, 'Petrol', 'Manual')`,
    [id, price],
  )
  await addPicture(db, id)
  return id
}

const addPicture = (db: Queryable, id: string) =>
  db.query(`insert into public.vehicle_images (vehicle_id, image_url) values ($1, '/a.webp')`, [id])
const addPictures = (db: Queryable, id: string) =>
  db.query(
    `insert into public.vehicle_images (vehicle_id, image_url, display_order) values ($1, '/b.webp', 1), ($1, '/c.webp', 2)`,
    [id],
  )
const removePictures = (db: Queryable, id: string) =>
  db.query('delete from public.vehicle_images where vehicle_id = $1', [id])
const reprice = (db: Queryable, id: string, price: number) =>
  db.query('update public.vehicles set price = $2 where id = $1', [id, price])
const sell = (db: Queryable, id: string) =>
  db.query(`update public.vehicles set sold = true, sold_expiry_date = '2099-01-01' where id = $1`, [id])
const unsell = (db: Queryable, id: string) =>
  db.query('update public.vehicles set sold = false, sold_expiry_date = null where id = $1', [id])

/** Moves a vehicle's history into the past, as if this many days had gone by. */
const wait = (db: Queryable, id: string, days: number) =>
  db.query(
    `update public.price_history set since =
       ((since at time zone 'Europe/London') - $2 * interval '1 day') at time zone 'Europe/London'
     where vehicle_id = $1`,
    [id, days],
  )

/** The states in the history, oldest first, such as "41995" for on offer and "(41995)" for not on offer. */
async function historyOf(db: Queryable, id: string): Promise<string[]> {
  const { rows } = await db.query<{ price: number; on_offer: boolean }>(
    'select price::float, on_offer from public.price_history where vehicle_id = $1 order by since',
    [id],
  )
  return rows.map(({ price, on_offer }) => (on_offer ? `${price}` : `(${price})`))
}

/** The listed "was" price, and on how many days it is shown, counted from the day of the latest change. */
async function wasOf(db: Queryable, id: string) {
  const { rows } = await db.query<{ was: number | null; days: number | null }>(
    `select was_price::float as was, was_until + 1 - (
       select max((since at time zone 'Europe/London')::date) from public.price_history where vehicle_id = l.id
     ) as days from public.listed_vehicles l where id = $1`,
    [id],
  )
  return rows[0]
}

type Step = (db: Queryable, id: string) => Promise<unknown>
const to =
  (price: number): Step =>
  (db, id) =>
    reprice(db, id, price)
const days =
  (count: number): Step =>
  (db, id) =>
    wait(db, id, count)
const rename: Step = (db, id) => db.query(`update public.vehicles set title = 'B' where id = $1`, [id])

const SHOWN = { was: 25_000, days: 28 }
const NONE = { was: null, days: null }

/** Each vehicle is first offered at £25,000. */
const CASES: [what: string, expected: object | undefined, ...steps: Step[]][] = [
  ['a cut after 29 days, of which 28 are whole days', SHOWN, days(29), to(24_000)],
  ['a cut after 28 days, of which the first is not a whole day', NONE, days(28), to(24_000)],
  ['a cut of £250, which is 1 %', SHOWN, days(40), to(24_750)],
  ['a cut of £249', NONE, days(40), to(24_751)],
  ['a rise', NONE, days(40), to(26_000)],
  ['a cut that is taken back on another day', NONE, days(40), to(24_000), days(3), to(25_000)],
  ['a cut that is taken back and made again', NONE, days(40), to(24_000), days(3), to(25_000), days(3), to(24_000)],
  ['a second cut before the first has stood for 28 days', NONE, days(40), to(24_000), days(10), to(23_000)],
  [
    'a second cut after the first has stood for 28 days',
    { was: 24_000, days: 28 },
    days(40),
    to(24_000),
    days(29),
    to(23_000),
  ],
  ['a rise, then a cut some days later', NONE, days(40), to(26_000), days(3), to(23_000)],
  ['a cut in two steps on one day', SHOWN, days(40), to(24_500), to(24_000)],
  ['a rise and a cut on one day', SHOWN, days(40), to(26_000), to(24_000)],
  ['a cut that is partly taken back on the same day', NONE, days(40), to(2_400), to(24_000)],
  ['a small rise after a cut', NONE, days(40), to(24_000), days(2), to(24_100)],
  ['a sale after a cut', NONE, days(40), to(24_000), days(2), sell],
  ['a sale after a cut that falls through', NONE, days(40), to(24_000), days(2), sell, unsell],
  ['a sale that falls through, then a cut', NONE, days(40), sell, unsell, days(20), to(24_000)],
  ['a sale that falls through on the day of the cut', SHOWN, days(40), sell, to(24_000), unsell],
  ['a cut while the vehicle is sold, and a return on a later day', NONE, days(40), sell, to(24_000), days(1), unsell],
  ['the loss of all pictures after a cut', undefined, days(40), to(24_000), days(2), removePictures],
  ['new pictures some days after a cut', NONE, days(40), to(24_000), days(2), removePictures, addPicture],
  ['days without pictures before a cut', NONE, days(40), removePictures, days(2), addPicture, days(10), to(24_000)],
  ['another edit of the vehicle long after a cut', SHOWN, days(40), to(24_000), days(90), rename],
]

describe.each(serviceEngines)('prices on $name', ({ open }) => {
  let db: Database
  beforeAll(async () => {
    db = await open()
    await createCast(db)
  })
  afterAll(() => db.close())

  test.each(CASES)('the stored “was” price is right after %s', async (_, expected, ...steps) => {
    const id = await offer(db, 25_000)
    for (const step of steps) await step(db, id)

    expect(await wasOf(db, id)).toEqual(expected)
  })

  test('every change of the price and of being on offer is recorded, and no other change is', async () => {
    const id = await offer(db, 25_000)
    await addPictures(db, id)
    await db.query(`update public.vehicles set title = 'B', mileage = 2, price = price where id = $1`, [id])
    expect(await historyOf(db, id)).toEqual(['(25000)', '25000'])

    await reprice(db, id, 24_000)
    await sell(db, id)
    await reprice(db, id, 23_000)
    await unsell(db, id)
    await removePictures(db, id)
    await addPicture(db, id)

    expect((await historyOf(db, id)).slice(2)).toEqual(['24000', '(24000)', '(23000)', '23000', '(23000)', '23000'])
  })

  test('a picture that is moved to another vehicle changes the history of both', async () => {
    const [from, other] = [await offer(db, 1000), await offer(db, 2000)]
    await removePictures(db, other)
    await db.query('update public.vehicle_images set vehicle_id = $2 where vehicle_id = $1', [from, other])

    expect((await historyOf(db, from)).at(-1)).toBe('(1000)')
    expect((await historyOf(db, other)).at(-1)).toBe('2000')
  })

  test('only the state at the end of a transaction is recorded', async () => {
    const id = await offer(db, 25_000)
    const before = await historyOf(db, id)
    await db.transaction(async (tx) => {
      await reprice(tx, id, 1)
      await reprice(tx, id, 25_000)
    })
    await db.query(`select public.save_vehicle($1, '{/b.webp,/c.webp}', null, null)`, [{ id, title: 'New pictures' }])
    expect(await historyOf(db, id)).toEqual(before)

    await db.transaction(async (tx) => {
      await reprice(tx, id, 1)
      await removePictures(tx, id)
      await reprice(tx, id, 24_000)
    })
    expect(await historyOf(db, id)).toEqual([...before, '(24000)'])
  })

  test('the latest row is the present state, even if a transaction that started later was finished first', async () => {
    const id = await offer(db, 25_000)
    await db.query(
      `insert into public.price_history (vehicle_id, since, price, on_offer) values ($1, now() + interval '5 seconds', 1, true)`,
      [id],
    )
    await reprice(db, id, 24_000)

    expect(await historyOf(db, id)).toEqual(['(25000)', '25000', '24000'])
  })

  test('a vehicle’s history is deleted together with the vehicle', async () => {
    const id = await offer(db, 25_000)
    await db.query('delete from public.vehicles where id = $1', [id])

    expect(await historyOf(db, id)).toEqual([])
  })

  test('a rebuild after an import without triggers records the imported prices', async () => {
    const id = await offer(db, 25_000)
    await wait(db, id, 40)
    await db.exec(`alter table public.vehicles disable trigger user;
      update public.vehicles set price = 24000 where id = '${id}';
      alter table public.vehicles enable trigger user;
      select forecourt.rebuild_listed_vehicles()`)

    expect(await historyOf(db, id)).toEqual(['(25000)', '25000', '24000'])
    expect(await wasOf(db, id)).toEqual(SHOWN)
  })

  test.each<Actor>(['anonymous', 'customer', 'disabled customer', 'disabled sales', 'sales whose session ended'])(
    'a caller cannot read the price history: %s',
    async (actor) => {
      const read = pretend(db, actor, (tx) => historyOf(tx, VEHICLE.listed))

      expect(await read.catch(() => [])).toEqual([])
      expect(await pretend(db, 'sales', (tx) => historyOf(tx, VEHICLE.listed))).toEqual(['41995'])
    },
  )

  test('a service that changes a price cannot change its history', async () => {
    await pretend(db, 'service', async (tx) => {
      await reprice(tx, VEHICLE.listed, 1)
      await expect(tx.query('update public.price_history set price = 50000')).rejects.toMatchObject({ code: '42501' })
    })
  })
})
