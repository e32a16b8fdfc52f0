// Counting, renaming, merging and deleting makes and models.

import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Database, DatabaseError, type Queryable } from '../../backend/src/db/database.ts'
import { engines } from '../../backend/test/engines.ts'
import { type Actor, CALLERS, createCast, pretend, pretendAfter, VEHICLE } from './cast.ts'

/** Vehicles whose makes and models differ only in how they are written, and a make without a vehicle. */
const STOCK = `
  insert into public.vehicles (title, make, model, year, price, mileage, fuel_type, transmission, hidden)
  select make || ' ' || model, make, model, 2020, 1000, 1, 'Petrol', 'Manual', model = 'X5' from (
    select 'BMW' as make, 'X5' as model from generate_series(1, 3)
    union all values ('BMW', 'x5'), ('bmw', 'i3'), ('Citroën', 'C3'), ('Citroen', 'C3'), ('Citroën', 'DS 3')
  ) given;
  insert into public.car_makes (name) values ('BMW'), ('bmw'), ('Citroën'), ('Citroen'), ('Saab');`

const all = async (tx: Queryable, sql: string) => (await tx.query<Record<string, unknown>>(sql)).rows

/** Renames or merges until all vehicles are moved. */
async function rename(tx: Queryable, of: 'make' | 'model', names: readonly string[], merge = false): Promise<number> {
  const places = names.map((_, index) => `$${index + 1}`).join()
  const { rows } = await tx.query<{ moved: number; is_done: boolean }>(
    `select * from public.rename_${of}(${places}, ${merge})`,
    [...names],
  )
  const [{ moved, is_done } = { moved: 0, is_done: true }] = rows
  return is_done ? moved : moved + (await rename(tx, of, names, true))
}

const refusalOf = async (work: Promise<unknown>) => {
  const error = await work.then(
    () => null,
    (thrown: unknown) => thrown,
  )
  return error instanceof DatabaseError ? `${error.code}: ${error.message}` : error
}

const MAKES = `select make, count(*)::int as vehicles from public.vehicles where make ~* '^(bm|citro|audi)' group by make order by make`

