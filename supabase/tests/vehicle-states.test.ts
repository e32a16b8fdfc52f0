// The state of a vehicle, and reservations.

import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Database, Queryable } from '../../backend/src/db/database.ts'
import { engines } from '../../backend/test/engines.ts'
import { type Actor, become, becomeOwner, createCast, pretend, pretendAfter, USER, VEHICLE } from './cast.ts'

const TODAY = 'forecourt.london_today()'
const SOLD_ON = (day: string) => `sold = true, sold_expiry_date = ${day}`

/** What is stored for VEHICLE.listed, whether it has a picture, and the state that follows. */
const STATES: [stored: string, hasPicture: boolean, state: string][] = [
  ['hidden = true', true, 'Draft'],
  [`hidden = true, ${SOLD_ON(`${TODAY} - 1`)}`, false, 'Draft'],
  [`hidden = true, reserved_until = ${TODAY}`, true, 'Draft'],
  [SOLD_ON(TODAY), true, 'Sold'],
  [SOLD_ON(`${TODAY} + 30`), false, 'Sold'],
  [SOLD_ON(`${TODAY} - 1`), true, 'Expired'],
  [SOLD_ON(`${TODAY} - 1`), false, 'Expired'],
  [`reserved_until = ${TODAY}`, true, 'Reserved'],
  [`reserved_until = ${TODAY} + 30`, true, 'Reserved'],
  [`reserved_until = ${TODAY}, featured = true`, true, 'Reserved'],
  [`reserved_until = ${TODAY}`, false, 'Reserved'],
  [`reserved_until = ${TODAY} - 1`, true, 'Listed'],
  [`reserved_until = ${TODAY} - 1`, false, 'No picture'],
  ['featured = true', true, 'Listed'],
  ['sold = false', true, 'Listed'],
  ['sold = false', false, 'No picture'],
]

const store = (stored: string, hasPicture = true) =>
  `update public.vehicles set ${stored} where id = '${VEHICLE.listed}';
   ${hasPicture ? '' : `delete from public.vehicle_images where vehicle_id = '${VEHICLE.listed}'`}`

const stateOf = async (tx: Queryable, id: string = VEHICLE.listed) => {
  const { rows } = await tx.query<{ state: string }>(
    'select public.vehicle_state(v) as state from public.vehicles v where id = $1',
    [id],
  )
  return rows[0]?.state
}

const reservationOf = async (tx: Queryable, id: string = VEHICLE.listed) => {
  const { rows } = await tx.query(
    `select v.reserved_until is not null as reserved, r.note, r.person_id, r.reserved_by, r.reserved_at = now() as is_new
     from public.vehicles v left join public.vehicle_reservations r on r.vehicle_id = v.id where v.id = $1`,
    [id],
  )
  return rows[0]
}

const NOT_RESERVED = { reserved: false, note: null, person_id: null, reserved_by: null, is_new: null }

interface Wish {
  id?: string
  /** An SQL expression; null ends the reservation. */
  until?: string | null
  note?: string
  person?: string | null
  expected?: string | null
}

const reserve = (
  tx: Queryable,
  { id = VEHICLE.listed, until = `${TODAY} + 7`, note = '', person = null, expected = null }: Wish = {},
) =>
  tx.query<{ id: string; updated_at: string }>(
    `select id, updated_at::text from public.reserve_vehicle($1, ${until}, $2, $3, $4)`,
    [id, note, person, expected],
  )

const personOf = async (tx: Queryable, email: string) => {
  const { rows } = await tx.query<{ id: string }>('select id from public.people where email = $1', [email])
  return rows[0]?.id ?? ''
}

