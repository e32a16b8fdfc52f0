import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { engines } from '../../test/engines.ts'
import { asRole, asRoleBatch } from './as-role.ts'
import { ANONYMOUS, type Caller, type Database, DatabaseError } from './database.ts'
import { MAX_PREPARED_PER_CONNECTION } from './limits.ts'

describe.each(engines)('the database driver on $name', ({ open }) => {
  let db: Database
  beforeAll(async () => {
    db = await open()
  })
  afterAll(() => db.close())

  test('both engines return values in the same form', async () => {
    const { rows } = await db.query(
      `select 1::int as int, 9007199254740991::bigint as big, 12.50::numeric as numeric, true as yes, null as nothing,
        date '2026-03-01' as day, timestamp '2026-03-01 09:00' as wall, timestamptz '2026-03-01 09:00:00.123456+01' as moment,
        array['a,"b\\', null] as words, array[1, 2] as numbers, '{"a": [1]}'::jsonb as json, '\\x00ff'::bytea as bytes`,
    )

    expect(rows).toEqual([
      {
        int: 1,
        big: 9007199254740991,
        numeric: '12.50',
        yes: true,
        nothing: null,
        day: '2026-03-01',
        wall: '2026-03-01 09:00:00',
        moment: '2026-03-01 08:00:00.123456+00',
        words: ['a,"b\\', null],
        numbers: [1, 2],
        json: { a: [1] },
        bytes: expect.any(Uint8Array),
      },
    ])
  })

  test('parameters of every type reach the database unchanged', async () => {
    const { rows } = await db.query(
      `select $1::text as text, $2::int as int, $3::boolean as yes, $4::jsonb as json, $5::text[] as words,
        $6::timestamptz as moment, $7::text as nothing, $8::jsonb as list, $9::bytea as bytes`,
      [
        `'; drop table x; --`,
        3,
        false,
        { a: "it's" },
        ['x', 'y"z', null],
        new Date(0),
        null,
        '[1,2]',
        Buffer.from('hi'),
      ],
    )

    expect(rows[0]).toMatchObject({
      text: `'; drop table x; --`,
      int: 3,
      yes: false,
      json: { a: "it's" },
      words: ['x', 'y"z', null],
      moment: '1970-01-01 00:00:00+00',
      nothing: null,
      list: [1, 2],
    })
    expect(Buffer.from(rows[0]?.bytes as Uint8Array).toString()).toBe('hi')
  })

  test('a Postgres error keeps its code, and the next statement succeeds', async () => {
    await expect(db.query('select 1 / $1::int', [0])).rejects.toMatchObject({ name: 'DatabaseError', code: '22012' })
    await expect(db.query(`insert into car_makes (name) values (' ')`)).rejects.toMatchObject({
      code: '23514',
      constraint: 'car_makes_name_check',
    })

    expect((await db.query('select 1 as one')).rows).toEqual([{ one: 1 }])
  })

  test('a transaction that throws leaves nothing behind', async () => {
    const failing = db.transaction(async (tx) => {
      await tx.query(`insert into car_makes values ('Ghost')`)
      throw new Error('changed my mind')
    })

    await expect(failing).rejects.toThrow('changed my mind')
    expect((await db.query(`select * from car_makes where name = 'Ghost'`)).rows).toEqual([])
  })

  test('a transaction that swallows an error fails instead of appearing to commit', async () => {
    const swallowing = db.transaction(async (tx) => {
      await tx.query(`insert into car_makes values ('Ghost')`)
      await tx.query('select 1 / 0').catch(() => {})
    })

    await expect(swallowing).rejects.toMatchObject({ code: '25P02' })
  })

  test('the first error in a batch rolls back the whole batch and is reported', async () => {
    const failing = db.batch([
      { text: `insert into car_makes values ('Ghost')` },
      { text: 'select 1 / 0' },
      { text: 'select 2' },
    ])

    await expect(failing).rejects.toMatchObject({ code: '22012' })
    expect((await db.query(`select * from car_makes where name = 'Ghost'`)).rows).toEqual([])
    const results = await db.batch([{ text: 'select 1 as a' }, { text: 'select $1::text as b', values: ['x'] }])
    expect(results.map(({ rows }) => rows)).toEqual([[{ a: 1 }], [{ b: 'x' }]])
  })

  test('a repeated statement runs with the rights of its current caller and reflects changes to its table', async () => {
    const seesSecrets = `exists (select from config where key = 'ADMIN_EMAIL') as "seesSecrets"`
    const who = [{ text: `select current_user::text as role, ${seesSecrets}` }]
    const service: Caller = { role: 'service_role', claims: null }
    for (let i = 0; i < 8; i++) {
      expect((await asRoleBatch(db, ANONYMOUS, who))[0]?.rows).toEqual([{ role: 'anon', seesSecrets: false }])
      expect((await asRoleBatch(db, service, who))[0]?.rows).toEqual([{ role: 'service_role', seesSecrets: true }])
    }

    await db.exec('create table changing (a int); insert into changing values (1)')
    const all = [{ text: 'select * from changing' }]
    for (let i = 0; i < 8; i++) expect((await db.batch(all))[0]?.rows).toEqual([{ a: 1 }])
    await db.exec('alter table changing add column b int default 2')
    expect((await db.batch(all))[0]?.rows).toEqual([{ a: 1, b: 2 }])
    await db.exec('drop table changing')
  })

  test('a connection has a limited number of prepared statements, however many different statements it runs', async () => {
    const repeat = async (shape: number, times: number) => {
      for (let i = 0; i < times; i++) await db.batch([{ text: `select ${shape} as shape` }])
    }
    for (let shape = 0; shape < 60; shape++) await repeat(shape, 4)
    // Each of these statements is frequent enough to replace another one.
    for (let shape = 60; shape < 130; shape++) await repeat(shape, 9)

    const [held] = await db.batch([{ text: 'select count(*)::int as held from pg_prepared_statements' }])
    expect(held?.rows[0]?.held).toBeLessThanOrEqual(MAX_PREPARED_PER_CONNECTION)
    expect((await db.batch([{ text: 'select 3 as shape' }]))[0]?.rows).toEqual([{ shape: 3 }])
  })

  test('a statement with inlined values returns the same result every time', async () => {
    const plus = (more: number) => ({
      text: 'select 40 + $1::int as answer',
      values: [more],
      whole: `select 40 + ${more} as answer`,
    })
    for (let i = 0; i < 8; i++) {
      const [two, three] = await db.batch([plus(2), plus(3)], { settings: [['forecourt.test', 'yes']] })
      expect([two?.rows, three?.rows]).toEqual([[{ answer: 42 }], [{ answer: 43 }]])
    }
  })

  test("a batch's settings apply from its first statement and are reset after its last statement", async () => {
    const read = [{ text: `select current_setting('forecourt.test', true) as setting` }]
    for (let i = 0; i < 8; i++) {
      const [during] = await db.batch(read, { readOnly: true, settings: [['forecourt.test', `${i}'`]] })
      expect(during?.rows).toEqual([{ setting: `${i}'` }])
      expect((await db.batch(read))[0]?.rows[0]?.setting || null).toBeNull()
    }
  })

  test('a statement that keeps failing fails in the same way each time', async () => {
    const failing = [{ text: 'select 1 / $1::int as answer', values: [0] }]
    for (let i = 0; i < 8; i++) await expect(db.batch(failing)).rejects.toMatchObject({ code: '22012' })

    const working = [{ text: 'select 1 / $1::int as answer', values: [1] }]
    expect((await db.batch(working))[0]?.rows).toEqual([{ answer: 1 }])
  })

  test('a batch can contain the same statement twice and can be run repeatedly', async () => {
    const twice = [{ text: 'select 41 + 1 as answer' }, { text: 'select 41 + 1 as answer' }]
    for (let i = 0; i < 8; i++) {
      expect((await db.batch(twice)).map(({ rows }) => rows)).toEqual([[{ answer: 42 }], [{ answer: 42 }]])
    }
  })

  test('a write in a read-only transaction is refused', async () => {
    const writing = db.batch([{ text: `insert into car_makes values ('Ghost')` }], { readOnly: true })

    await expect(writing).rejects.toMatchObject({ code: '25006' })
  })

  test('a database whose disk is full is reported as unavailable, with the original error as the cause', async () => {
    const full = db.query(`do $$ begin raise exception 'Disk full' using errcode = '53100'; end $$`)

    await expect(full).rejects.toMatchObject({ name: 'DatabaseUnavailable', cause: { code: '53100' } })
  })

  test("one request's role and claims do not leak into another", async () => {
    const caller: Caller = {
      role: 'authenticated',
      claims: { sub: 'b50e8400-e29b-41d4-a716-446655440000', aal: 'aal1' },
    }
    const who = `select current_user::text as role, auth.uid() as uid, auth.jwt() ->> 'aal' as aal`
    const asOwner = (await db.query(who)).rows

    const results = await Promise.all(
      Array.from({ length: 40 }, async (_, i) => {
        if (i % 4 === 0) return (await asRole(db, caller, (tx) => tx.query(who))).rows
        if (i % 4 === 1) return (await asRoleBatch(db, ANONYMOUS, [{ text: who }]))[0]?.rows
        if (i % 4 === 2) return asRoleBatch(db, caller, [{ text: 'select 1 / 0' }]).catch((error) => error.code)
        return (await db.query(who)).rows
      }),
    )

    for (const [i, result] of results.entries()) {
      const expected = [
        [{ role: 'authenticated', uid: 'b50e8400-e29b-41d4-a716-446655440000', aal: 'aal1' }],
        [{ role: 'anon', uid: null, aal: null }],
        '22012',
        asOwner,
      ][i % 4]
      expect(result).toEqual(expected)
    }
  })

  // Triggers on other tables write to these tables.
  const DERIVED = ['activity', 'listed_vehicles', 'listed_vehicle_counts']

  test('after a commit, a listener gets one notification that names the changed table', async () => {
    const received: string[] = []
    const stop = await db.listen('forecourt_changes', (payload) => received.push(payload))

    await db.batch([
      { text: `insert into car_makes values ('Alvis')` },
      { text: `insert into car_makes values ('Bristol')` },
      {
        text: `insert into vehicles (title, make, model, year, price, mileage, fuel_type, transmission)
        values ('A', 'Alvis', 'TD21', 1962, 1, 1, 'Petrol', 'Manual')`,
      },
    ])
    await expect
      .poll(() => received.filter((table) => !DERIVED.includes(table)).sort())
      .toEqual(['car_makes', 'vehicles'])

    await stop()
    await db.query(`delete from car_makes`)
    await db.query('select 1')
    expect(received.filter((table) => table === 'car_makes')).toHaveLength(1)
  })

  test('an error is thrown as a DatabaseError with its detail and hint', async () => {
    const error = await db
      .exec(`do $$ begin raise exception 'no' using errcode = 'PT409', detail = 'd', hint = 'h'; end $$`)
      .catch((e) => e)

    expect(error).toBeInstanceOf(DatabaseError)
    expect(error).toMatchObject({ message: 'no', code: 'PT409', detail: 'd', hint: 'h' })
  })
})
