import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Database, Queryable } from '../../backend/src/db/database.ts'
import { engines } from '../../backend/test/engines.ts'
import { type Actor, CALLERS, createCast, pretend, pretendAfter, SOON } from './cast.ts'

const DRAFT = '00000000-0000-4000-8000-0000000d4af7'
const SECRET = 'Zagato'

const OUTSIDERS = [
  'anonymous',
  'customer',
  'another customer',
  'disabled customer',
  'disabled sales',
  'sales with a factor, aal1',
  'sales whose session ended',
  'admin whose session ended',
  'customer whose session ended',
] as const satisfies readonly Actor[]

const ENQUIRY = `insert into public.enquiries (name, email, phone, message, vehicle_id) values ('A', $1, '1', 'x', $2)`

describe.each(engines)('drafts on $name', ({ open }) => {
  let db: Database
  let relations: string[]
  beforeAll(async () => {
    db = await open()
    await createCast(db)
    await db.exec(`
      insert into public.vehicles (id, title, make, model, year, price, mileage, fuel_type, transmission, description, hidden)
      values ('${DRAFT}', '${SECRET}', '${SECRET}', '${SECRET}', 2020, 1, 1, 'Petrol', 'Manual', '${SECRET}', true);
      insert into public.vehicle_images (vehicle_id, image_url) values ('${DRAFT}', '/${SECRET}.webp');
      insert into public.vehicle_features (vehicle_id, feature) values ('${DRAFT}', '${SECRET}');
      insert into public.vehicle_specifications (vehicle_id, spec_key, spec_value) values ('${DRAFT}', 'A', '${SECRET}');
      insert into public.demo_vehicles (vehicle_id, marked_at) values ('${DRAFT}', now())`)
    const { rows } = await db.query<{ name: string }>(
      `select c.relname as name from pg_class c where relnamespace = 'public'::regnamespace and relkind in ('r', 'v')`,
    )
    relations = rows.map(({ name }) => name)
  })
  afterAll(() => db.close())

  /** The relations in which the caller finds the draft. Tables that they may not read are skipped. */
  async function traces(tx: Queryable): Promise<string[]> {
    const found: string[] = []
    for (const name of relations) {
      await tx.query('savepoint reading')
      try {
        const { rows } = await tx.query<{ count: string }>(
          `select count(*) from public.${name} t where to_jsonb(t)::text ~ '${DRAFT}|${SECRET}'`,
        )
        if (Number(rows[0]?.count) > 0) found.push(name)
      } catch {
        await tx.query('rollback to savepoint reading')
      }
    }
    return found
  }

  test('staff find a draft with its parts in the back office, but not in the public lists', async () => {
    for (const actor of ['sales', 'admin', 'admin with a factor, aal2'] as const) {
      const found = await pretend(db, actor, traces)
      expect(found).toEqual(
        expect.arrayContaining(['vehicles', 'vehicle_images', 'vehicle_features', 'vehicle_specifications']),
      )
      expect(found).not.toContain('listed_vehicles')
      expect(found).not.toContain('searched_vehicles')
      expect(found).not.toContain('vehicles_without_picture')
    }
  })

  // Demo marks have few columns that visitors may read, so `to_jsonb` fails there.
  test.each(OUTSIDERS)('%s finds no trace of a draft in any table, view or count', async (actor) => {
    await pretend(db, actor, async (tx) => {
      expect(await traces(tx)).toEqual([])
      for (const table of ['vehicles', 'vehicle_images', 'vehicle_features', 'vehicle_specifications']) {
        const column = table === 'vehicles' ? 'id' : 'vehicle_id'
        const { rows } = await tx.query(`select ${column} from public.${table} where ${column} = $1`, [DRAFT])
        expect(rows, table).toEqual([])
      }
      const { rows } = await tx.query('select public.find_filter_options() as options')
      expect(JSON.stringify(rows)).not.toContain(SECRET)
    })
    if (CALLERS[actor].role !== 'anon') return
    await pretend(db, actor, async (tx) => {
      const { rows } = await tx.query('select vehicle_id from public.demo_vehicles where vehicle_id = $1', [DRAFT])
      expect(rows).toEqual([])
    })
  })

  test.each(['anonymous', 'customer'] as const)(
    '%s cannot tell a draft from an unknown vehicle by enquiring',
    async (actor) => {
      const email = actor === 'customer' ? 'carol@example.com' : 'a@example.com'
      const answer = (vehicle: string) =>
        pretend(db, actor, (tx) => tx.query(ENQUIRY, [email, vehicle])).then(
          () => 'accepted',
          ({ code, message, detail }) => ({ code, message, detail }),
        )
      const refusal = await answer(DRAFT)
      expect(refusal).toMatchObject({ code: '23503', message: 'This vehicle is no longer available.' })
      expect(await answer(randomUUID())).toEqual(refusal)
    },
  )

  test('the taken test drive times of a draft are those of an unknown vehicle', async () => {
    const book = `
      update public.vehicles set hidden = false where id = '${DRAFT}';
      insert into public.test_drives (name, email, phone, vehicle_id, preferred_date)
        values ('A', 'a@example.com', '1', '${DRAFT}', ${SOON} + time '12:00');`
    const taken = (prepare: string) =>
      pretendAfter(
        db,
        prepare,
        'anonymous',
        async (tx) => (await tx.query('select public.taken_test_drive_times($1, current_date)', [DRAFT])).rows,
      )

    expect(await taken(book)).toHaveLength(1)
    expect(await taken(`${book} update public.vehicles set hidden = true where id = '${DRAFT}'`)).toEqual([])
  })

  test('a vehicle leaves the lists when it becomes a draft, and returns when it no longer is', async () => {
    const listed = async () =>
      (await db.query('select id from public.listed_vehicles where id = $1', [DRAFT])).rows.length === 1
    const hide = (hidden: boolean) => db.query('update public.vehicles set hidden = $2 where id = $1', [DRAFT, hidden])
    expect(await listed()).toBe(false)
    await hide(false)
    expect(await listed()).toBe(true)
    await hide(true)
    expect(await listed()).toBe(false)
    await db.query('select forecourt.rebuild_listed_vehicles()')
    expect(await listed()).toBe(false)
  })
})