describe.each(engines)('vehicle states on $name', ({ open }) => {
  let db: Database
  beforeAll(async () => {
    db = await open()
    await createCast(db)
  })
  afterAll(() => db.close())

  test.each(STATES)('a vehicle with "%s" and a picture: %s is in the state %s', async (stored, hasPicture, state) => {
    await pretendAfter(db, store(stored, hasPicture), 'sales', async (tx) => {
      expect(await stateOf(tx)).toBe(state)
      const { rows } = await tx.query('select id from public.stock_list($1) where id = $2', [state, VEHICLE.listed])
      expect(rows).toHaveLength(1)
    })
  })

  test('every vehicle is in exactly one state', async () => {
    await pretendAfter(db, store(`reserved_until = ${TODAY}`), 'sales', async (tx) => {
      const { rows } = await tx.query(
        `select title, array_agg(state) as states
         from unnest(array['Draft', 'No picture', 'Listed', 'Reserved', 'Sold', 'Expired']) state
         cross join lateral public.stock_list(state) group by title order by title`,
      )
      expect(rows).toEqual([
        { title: 'Expired', states: ['Expired'] },
        { title: 'Listed', states: ['Reserved'] },
        { title: 'Sold', states: ['Sold'] },
        { title: 'Spare', states: ['No picture'] },
      ])
    })
  })

  test.each(['customer', 'disabled sales'] as const)('%s learns of no draft or missing picture', async (actor) => {
    await pretendAfter(db, store('hidden = true'), actor, async (tx) => {
      expect(await stateOf(tx)).toBeUndefined()
      expect(await stateOf(tx, VEHICLE.spare)).toBe('Listed')
      const { rows } = await tx.query(
        `select id from unnest(array['Draft', 'No picture']) state cross join lateral public.stock_list(state)`,
      )
      expect(rows).toEqual([])
    })
  })

  describe('the list for staff', () => {
    const SEARCH = `select count(*) from public.stock_list() where title ilike '%listed%' or model ilike '%listed%'`
    const planOf = async (tx: Queryable, statement: string) => {
      const { rows } = await tx.query<{ 'QUERY PLAN': string }>(`explain (analyze) ${statement}`)
      return rows.map((row) => row['QUERY PLAN'])
    }
    const scansOf = (plan: string[]) => plan.filter((line) => line.includes('on vehicles v'))

    test('has every vehicle, and can be searched with the indexes', async () => {
      await pretendAfter(db, store('hidden = true'), 'sales', async (tx) => {
        const { rows } = await tx.query('select title from public.stock_list() order by title')
        expect(rows.map(({ title }) => title)).toEqual(['Expired', 'Listed', 'Sold', 'Spare'])
        // These tables are so small that Postgres would rather read them whole.
        for (const setting of ['enable_seqscan', 'enable_indexscan', 'enable_indexonlyscan'])
          await tx.query(`set local ${setting} = off`)
        expect((await planOf(tx, SEARCH)).join('\n')).toContain('vehicles_title_search_idx')
      })
    })

    test.each(['customer', 'disabled sales'] as const)('is empty for %s, and no vehicle is read', async (actor) => {
      await pretend(db, actor, async (tx) => {
        expect((await tx.query('select id from public.stock_list()')).rows).toEqual([])
        const scans = scansOf(await planOf(tx, SEARCH))
        expect(scans).toHaveLength(1)
        expect(scans[0]).toContain('never executed')
      })
    })
  })

  test('visitors cannot ask for states', async () => {
    for (const statement of [
      'select public.vehicle_state(v) from public.vehicles v',
      `select public.stock_list('Sold')`,
    ])
      await expect(pretend(db, 'anonymous', (tx) => tx.query(statement))).rejects.toMatchObject({ code: '42501' })
  })

  test.each(['sales', 'admin'] as const)(
    '%s reserves a vehicle, changes the reservation and ends it',
    async (actor) => {
      await pretend(db, actor, async (tx) => {
        const person_id = await personOf(tx, 'guest@example.com')
        const reserved_by = actor === 'sales' ? USER.sales : USER.admin
        await reserve(tx, { note: ' Paid £100 ', person: person_id })
        expect(await reservationOf(tx)).toEqual({
          reserved: true,
          note: 'Paid £100',
          person_id,
          reserved_by,
          is_new: true,
        })
        expect(await stateOf(tx)).toBe('Reserved')
        await reserve(tx, { until: TODAY, note: 'Viewing today' })
        expect(await reservationOf(tx)).toMatchObject({ reserved: true, note: 'Viewing today', person_id: null })
        await reserve(tx, { until: null })
        expect(await reservationOf(tx)).toEqual(NOT_RESERVED)
        const { rows } = await tx.query(
          `select kind, replace(summary, to_char(${TODAY}, 'DD/MM/YYYY'), 'today') as summary from public.activity
         where vehicle_id = $1 and kind = 'vehicle_reserved' order by id`,
          [VEHICLE.listed],
        )
        expect(rows.slice(1)).toEqual([
          { kind: 'vehicle_reserved', summary: 'Listed reserved until today' },
          { kind: 'vehicle_reserved', summary: 'Listed no longer reserved' },
        ])
      })
    },
  )

  test.each([
    'anonymous',
    'customer',
    'disabled customer',
    'disabled sales',
    'sales with a factor, aal1',
  ] as const satisfies readonly Actor[])('%s cannot reserve a vehicle', async (actor) => {
    await expect(pretend(db, actor, (tx) => reserve(tx))).rejects.toMatchObject({ code: '42501' })
  })

  test('who reserved a vehicle, and when, does not come from the request', async () => {
    for (const column of ['reserved_by', 'reserved_at', 'vehicle_id'])
      await expect(
        pretend(db, 'admin', async (tx) => {
          await reserve(tx)
          await tx.query(`update public.vehicle_reservations set ${column} = ${column}`)
        }),
      ).rejects.toMatchObject({ code: '42501' })
    await pretend(db, 'sales', async (tx) => {
      await tx.query(`update public.vehicles set reserved_until = ${TODAY} where id = $1`, [VEHICLE.listed])
      expect(await reservationOf(tx)).toMatchObject({ reserved_by: USER.sales, is_new: true, note: '' })
    })
  })

  test.each([
    ['a sold vehicle', VEHICLE.sold, '', '23514', 'A sold vehicle cannot be reserved.'],
    ['a draft', VEHICLE.listed, store('hidden = true'), '23514', 'A draft cannot be reserved.'],
    ['an unknown vehicle', USER.sales, '', 'PT404', 'Vehicle not found'],
  ])('%s cannot be reserved', async (_, id, prepare, code, message) => {
    await expect(pretendAfter(db, prepare, 'sales', (tx) => reserve(tx, { id }))).rejects.toMatchObject({
      code,
      message,
    })
  })

  test('a reservation cannot end in the past, but a past one does not prevent other changes', async () => {
    await expect(pretend(db, 'sales', (tx) => reserve(tx, { until: `${TODAY} - 1` }))).rejects.toMatchObject({
      code: '23514',
      message: 'The reservation must end today or later.',
    })
    await pretendAfter(db, store(`reserved_until = ${TODAY} - 1`), 'sales', async (tx) => {
      await tx.query(`update public.vehicles set price = 1 where id = $1`, [VEHICLE.listed])
      await tx.query('select public.save_vehicle($1, null, null, null)', [{ id: VEHICLE.listed, price: 2 }])
      expect(await reservationOf(tx)).toMatchObject({ reserved: true })
    })
  })

  test('two members of staff cannot reserve one vehicle for two buyers', async () => {
    await pretend(db, 'sales', async (tx) => {
      const { rows: before } = await tx.query<{ seen: string }>(
        'select updated_at::text as seen from public.vehicles where id = $1',
        [VEHICLE.listed],
      )
      const { rows } = await reserve(tx, { note: 'First', expected: before[0]?.seen ?? '' })
      await become(tx, 'admin')
      await tx.query('savepoint second')
      await expect(reserve(tx, { note: 'Second', expected: before[0]?.seen ?? '' })).rejects.toMatchObject({
        code: 'PT409',
      })
      await tx.query('rollback to second')
      await reserve(tx, { note: 'Second', expected: rows[0]?.updated_at ?? '' })
      expect(await reservationOf(tx)).toMatchObject({ note: 'Second', reserved_by: USER.sales })
    })
  })

  test('saving a vehicle keeps its reservation, and making it a draft keeps it for later', async () => {
    await pretend(db, 'sales', async (tx) => {
      await reserve(tx, { note: 'Kept' })
      const save = (vehicle: object) =>
        tx.query('select public.save_vehicle($1, null, null, null)', [{ id: VEHICLE.listed, ...vehicle }])
      await save({ price: 1, reserved_until: null })
      expect(await reservationOf(tx)).toMatchObject({ reserved: true, note: 'Kept' })
      await save({ hidden: true })
      expect(await stateOf(tx)).toBe('Draft')
      await save({ hidden: false })
      expect(await stateOf(tx)).toBe('Reserved')
    })
  })

  test('a sold vehicle loses its reservation for good, and the sale gets its person as the buyer', async () => {
    await pretend(db, 'sales', async (tx) => {
      const buyer_id = await personOf(tx, 'guest@example.com')
      await reserve(tx, { person: buyer_id })
      const sell = (sold: boolean) =>
        tx.query(
          `update public.vehicles set sold = ${sold}, sold_expiry_date = ${sold ? `${TODAY} + 9` : 'null'} where id = $1`,
          [VEHICLE.listed],
        )
      await sell(true)
      expect(await reservationOf(tx)).toEqual(NOT_RESERVED)
      await becomeOwner(tx)
      const { rows } = await tx.query('select buyer_id, is_prefilled from public.vehicle_sales where vehicle_id = $1', [
        VEHICLE.listed,
      ])
      expect(rows).toEqual([{ buyer_id, is_prefilled: true }])
      await become(tx, 'sales')
      await sell(false)
      expect(await stateOf(tx)).toBe('Listed')
    })
  })

  test('the job ends reservations whose last day is over, and no others', async () => {
    const prepare = `${store(`reserved_until = ${TODAY} - 1`)};
      update public.vehicles set reserved_until = ${TODAY} where id = '${VEHICLE.spare}'`
    await pretendAfter(db, prepare, 'sales', async (tx) => {
      await becomeOwner(tx)
      const { rows } = await tx.query('select forecourt.end_past_reservations() as ended')
      expect(rows).toEqual([{ ended: 1 }])
      expect(await reservationOf(tx)).toEqual(NOT_RESERVED)
      expect(await reservationOf(tx, VEHICLE.spare)).toMatchObject({ reserved: true })
    })
  })

  test('after a merge, the person’s export lists the reservation, and their erasure removes its note', async () => {
    await pretend(db, 'admin', async (tx) => {
      const guest = await personOf(tx, 'guest@example.com')
      const carol = await personOf(tx, 'carol@example.com')
      await reserve(tx, { note: 'For Guest', person: guest })
      await tx.query('select public.merge_people($1, $2)', [guest, carol])
      const { rows } = await tx.query(`select public.export_person($1) -> 'reservations' as reservations`, [carol])
      expect(rows).toMatchObject([{ reservations: [{ vehicle: 'Listed', note: 'For Guest' }] }])

      await tx.query('select public.erase_person($1)', [carol])
      expect(await reservationOf(tx)).toEqual({ ...NOT_RESERVED, reserved: true })
      await reserve(tx, { until: `${TODAY} + 1`, note: 'For someone else' })
      expect(await reservationOf(tx)).toMatchObject({ note: 'For someone else' })
    })
  })

  test('retention does not forget a person while a vehicle is reserved for them', async () => {
    await pretend(db, 'sales', async (tx) => {
      const { rows } = await tx.query<{ id: string }>(`insert into public.people (name) values ('Quiet') returning id`)
      const [{ id: person } = { id: '' }] = rows
      await reserve(tx, { person })
      const forget = async () => {
        await becomeOwner(tx)
        await tx.query('select forecourt.forget_empty_people($1)', [[person]])
        const { rows: left } = await tx.query('select from public.people where id = $1', [person])
        await become(tx, 'sales')
        return left.length === 0
      }
      expect(await forget()).toBe(false)
      await reserve(tx, { until: null })
      expect(await forget()).toBe(true)
    })
  })
})
