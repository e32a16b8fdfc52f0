// What a dealer knows about a vehicle but does not publish: who reaches it, how it is saved, and how sales are recorded.

import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Database, Queryable } from '../../backend/src/db/database.ts'
import { engines } from '../../backend/test/engines.ts'
import { type Actor, become, becomeOwner, createCast, pretend, pretendAfter, VEHICLE } from './cast.ts'

const SECRETS = `
  insert into public.vehicle_identity (vehicle_id, registration, vin) values ('${VEHICLE.listed}', 'P1RAC', 'SAJAA00000');
  insert into public.vehicle_ledger (vehicle_id, bought_from, bought_for_pence) values ('${VEHICLE.listed}', 'An auction', 100);
  insert into public.vehicle_costs (vehicle_id, what, amount_pence) values ('${VEHICLE.listed}', 'MOT', 5485);
  insert into public.vehicle_sales (vehicle_id, price_pence) values ('${VEHICLE.listed}', 100);`
const TABLES = ['vehicle_identity', 'vehicle_ledger', 'vehicle_costs', 'vehicle_sales']

const markSold = (sold: boolean) =>
  `update public.vehicles set sold = ${sold}, sold_expiry_date = ${sold ? 'forecourt.london_today() + 9' : 'null'}
   where id = '${VEHICLE.listed}'`

const saleOf = async (tx: Queryable) => {
  await becomeOwner(tx)
  const { rows } = await tx.query<{ price_pence: number; is_prefilled: boolean; channel: string | null }>(
    `select *, sold_on = forecourt.london_today() as is_today from public.vehicle_sales where vehicle_id = $1`,
    [VEHICLE.listed],
  )
  return rows[0]
}

