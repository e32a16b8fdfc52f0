// Changes to several vehicles at once: the preview, the change, and undoing it.

import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { asRole } from '../../backend/src/db/as-role.ts'
import type { Database, Queryable } from '../../backend/src/db/database.ts'
import { serviceEngines } from '../../backend/test/engines.ts'
import { MAX_CHANGED } from '../../site/app/features/admin/vehicles/bulk-change.ts'
import { type Actor, become, becomeOwner, CALLERS, createCast, pretend, pretendAfter, VEHICLE } from './cast.ts'

const ALL = [VEHICLE.listed, VEHICLE.sold, VEHICLE.spare]
const FEATURE = { kind: 'feature' }
const DELETE = { kind: 'delete' }
const CUT = { kind: 'price', by: -500 }

interface Planned {
  id: string
  title: string | null
  updated_at: string
  before: Record<string, unknown>
  after: Record<string, unknown> | null
  refusal: string | null
  notes: string[]
  open_leads: number
}

interface Changed {
  id: string | null
  summary: string | null
  changed: number
  refused: { id: string; title: string | null; refusal: string }[]
}

const preview = async (tx: Queryable, ids: readonly string[], change: object) => {
  const { rows } = await tx.query<Planned>(
    `select id, title, to_jsonb(updated_at) #>> '{}' as updated_at, before, after, refusal, notes, open_leads::int
     from public.preview_vehicle_changes($1, $2)`,
    [ids, change],
  )
  return rows
}

const apply = async (tx: Queryable, planned: readonly Pick<Planned, 'id' | 'updated_at'>[], change: object) => {
  const { rows } = await tx.query<{ result: Changed }>('select public.change_vehicles($1, $2) as result', [
    Object.fromEntries(planned.map(({ id, updated_at }) => [id, updated_at])),
    change,
  ])
  return rows[0]?.result as Changed
}

const change = async (tx: Queryable, ids: readonly string[], what: object) =>
  apply(tx, await preview(tx, ids, what), what)

const undo = async (tx: Queryable, id: string | null) => {
  const { rows } = await tx.query<{ result: Pick<Changed, 'summary' | 'refused'> }>(
    'select public.undo_vehicle_changes($1) as result',
    [id],
  )
  return rows[0]?.result
}

const rows = async (tx: Queryable, sql: string, values: unknown[] = []) => (await tx.query(sql, values)).rows
const one = async (tx: Queryable, sql: string, values: unknown[] = []) =>
  Object.values((await rows(tx, sql, values))[0] ?? {})[0]

/** Everything in the database that belongs to the vehicles, apart from the activity. */
async function belongings(tx: Queryable): Promise<unknown> {
  const found: Record<string, unknown> = {}
  for (const { name, column } of await rows(
    tx,
    `select conrelid::regclass::text as name, attname as column
     from pg_constraint join pg_attribute on attrelid = conrelid and attnum = conkey[1]
     where confrelid = 'public.vehicles'::regclass and conrelid::regclass::text <> 'activity' order by 1`,
  )) {
    found[String(name)] = await one(
      tx,
      `select jsonb_agg(to_jsonb(t) order by to_jsonb(t)::text) from ${name} t where ${column} is not null`,
    )
  }
  found.vehicles = await one(tx, 'select jsonb_agg(to_jsonb(v) order by id) from public.vehicles v')
  return found
}

const RECORDS = `
  insert into public.vehicle_ledger (vehicle_id, bought_from, bought_for_pence) values ('${VEHICLE.spare}', 'An auction', 1);
  insert into public.vehicle_costs (vehicle_id, what, amount_pence) values ('${VEHICLE.spare}', 'MOT', 5485);
  insert into public.vehicle_identity (vehicle_id, registration) values ('${VEHICLE.listed}', 'P1RAC');
  insert into public.demo_vehicles (vehicle_id, marked_at) values ('${VEHICLE.listed}', now());
  update public.vehicles set reserved_until = forecourt.london_today() where id = '${VEHICLE.spare}';
  update public.vehicle_reservations set note = 'Deposit paid';
  update public.vehicles set price_on_application = true where id = '${VEHICLE.spare}';`