describe.each(engines)('makes and models on $name', ({ open }) => {
  let db: Database
  beforeAll(async () => {
    db = await open()
    await createCast(db)
    await db.exec(STOCK)
  })
  afterAll(() => db.close())

  test('makes and models are counted with drafts, and names that look the same are paired with the more frequent one', async () => {
    const counted = await pretend(db, 'sales', (tx) =>
      all(
        tx,
        `select make, vehicles::int, models::int, same_as from public.make_stock order by plain_name, vehicles desc`,
      ),
    )
    const models = await pretend(db, 'sales', (tx) =>
      all(tx, `select model, vehicles::int, same_as from public.model_stock where make = 'BMW' order by vehicles desc`),
    )

    expect(counted).toEqual([
      { make: 'Alvis', vehicles: 3, models: 3, same_as: null },
      { make: 'BMW', vehicles: 4, models: 2, same_as: null },
      { make: 'bmw', vehicles: 1, models: 1, same_as: 'BMW' },
      // Not among the makes that are offered.
      { make: 'Bristol', vehicles: 1, models: 1, same_as: null },
      { make: 'Citroën', vehicles: 2, models: 2, same_as: null },
      { make: 'Citroen', vehicles: 1, models: 1, same_as: 'Citroën' },
      { make: 'Saab', vehicles: 0, models: 0, same_as: null },
    ])
    expect(models).toEqual([
      { model: 'X5', vehicles: 3, same_as: null },
      { model: 'x5', vehicles: 1, same_as: 'X5' },
    ])
  })

  test('renaming a make takes all its vehicles along and leaves their titles', async () => {
    const result = await pretend(db, 'sales', async (tx) => {
      const moved = await rename(tx, 'make', ['Alvis', ' Alvis Cars '])
      return {
        moved,
        vehicles: await all(tx, `select title, make from public.vehicles where make like 'Alvis%' order by title`),
        listed: await all(tx, `select make from public.listed_vehicles`),
        makes: await all(tx, `select name from public.car_makes where name like 'Alvis%'`),
      }
    })

    expect(result).toEqual({
      moved: 3,
      vehicles: ['Expired', 'Listed', 'Sold'].map((title) => ({ title, make: 'Alvis Cars' })),
      listed: [{ make: 'Alvis Cars' }],
      makes: [{ name: 'Alvis Cars' }],
    })
  })

  test('a vehicle that follows has a new version, so that a form that shows the old make does not bring it back', async () => {
    const [old] = await all(db, `select updated_at::text from public.vehicles where id = '${VEHICLE.listed}'`)
    const save = pretend(db, 'admin', async (tx) => {
      await rename(tx, 'make', ['Alvis', 'Alvis Cars'])
      return tx.query('select public.save_vehicle($1, null, null, null, $2)', [
        { id: VEHICLE.listed, make: 'Alvis' },
        old?.updated_at,
      ])
    })

    expect(await refusalOf(save)).toBe('PT409: This vehicle was changed by someone else')
  })

  test('a sold vehicle follows without a new version, because that is shown as the day of the sale', async () => {
    const version = `select updated_at::text, make from public.vehicles where id = '${VEHICLE.sold}'`
    const [before] = await all(db, version)
    const [after] = await pretend(db, 'sales', async (tx) => {
      await rename(tx, 'make', ['Alvis', 'Alvis Cars'])
      return all(tx, version)
    })

    expect(after).toEqual({ updated_at: before?.updated_at, make: 'Alvis Cars' })
  })

  test('the activity has one entry for the change, with one for each vehicle as its parts', async () => {
    const entries = await pretend(db, 'sales', async (tx) => {
      await rename(tx, 'model', ['BMW', 'X5', 'X5 M'])
      await rename(tx, 'make', ['Bristol', 'Bristol Cars'])
      await tx.query(`select * from public.rename_make('Saab', 'SAAB')`)
      return all(
        tx,
        `select a.kind, a.summary, w.summary as whole, (a.vehicle_id = '${VEHICLE.spare}') is true as is_spare
         from public.activity a left join public.activity w on w.id = a.part_of
         where a.created_at = now() order by a.id`,
      )
    })

    const part = { kind: 'vehicle_updated', summary: 'BMW X5: model changed from X5 to X5 M', is_spare: false }
    expect(entries).toEqual([
      { kind: 'vehicle_bulk_change', summary: 'Model BMW X5 changed to X5 M', whole: null, is_spare: false },
      ...Array.from({ length: 3 }, () => ({ ...part, whole: 'Model BMW X5 changed to X5 M' })),
      { kind: 'vehicle_bulk_change', summary: 'Make Bristol changed to Bristol Cars', whole: null, is_spare: false },
      {
        kind: 'vehicle_updated',
        summary: 'Spare: make changed from Bristol to Bristol Cars',
        whole: 'Make Bristol changed to Bristol Cars',
        is_spare: true,
      },
      { kind: 'vehicle_bulk_change', summary: 'Make Saab changed to SAAB', whole: null, is_spare: false },
    ])
  })

  test('a make keeps its name if nothing is left to change, and may change its case', async () => {
    const moved = await pretend(db, 'admin', async (tx) => [
      await rename(tx, 'make', ['Alvis', 'Alvis']),
      await rename(tx, 'make', ['Alvis', 'ALVIS']),
    ])

    expect(moved).toEqual([0, 3])
  })

  test.each([
    ['make', ['Alvis', 'bmw'], 'P0001: There is already a make called BMW. Merge the two instead.'],
    ['make', ['Alvis', 'bristol'], 'P0001: There is already a make called Bristol. Merge the two instead.'],
    ['make', ['Rover', 'Austin'], 'PT404: Make not found'],
    ['model', ['Alvis', 'TD21', 'te21'], 'P0001: Alvis already has a model called TE21. Merge the two instead.'],
    ['model', ['Bristol', 'TD21', 'TD22'], 'PT404: Model not found'],
  ] as const)('renaming the %s %j is refused', async (of, names, refusal) => {
    expect(await refusalOf(pretend(db, 'admin', (tx) => rename(tx, of, names)))).toBe(refusal)
  })

  test.each([
    ['make', ['bmw', 'Rover'], 'PT404: Make not found'],
    ['model', ['BMW', 'x5', 'X6'], 'PT404: Model not found'],
  ] as const)('merging the %s %j is refused, because there is nothing to merge into', async (of, names, refusal) => {
    expect(await refusalOf(pretend(db, 'admin', (tx) => rename(tx, of, names, true)))).toBe(refusal)
  })

  test.each([
    ['make', ['Alvis', ' ']],
    ['make', ['Alvis', 'x'.repeat(101)]],
    ['model', ['Alvis', 'TD21', 'x'.repeat(101)]],
  ] as const)('a %s cannot get an invalid name', async (of, names) => {
    expect(await refusalOf(pretend(db, 'admin', (tx) => rename(tx, of, names)))).toMatch(/^23514:/)
  })

  test('merging a make moves its vehicles and deletes it', async () => {
    const result = await pretend(db, 'admin', async (tx) => [
      await rename(tx, 'make', ['bmw', 'BMW'], true),
      await all(tx, MAKES),
      await all(tx, `select name from public.car_makes where name ilike 'bmw'`),
    ])

    expect(result).toEqual([
      1,
      [
        { make: 'BMW', vehicles: 5 },
        { make: 'Citroen', vehicles: 1 },
        { make: 'Citroën', vehicles: 2 },
      ],
      [{ name: 'BMW' }],
    ])
  })

  test('only an admin may merge a make that is offered, and sales staff may finish what was interrupted', async () => {
    const merge = (tx: Queryable) => rename(tx, 'make', ['bmw', 'BMW'], true)

    expect(await refusalOf(pretend(db, 'sales', merge))).toBe('42501: Only an administrator may do this.')
    const rest = `delete from public.car_makes where name = 'bmw'`
    expect(await pretendAfter(db, rest, 'sales', merge)).toBe(1)
  })

  test('models are renamed and merged within their make', async () => {
    const result = await pretend(db, 'sales', async (tx) => [
      await rename(tx, 'model', ['BMW', 'x5', 'X5'], true),
      await rename(tx, 'model', ['Citroën', 'C3', 'C3 Aircross']),
      await all(
        tx,
        `select make, model, count(*)::int as vehicles from public.vehicles where make in ('BMW', 'Citroën', 'Citroen')
         group by 1, 2 order by 1, 2`,
      ),
    ])

    expect(result).toEqual([
      1,
      1,
      [
        { make: 'BMW', model: 'X5', vehicles: 4 },
        { make: 'Citroen', model: 'C3', vehicles: 1 },
        { make: 'Citroën', model: 'C3 Aircross', vehicles: 1 },
        { make: 'Citroën', model: 'DS 3', vehicles: 1 },
      ],
    ])
  })

  test('makes without a vehicle are deleted together or one by one, and only by admins', async () => {
    const remaining = async (tx: Queryable) => (await all(tx, 'select name from public.car_makes')).length
    const [before] = await all(db, 'select count(*)::int as makes from public.car_makes')
    const remove = (given: string) => async (tx: Queryable) => [
      (await all(tx, `select public.delete_unused_makes(${given})::int as deleted`))[0]?.deleted,
      Number(before?.makes) - (await remaining(tx)),
    ]

    expect(await pretend(db, 'admin', remove(''))).toEqual([1, 1])
    expect(await pretend(db, 'admin', remove(`'Saab'`))).toEqual([1, 1])
    expect(await pretend(db, 'admin', remove(`'Alvis'`))).toEqual([0, 0])
    expect(await refusalOf(pretend(db, 'sales', remove('')))).toBe('42501: Only an administrator may do this.')
  })

  test('nobody but staff can rename, merge or delete', async () => {
    const outsiders = (Object.keys(CALLERS) as Actor[]).filter(
      (actor) => !['admin', 'admin with a factor, aal2', 'sales', 'service'].includes(actor),
    )
    for (const actor of outsiders) {
      for (const call of [
        `rename_make('Alvis', 'X')`,
        `rename_make('bmw', 'BMW', true)`,
        `rename_model('Alvis', 'TD21', 'X')`,
        'delete_unused_makes()',
      ]) {
        const refusal = await refusalOf(pretend(db, actor, (tx) => tx.query(`select public.${call}`)))
        expect(refusal, `${actor}: ${call}`).toMatch(/^(42501|PT401):/)
      }
    }
  })

  test('a request moves vehicles only for a while, and the rest follow when it is repeated', async () => {
    // Each statement takes longer than a request may.
    const many = `
      insert into public.vehicles (title, make, model, year, price, mileage, fuel_type, transmission)
      select 'Many', 'Many', 'M', 2020, 1, 1, 'Petrol', 'Manual' from generate_series(1, 45);
      create function forecourt.dawdle() returns trigger language plpgsql as
        $$ begin perform pg_sleep(0.2); return null; end $$;
      create trigger dawdle before update on public.vehicles for each statement execute function forecourt.dawdle()`
    const result = await pretendAfter(db, many, 'sales', async (tx) => [
      await all(tx, `select * from public.rename_make('Many', 'Several')`),
      await all(
        tx,
        `select make, vehicles::int from public.make_stock where make in ('Many', 'Several') order by make`,
      ),
      await rename(tx, 'make', ['Many', 'Several'], true),
      await all(tx, `select make, vehicles::int from public.make_stock where make in ('Many', 'Several')`),
      await all(
        tx,
        `select count(*)::int as entries, count(part_of)::int as parts from public.activity where summary ~ 'Several'`,
      ),
    ])

    expect(result).toEqual([
      [{ moved: 20, is_done: false }],
      [
        { make: 'Many', vehicles: 25 },
        { make: 'Several', vehicles: 20 },
      ],
      25,
      [{ make: 'Several', vehicles: 45 }],
      [{ entries: 46, parts: 45 }],
    ])
  })
})