describe.each(engines)('vehicle records on $name', ({ open }) => {
  let db: Database
  beforeAll(async () => {
    db = await open()
    await createCast(db)
  })
  afterAll(() => db.close())

  /** The identity, the purchase, the costs and the sale, as the form saves them. */
  const save = (tx: Queryable, record: object, vehicle: object = { id: VEHICLE.listed }) =>
    tx.query<{ id: string }>('select id from public.save_vehicle_record($1, null, null, null, $2)', [vehicle, record])

  test.each([
    ['customer', []],
    ['disabled customer', []],
    ['disabled sales', []],
    ['sales', ['vehicle_identity']],
    ['admin', TABLES],
  ] as [Actor, string[]][])('joined to the vehicles, %s sees %j', async (actor, seen) => {
    for (const table of TABLES) {
      const rows = await pretendAfter(
        db,
        SECRETS,
        actor,
        async (tx) =>
          (await tx.query(`select r.* from public.vehicles v join public.${table} r on r.vehicle_id = v.id`)).rows,
      )
      expect(rows.length > 0, table).toBe(seen.includes(table))
    }
  })

  test('visitors read a registration only where the dealer shows it, and never a VIN', async () => {
    const read = (what: string, actor: Actor, prepare = '') =>
      pretendAfter(db, SECRETS + prepare, actor, async (tx) => {
        const joined = `public.vehicles v join public.vehicle_identity i on i.vehicle_id = v.id`
        return (await tx.query(`select ${what} from ${joined}`)).rows
      })
    const show = 'update public.vehicle_identity set show_registration = true;'
    expect(await read('registration', 'anonymous')).toEqual([])
    expect(await read('registration', 'anonymous', show)).toEqual([{ registration: 'P1RAC' }])
    expect(await read('registration', 'customer', show)).toEqual([])
    for (const what of ['vin', 'show_registration', 'i.*', 'i'])
      await expect(read(what, 'anonymous', show), what).rejects.toMatchObject({ code: '42501' })
  })

  test.each([
    [' ab12 cde ', 'AB12CDE'],
    ['101-D-234', '101D234'],
    ['  ', null],
    ['Ä 1', '1'],
  ])('the registration %j is stored as %j', async (given, stored) => {
    await pretend(db, 'sales', async (tx) => {
      await save(tx, { identity: { registration: given, vin: `${given}` } })
      const { rows } = await tx.query('select registration, vin from public.vehicle_identity')
      expect(rows).toEqual([{ registration: stored, vin: stored }])
    })
  })

  test('an unusual registration or VIN is stored, and an endless one refused', async () => {
    await pretend(db, 'sales', (tx) => save(tx, { identity: { registration: 'QA12ABC', vin: 'IOQ' } }))
    for (const identity of [{ registration: 'A'.repeat(16) }, { vin: 'A'.repeat(31) }])
      await expect(pretend(db, 'sales', (tx) => save(tx, { identity }))).rejects.toMatchObject({ code: '23514' })
  })

  test('an admin saves all parts with the vehicle, and parts that are not given stay', async () => {
    await pretend(db, 'admin', async (tx) => {
      const costs = [
        { what: 'Valeting', amount_pence: 12000, spent_on: '2026-11-02' },
        { what: 'Refund', amount_pence: -500, spent_on: null },
      ]
      const ledger = { bought_from: 'An auction', bought_on: '2026-11-01', bought_for_pence: 3500000 }
      const { rows } = await save(
        tx,
        { identity: { registration: 'P1 RAC' }, ledger, costs },
        { id: VEHICLE.listed, price: 40000 },
      )
      expect(rows).toEqual([{ id: VEHICLE.listed }])
      await save(tx, { identity: { vin: 'x' } })

      const read = async (sql: string) => (await tx.query(sql)).rows
      expect(await read('select registration, vin from public.vehicle_identity')).toEqual([
        { registration: null, vin: 'X' },
      ])
      expect(await read('select bought_from, bought_for_pence from public.vehicle_ledger')).toEqual([
        { bought_from: 'An auction', bought_for_pence: 3500000 },
      ])
      expect(await read('select what, amount_pence from public.vehicle_costs order by id')).toEqual([
        { what: 'Valeting', amount_pence: 12000 },
        { what: 'Refund', amount_pence: -500 },
      ])
    })
  })

  test.each([
    ['ab12cde', ['listed']],
    [' AB12 CDE ', ['listed']],
    ['a b-12c', ['listed']],
    ['B12C', ['listed']],
    ['x1', ['spare']],
    ['X12', []],
    ['fc 900', ['listed', 'spare']],
    ['FC-9002', ['spare']],
    ['%%%', []],
    ['___', []],
    ['', []],
    ['-'.repeat(99_999), []],
  ])('staff find vehicles by %j', async (text, found) => {
    const prepare = `
      insert into public.vehicle_identity (vehicle_id, registration, vin) values
        ('${VEHICLE.listed}', 'AB12 CDE', 'SAJAA00000'), ('${VEHICLE.spare}', 'X1', 'XB12C');
      update public.vehicles set stock_number = 'FC-9001' where id = '${VEHICLE.listed}';
      update public.vehicles set stock_number = 'FC-9002', hidden = true where id = '${VEHICLE.spare}'`
    await pretendAfter(db, prepare, 'sales', async (tx) => {
      const { rows } = await tx.query<{ id: string }>('select public.vehicles_by_code($1) as id', [text])
      const names = Object.entries(VEHICLE).flatMap(([name, id]) => (rows.some((row) => row.id === id) ? [name] : []))
      expect(names).toEqual(found)
    })
  })

  test('at most 50 vehicles are found, those with the shortest codes first', async () => {
    const prepare = `
      insert into public.vehicles (title, make, model, year, price, mileage, fuel_type, transmission, stock_number)
      select 'X', 'X', 'X', 2000, 1, 1, 'Petrol', 'Manual', 'ZZ77' || repeat('0', n / 20) || n from generate_series(1, 60) as n`
    await pretendAfter(db, prepare, 'sales', async (tx) => {
      const { rows } = await tx.query<{ stock_number: string }>(
        `select v.stock_number from public.vehicles_by_code('zz77') with ordinality as found (id, position)
         join public.vehicles v using (id) order by position`,
      )
      const lengths = rows.map(({ stock_number }) => stock_number.length)
      expect(lengths).toHaveLength(50)
      expect(lengths).toEqual(lengths.toSorted((a, b) => a - b))
    })
  })

  test('if sales staff send a part for admins, nothing at all is saved', async () => {
    for (const part of [{ ledger: {} }, { costs: [{ what: 'x', amount_pence: 1 }] }, { sale: {} }]) {
      await expect(
        pretend(db, 'sales', (tx) => save(tx, part, { id: VEHICLE.listed, price: 1 })),
        JSON.stringify(part),
      ).rejects.toMatchObject({ code: '42501' })
    }
    for (const actor of ['customer', 'anonymous'] as const)
      await expect(pretend(db, actor, (tx) => save(tx, {}))).rejects.toMatchObject({ code: '42501' })
  })

  test('marking a vehicle as sold records the price and the date, which later edits do not change', async () => {
    await pretend(db, 'sales', async (tx) => {
      await tx.query(markSold(true))
      await tx.query(`update public.vehicles set price = 1 where id = '${VEHICLE.listed}'`)
      expect(await saleOf(tx)).toMatchObject({
        price_pence: 4199500,
        is_today: true,
        is_prefilled: true,
        buyer_id: null,
      })
    })
  })

  test('a vehicle that is no longer sold loses its sale unless an admin has completed it', async () => {
    await pretend(db, 'sales', async (tx) => {
      await tx.query(markSold(true))
      await tx.query(markSold(false))
      expect(await saleOf(tx)).toBeUndefined()
    })
    await pretend(db, 'admin', async (tx) => {
      await tx.query(markSold(true))
      await save(tx, { sale: { price_pence: 4100000, channel: 'Telephone' } })
      await become(tx, 'sales')
      await tx.query(markSold(false))
      await tx.query(markSold(true))
      expect(await saleOf(tx)).toMatchObject({ price_pence: 4100000, channel: 'Telephone', is_prefilled: false })
    })
  })

  test('a vehicle sold before sales were recorded gets its sale when an admin enters it', async () => {
    await pretendAfter(db, `${markSold(true)}; delete from public.vehicle_sales`, 'admin', async (tx) => {
      await save(tx, { sale: { channel: 'Trade' } })
      expect(await saleOf(tx)).toMatchObject({ price_pence: 4199500, is_today: true, channel: 'Trade' })
    })
  })

  test('the sale stays when its buyer is erased, without the buyer, and an export lists it', async () => {
    await pretend(db, 'admin', async (tx) => {
      const { rows } = await tx.query<{ id: string }>(`select id from public.people where email = 'guest@example.com'`)
      const [{ id: buyer_id } = { id: '' }] = rows
      await tx.query(markSold(true))
      await save(tx, { sale: { price_pence: 4000000, sold_on: '2026-11-10', buyer_id } })
      const exported = await tx.query('select public.export_person($1) -> $2 as purchases', [buyer_id, 'purchases'])
      expect(exported.rows).toMatchObject([{ purchases: [{ vehicle: 'Listed', price_pence: 4000000 }] }])

      await tx.query('select public.erase_person($1)', [buyer_id])
      expect(await saleOf(tx)).toMatchObject({ price_pence: 4000000, buyer_id: null, is_prefilled: false })
    })
  })
})