/** As many vehicles as the screen selects, and one more. */
const MANY = `
  insert into public.vehicles (title, make, model, year, price, mileage, fuel_type, transmission)
  select 'Many ' || n, 'Many', 'M', 2020, 1000 + n, 1, 'Petrol', 'Manual' from generate_series(1, ${MAX_CHANGED + 1}) as n`

describe.each(serviceEngines)('bulk changes on $name', ({ open }) => {
  let db: Database
  beforeAll(async () => {
    db = await open()
    await createCast(db)
  })
  afterAll(() => db.close())

  test('the preview shows each vehicle’s old and new price in the given order, and which are refused', async () => {
    const gone = '00000000-0000-4000-8000-000000000099'
    const planned = await pretend(db, 'sales', (tx) => preview(tx, [VEHICLE.spare, VEHICLE.sold, gone], CUT))

    expect(planned.map(({ id, before, after, refusal }) => [id, before.price, after?.price, refusal])).toEqual([
      [VEHICLE.spare, 71995, 71495, null],
      [VEHICLE.sold, 51995, 51495, 'sold'],
      [gone, null, null, 'gone'],
    ])
  })

  test.each([
    ['an amount that leaves nothing', { kind: 'price', by: -71995 }, 0, 'too-low'],
    ['an amount that leaves a pound', { kind: 'price', by: -71994 }, 1, null],
    ['an amount above the highest price', { kind: 'price', by: 99928005 }, 100000000, 'too-high'],
    ['an amount up to the highest price', { kind: 'price', by: 99928004.99 }, 99999999.99, null],
    ['pence', { kind: 'price', by: 0.5 }, 71995.5, null],
    ['a percentage, which gives whole pounds', { kind: 'price', percent: -3.3 }, 69619, null],
    ['all of it as a percentage', { kind: 'price', percent: -100 }, 0, 'too-low'],
  ])('the new price after %s', async (_, what, price, refusal) => {
    const [planned] = await pretend(db, 'sales', (tx) => preview(tx, [VEHICLE.spare], what))

    expect([Number(planned?.after?.price), planned?.refusal]).toEqual([price, refusal])
  })

  test.each([
    {},
    { kind: 'sold' },
    { kind: 'price' },
    { kind: 'price', by: 1, percent: 1 },
    { kind: 'price', by: null },
    { kind: 'price', by: 'NaN' },
    { kind: 'price', percent: 'Infinity' },
    { kind: 'price', percent: -101 },
    { kind: 'price', by: -1e9 },
  ])('the change %j is refused', async (what) => {
    await expect(pretend(db, 'admin', (tx) => preview(tx, ALL, what))).rejects.toMatchObject({ code: '22023' })
    await expect(pretend(db, 'admin', (tx) => apply(tx, [], what))).rejects.toMatchObject({ code: '22023' })
  })

  test.each([
    'anonymous',
    'customer',
    'disabled sales',
    'sales with a factor, aal1',
    'sales whose session ended',
  ] as Actor[])('%s can neither preview, change nor undo', async (actor) => {
    const attempts: ((tx: Queryable) => Promise<unknown>)[] = [
      (tx: Queryable) => preview(tx, ALL, FEATURE),
      (tx: Queryable) => apply(tx, [{ id: VEHICLE.spare, updated_at: 'now' }], FEATURE),
      (tx: Queryable) => undo(tx, VEHICLE.spare),
    ]
    for (const attempt of attempts)
      await expect(pretend(db, actor, attempt)).rejects.toMatchObject({ code: expect.stringMatching(/42501|PT401/) })
  })

  test('sales staff change vehicles and undo it, but delete none, not even by marking them as removed', async () => {
    for (const what of [FEATURE, CUT, { kind: 'draft' }]) {
      const changed = await pretend(db, 'sales', async (tx) => {
        const { id } = await change(tx, ALL, what)
        return undo(tx, id)
      })
      expect(changed).toMatchObject({ refused: [] })
    }

    const forbidden = { code: '42501' }
    await expect(pretend(db, 'sales', (tx) => preview(tx, ALL, DELETE))).rejects.toMatchObject(forbidden)
    await expect(pretend(db, 'sales', (tx) => apply(tx, [], DELETE))).rejects.toMatchObject(forbidden)
    for (const sql of [
      `select forecourt.remove_vehicles(array['${VEHICLE.spare}'::uuid])`,
      `update public.vehicles set hidden = true, removed_at = now() where id = '${VEHICLE.spare}'`,
      `update public.vehicles set hidden = true, removed_at = now()`,
    ])
      await expect(pretend(db, 'sales', (tx) => tx.query(sql))).rejects.toMatchObject(forbidden)
  })

  test('sold vehicles are not featured, vehicles that are already featured stay as they are, and the rest is changed', async () => {
    await pretend(db, 'sales', async (tx) => {
      await tx.query('update public.vehicles set featured = true where id = $1', [VEHICLE.listed])
      const before = await one(tx, 'select updated_at from public.vehicles where id = $1', [VEHICLE.listed])
      const result = await change(tx, ALL, FEATURE)

      expect(result).toMatchObject({
        summary: 'Spare featured',
        changed: 1,
        refused: [{ id: VEHICLE.sold, title: 'Sold', refusal: 'sold' }],
      })
      expect(await rows(tx, 'select title from public.vehicles where featured order by 1')).toEqual([
        { title: 'Listed' },
        { title: 'Spare' },
      ])
      expect(await one(tx, 'select updated_at from public.vehicles where id = $1', [VEHICLE.listed])).toEqual(before)
    })
  })

  test('a vehicle that a colleague changed after the preview is refused, and the others are changed', async () => {
    await pretend(db, 'sales', async (tx) => {
      const planned = await preview(tx, [VEHICLE.listed, VEHICLE.spare], CUT)
      await tx.query('update public.vehicles set price = 40000 where id = $1', [VEHICLE.listed])

      expect(await apply(tx, planned, CUT)).toMatchObject({
        changed: 1,
        refused: [{ id: VEHICLE.listed, refusal: 'changed' }],
      })
      expect(await rows(tx, 'select price::float from public.vehicles where not sold order by 1')).toEqual([
        { price: 40000 },
        { price: 71495 },
      ])
    })
  })

  test('undoing puts the old values back, except on vehicles that were changed or deleted in the meantime', async () => {
    await pretendAfter(db, MANY.replace(`${MAX_CHANGED + 1}`, '3'), 'admin', async (tx) => {
      const ids = (await rows(tx, `select id from public.vehicles where make = 'Many' order by title`)).map(({ id }) =>
        String(id),
      )
      const { id } = await change(tx, ids, CUT)
      await tx.query('update public.vehicles set mileage = 2 where id = $1', [ids[0]])
      await tx.query('delete from public.vehicles where id = $1', [ids[1]])

      expect(await undo(tx, id)).toEqual({
        summary: 'Undone: Price of Many 3 reduced by £500',
        refused: [
          { id: ids[0], title: 'Many 1', refusal: 'changed' },
          { id: ids[1], title: 'Many 2', refusal: 'gone' },
        ],
      })
      expect(await rows(tx, `select title, price::float from public.vehicles where make = 'Many' order by 1`)).toEqual([
        { title: 'Many 1', price: 501 },
        { title: 'Many 3', price: 1003 },
      ])
      await expect(undo(tx, id)).rejects.toThrow('This can no longer be undone.')
    })
  })

  test('two changes of the same vehicles are undone one after the other', async () => {
    await pretend(db, 'sales', async (tx) => {
      const first = await change(tx, [VEHICLE.spare, VEHICLE.listed], CUT)
      const second = await change(tx, [VEHICLE.spare], { kind: 'price', percent: 10 })
      expect((await undo(tx, second.id))?.refused).toEqual([])
      expect((await undo(tx, first.id))?.refused).toEqual([])
      expect(await rows(tx, 'select price::float from public.vehicles where not sold order by 1')).toEqual([
        { price: 41995 },
        { price: 71995 },
      ])
    })
  })

  test('only its author sees and undoes a change, for ten minutes', async () => {
    await pretend(db, 'sales', async (tx) => {
      const { id } = await change(tx, [VEHICLE.spare], FEATURE)
      expect(await rows(tx, 'select summary from public.vehicle_changes')).toEqual([{ summary: 'Spare featured' }])
      await become(tx, 'admin')
      expect(await rows(tx, 'select from public.vehicle_changes')).toEqual([])
      await tx.query('savepoint attempt')
      await expect(undo(tx, id)).rejects.toThrow('This can no longer be undone.')
      await tx.query('rollback to attempt')
      await becomeOwner(tx)
      await tx.query(`update public.vehicle_changes set expires_at = now()`)
      await become(tx, 'sales')
      await tx.query('savepoint attempt')
      await expect(undo(tx, id)).rejects.toThrow('This can no longer be undone.')
      await tx.query('rollback to attempt')
      expect(await one(tx, 'select featured from public.vehicles where id = $1', [VEHICLE.spare])).toBe(true)
    })
  })

  test('the withheld price of a vehicle on application is changed and undone, and stays withheld', async () => {
    const withheld = () => `update public.vehicles set price_on_application = true where id = '${VEHICLE.spare}'`
    await pretendAfter(db, withheld(), 'sales', async (tx) => {
      const price = async () => [
        await one(tx, 'select price::float from public.vehicles where id = $1', [VEHICLE.spare]),
        await one(tx, 'select price::float from public.withheld_prices'),
      ]
      const [planned] = await preview(tx, [VEHICLE.spare], CUT)
      expect(planned).toMatchObject({ before: { price: 71995 }, after: { price: 71495 }, notes: ['on-application'] })
      const { id } = await change(tx, [VEHICLE.spare], CUT)
      expect(await price()).toEqual([0, 71495])
      expect((await undo(tx, id))?.refused).toEqual([])
      expect(await price()).toEqual([0, 71995])

      await becomeOwner(tx)
      await tx.query('delete from public.withheld_prices')
      await become(tx, 'sales')
      expect(await preview(tx, [VEHICLE.spare], { kind: 'price', by: 500 })).toMatchObject([{ refusal: 'no-price' }])
    })
  })

  test('the preview points out reservations, drafts and missing pictures', async () => {
    const prepare = `update public.vehicles set reserved_until = forecourt.london_today() where id = '${VEHICLE.listed}';
      update public.vehicles set hidden = true where id = '${VEHICLE.spare}'`
    await pretendAfter(db, prepare, 'admin', async (tx) => {
      const notes = async (kind: string) =>
        (await preview(tx, [VEHICLE.listed, VEHICLE.spare], { kind })).map((vehicle) => vehicle.notes)
      expect(await notes('draft')).toEqual([['reserved'], []])
      expect(await notes('delete')).toEqual([['reserved'], []])
      expect(await notes('list')).toEqual([[], ['no-picture']])
      expect(await notes('feature')).toEqual([[], ['draft', 'no-picture']])
    })
  })

  test('five hundred vehicles are changed and undone at once, and one more is refused', async () => {
    await pretendAfter(db, MANY, 'sales', async (tx) => {
      const ids = (await rows(tx, `select id from public.vehicles where make = 'Many'`)).map(({ id }) => String(id))
      const five = ids.slice(0, MAX_CHANGED)
      const { id, summary, changed } = await change(tx, five, { kind: 'price', percent: 10 })
      expect({ summary, changed }).toEqual({ summary: 'Price of 500 vehicles increased by 10%', changed: 500 })
      const sum = `select sum(price)::int from public.vehicles where id = any ($1)`
      const raised = await one(tx, sum, [five])
      await tx.query('update public.vehicles set price = 7 where id = $1', [five[0]])

      expect((await undo(tx, id))?.refused).toEqual([{ id: five[0], title: expect.any(String), refusal: 'changed' }])
      expect(Number(await one(tx, sum, [five]))).toBeLessThan(Number(raised) - 50_000)
      await expect(preview(tx, ids, FEATURE)).rejects.toThrow('You can change up to 500 vehicles at once.')
    })
  })

  test('deleted vehicles vanish at once for everyone, keep their pictures and leads, and return with all that belongs to them', async () => {
    await pretendAfter(db, RECORDS, 'admin', async (tx) => {
      const [listed, sold, spare] = await preview(tx, ALL, DELETE)
      expect([listed, sold, spare].map((vehicle) => [vehicle?.open_leads, vehicle?.notes])).toEqual([
        [7, []],
        [0, ['records']],
        [0, ['reserved', 'records']],
      ])
      await becomeOwner(tx)
      const before = await belongings(tx)
      await become(tx, 'admin')
      const { id, summary } = await change(tx, ALL, DELETE)
      expect(summary).toBe('3 vehicles deleted')
      for (const actor of ['anonymous', 'customer', 'sales', 'admin'] as const) {
        await become(tx, actor)
        expect(await rows(tx, 'select title from public.vehicles'), actor).toEqual([{ title: 'Expired' }])
        expect(await rows(tx, 'select from public.listed_vehicles'), actor).toEqual([])
      }
      expect(await change(tx, ALL, DELETE)).toMatchObject({ changed: 0, id: null })
      await becomeOwner(tx)
      expect(await one(tx, 'select count(*)::int from public.vehicle_images')).toBe(1)
      expect(await one(tx, 'select count(*)::int from public.enquiries where vehicle_id is not null')).toBe(4)

      await become(tx, 'admin')
      expect(await undo(tx, id)).toEqual({ summary: 'Undone: 3 vehicles deleted', refused: [] })
      await becomeOwner(tx)
      expect(await belongings(tx)).toEqual(before)
    })
  })

  test('after ten minutes, housekeeping removes deleted vehicles for good, and only those', async () => {
    await pretend(db, 'admin', async (tx) => {
      const { id } = await change(tx, [VEHICLE.spare, VEHICLE.listed], DELETE)
      await becomeOwner(tx)
      await tx.query('select forecourt.remove_expired_changes()')
      expect(await one(tx, 'select count(*)::int from public.vehicles')).toBe(4)

      await tx.query(`update public.vehicles set removed_at = removed_at - interval '11 minutes' where id = $1`, [
        VEHICLE.listed,
      ])
      await tx.query('select forecourt.remove_expired_changes()')
      expect(await one(tx, 'select count(*)::int from public.vehicles')).toBe(3)
      expect(await one(tx, 'select count(*)::int from public.enquiries where vehicle_id is null')).toBe(4)
      await become(tx, 'admin')
      expect(await undo(tx, id)).toMatchObject({ refused: [{ id: VEHICLE.listed, title: 'Listed', refusal: 'gone' }] })
      expect(
        await rows(tx, `select summary from public.activity where kind = 'vehicle_deleted' order by summary`),
      ).toEqual([{ summary: 'Listed deleted' }, { summary: 'Spare deleted' }])
    })
  })

  test('several vehicles are one entry in the activity, with an entry for each vehicle as its parts', async () => {
    await pretend(db, 'sales', async (tx) => {
      const seen = Number(await one(tx, 'select coalesce(max(id), 0) from public.activity'))
      const latest = (isPart: boolean) =>
        rows(
          tx,
          `select kind, summary, vehicle_id from public.activity
           where id > $1 and part_of is ${isPart ? 'not ' : ''}null order by summary`,
          [seen],
        )
      const { id } = await change(tx, ALL, CUT)
      expect(await latest(false)).toEqual([
        { kind: 'vehicle_bulk_change', summary: 'Price of 2 vehicles reduced by £500', vehicle_id: null },
      ])
      expect(await latest(true)).toEqual([
        {
          kind: 'vehicle_updated',
          summary: 'Listed: price changed from £41,995 to £41,495',
          vehicle_id: VEHICLE.listed,
        },
        { kind: 'vehicle_updated', summary: 'Spare: price changed from £71,995 to £71,495', vehicle_id: VEHICLE.spare },
      ])
      await undo(tx, id)
      expect((await latest(false)).map(({ summary }) => summary)).toContain(
        'Undone: Price of 2 vehicles reduced by £500',
      )
      expect((await latest(true)).map(({ summary }) => summary)).toContain(
        'Spare: price changed from £71,495 to £71,995',
      )

      await change(tx, [VEHICLE.spare], { kind: 'draft' })
      expect((await latest(false)).map(({ summary }) => summary)).toContain('Spare made a draft')
    })
  })

  test('AutoTrader is told of each vehicle that changes, and of no other', async () => {
    const on = `update public.config set value = 'true' where key = 'EnableAutoTrader'`
    await pretendAfter(db, on, 'admin', async (tx) => {
      const queued = async () => {
        const found = await rows(
          tx,
          `select title, pending from public.autotrader_syncs s join public.vehicles v on v.id = s.vehicle_id order by 1`,
        )
        return found.map(({ title, pending }) => `${title} ${pending}`)
      }
      const price = await change(tx, ALL, CUT)
      expect(await queued()).toEqual(['Listed update', 'Spare update'])
      await undo(tx, price.id)
      const drafts = await change(tx, [VEHICLE.listed], { kind: 'draft' })
      expect(await queued()).toEqual(['Listed delete', 'Spare update'])
      await undo(tx, drafts.id)
      const deleted = await change(tx, [VEHICLE.spare], DELETE)
      await becomeOwner(tx)
      expect(await queued()).toEqual(['Listed create', 'Spare delete'])
      await become(tx, 'admin')
      await undo(tx, deleted.id)
      expect(await queued()).toEqual(['Listed create', 'Spare create'])
    })
  })

  test('the price history shows a price that was undone, because visitors saw it', async () => {
    const run = <T>(work: (tx: Queryable) => Promise<T>) => asRole(db, CALLERS.sales, work)
    const history = () =>
      rows(db, 'select price::float, on_offer from public.price_history where vehicle_id = $1 order by since', [
        VEHICLE.listed,
      ])
    const before = await history()
    const { id } = await run((tx) => change(tx, [VEHICLE.listed], CUT))
    await run((tx) => undo(tx, id))

    expect(await history()).toEqual([...before, { price: 41495, on_offer: true }, { price: 41995, on_offer: true }])
  })

  test('of two colleagues who change the same vehicle at once, the second is refused', async () => {
    const run = <T>(work: (tx: Queryable) => Promise<T>) => asRole(db, CALLERS.sales, work)
    const planned = await run((tx) => preview(tx, [VEHICLE.spare], CUT))
    const results = await Promise.all([1, 2].map(() => run((tx) => apply(tx, planned, CUT))))

    expect(results.map(({ changed }) => changed).sort()).toEqual([0, 1])
    expect(results.flatMap(({ refused }) => refused)).toEqual([
      { id: VEHICLE.spare, title: 'Spare', refusal: 'changed' },
    ])
    await run((tx) => undo(tx, results.find(({ changed }) => changed === 1)?.id ?? null))
  })
})
