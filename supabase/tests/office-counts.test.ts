// The back office's counts must stay in step with the rows they count.

import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Database, Queryable } from '../../backend/src/db/database.ts'
import { engines } from '../../backend/test/engines.ts'
import { createCast, pretend, VEHICLE } from './cast.ts'

const COUNTED = `select * from (
  select 'vehicle' as subject, case when sold then 'Sold' else 'For sale' end as status, count(*)::bigint as total
  from public.vehicles group by 2
  union all select kind, status, count(*)::bigint from public.inbox group by 1, 2) as counted`
const KEPT = 'select subject, status, total from public.office_counts where total <> 0'

const differences = async (tx: Queryable) =>
  (await tx.query(`(${COUNTED} except ${KEPT}) union all (${KEPT} except ${COUNTED})`)).rows

const LEAD = `(name, email, phone, message, vehicle_id) values ('X', 'x@example.com', '1', 'Hi', '${VEHICLE.listed}')`

const CHANGES: [what: string, ...statements: string[]][] = [
  ['an enquiry was sent', `insert into public.enquiries ${LEAD}`],
  [
    'two enquiries were inserted at once',
    `insert into public.enquiries ${LEAD}, ${LEAD.slice(LEAD.indexOf('values') + 7)}`,
  ],
  ['all enquiries were responded to', `update public.enquiries set status = 'Responded'`],
  ['test drives were closed', `update public.test_drives set status = 'Closed'`],
  ['messages were responded to', `update public.contact_messages set status = 'Responded'`],
  ['leads were deleted', 'delete from public.enquiries', 'delete from public.test_drives'],
  ['messages were deleted', 'delete from public.contact_messages'],
  [
    'a vehicle was sold',
    `update public.vehicles set sold = true, featured = false, sold_expiry_date = forecourt.london_today() + 7
     where id = '${VEHICLE.listed}'`,
  ],
  [
    'an update that changes no status',
    `update public.vehicles set title = 'T'`,
    `update public.enquiries set name = 'N'`,
  ],
  ['all vehicles were deleted', 'delete from public.vehicles'],
]

describe.each(engines)('the back office counts on $name', ({ open }) => {
  let db: Database
  beforeAll(async () => {
    db = await open()
    await createCast(db)
  })
  afterAll(() => db.close())

  test.each(CHANGES)('the back office counts are up to date after %s', async (_, ...statements) => {
    await pretend(db, 'service', async (tx) => {
      for (const statement of statements) {
        await tx.query(statement)
        expect(await differences(tx)).toEqual([])
      }
    })
  })

  test('only the database’s owner can recompute the back office counts', async () => {
    await db.query(`update public.office_counts set total = 77`)
    await db.query('select forecourt.recount_for_the_office()')
    expect(await differences(db)).toEqual([])
    const refused = pretend(db, 'service', (tx) => tx.query('select forecourt.recount_for_the_office()'))
    await expect(refused).rejects.toThrow(/permission denied/)
  })
})
