import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Database } from '../../backend/src/db/database.ts'
import { serviceEngines } from '../../backend/test/engines.ts'
import { type Actor, createCast, pretendAfter, VEHICLE } from './cast.ts'

const NOT_ADMINS = ['anonymous', 'customer', 'disabled customer', 'admin with a factor, aal1'] as const

const RESTORED = `
  delete from public.email_outbox;
  insert into public.email_outbox (template, recipient, data, status) values
    ('contact', 'one@example.com', '{}', 'pending'), ('contact', 'two@example.com', '{}', 'sent');
  insert into public.autotrader_syncs (vehicle_id, pending, status) values ('${VEHICLE.listed}', 'update', 'pending');
  update public.config set value = 'true' where key = 'EnableAutoTrader';
  insert into forecourt.backups (folder, is_nightly, made_at, finished_at, bytes, rows, pictures) values
    ('forecourt-20260101T030000Z', true, '2026-01-01T03:00:00Z', '2026-01-01T03:00:09Z', 1000, 50, 7);
  insert into forecourt.outgoing_hold (since, made_at) values ('2026-01-02T10:00:00Z', '2026-01-01T03:00:00Z');`

describe.each(serviceEngines)('the hold after a restore, on $name', ({ open }) => {
  let db: Database
  beforeAll(async () => {
    db = await open()
    await createCast(db)
  })
  afterAll(() => db.close())

  const as = (actor: Actor, sql: string, before = RESTORED) =>
    pretendAfter(db, before, actor, (tx) => tx.query<Record<string, unknown>>(sql))
  const queues = ['email_outbox', 'autotrader_syncs'] as const

  test.each(queues)('no job in %s is due or can be claimed during the hold, not even by id', async (queue) => {
    const { rows } = await as(
      'service',
      `select public.claim_jobs('${queue}', 5, 60) as all, public.next_job_seconds('${queue}') as due,
         public.claim_jobs('${queue}', 1, 60, '${VEHICLE.listed}') as one`,
    )

    expect(rows).toEqual([{ all: [], due: null, one: [] }])
  })

  test.each(queues)('jobs in %s can be claimed when there is no hold', async (queue) => {
    const { rows } = await as(
      'service',
      `select jsonb_array_length(public.claim_jobs('${queue}', 5, 60)) as claimed`,
      `${RESTORED} delete from forecourt.outgoing_hold`,
    )

    expect(rows).toEqual([{ claimed: 1 }])
  })

  test('the AutoTrader setting is reported as on hold, unless it is switched off', async () => {
    const setting = 'select public.read_autotrader_setting() as value'
    const off = `${RESTORED} update public.config set value = 'false' where key = 'EnableAutoTrader'`

    expect((await as('service', setting)).rows).toEqual([{ value: 'held' }])
    expect((await as('service', setting, off)).rows).toEqual([{ value: 'false' }])
  })

  test('an admin sees the last backup, how many emails and listings are on hold and when the hold began', async () => {
    const { rows } = await as('admin', 'select public.backup_status() as status')

    expect(rows[0]?.status).toEqual({
      last: expect.objectContaining({ folder: 'forecourt-20260101T030000Z', bytes: 1000, rows: 50, pictures: 7 }),
      isOld: true,
      lastError: null,
      isUnderWay: false,
      held: expect.objectContaining({ mails: 1, listings: 1 }),
    })
  })

  test('a site that was not restored reports that it has no backup and no hold, and why the last backup failed', async () => {
    const { rows } = await as(
      'admin',
      'select public.backup_status() as status',
      `insert into forecourt.job_rounds (name, next_at, attempts, last_error) values ('backup', now(), 2, 'no room left')`,
    )

    expect(rows[0]?.status).toEqual({
      last: null,
      isOld: true,
      lastError: 'no room left',
      isUnderWay: false,
      held: null,
    })
  })

  test('a release applies to both queues and is recorded under the admin’s name, and a second release does nothing', async () => {
    const { rows } = await pretendAfter(db, RESTORED, 'admin', async (tx) => {
      await tx.query('select public.release_outgoing()')
      return tx.query(
        `select public.release_outgoing() as again, public.backup_status() -> 'held' as held,
           (select count(*) from public.activity where kind = 'outgoing_released' and actor_id = auth.uid())::int as recorded`,
      )
    })

    expect(rows).toEqual([{ again: false, held: null, recorded: 1 }])
  })

  test.each(['select public.release_outgoing()', 'select public.backup_status()'])(
    'only an admin can call %s',
    async (call) => {
      await as('admin', call)
      await as('service', call)
      for (const actor of NOT_ADMINS) await expect(as(actor, call)).rejects.toMatchObject({ code: '42501' })
    },
  )

  test.each(['outgoing_hold', 'backups'])('no caller can read or write the table forecourt.%s', async (table) => {
    for (const actor of ['anonymous', 'customer', 'admin', 'service'] as const) {
      await expect(as(actor, `select * from forecourt.${table}`)).rejects.toMatchObject({ code: '42501' })
      await expect(as(actor, `delete from forecourt.${table}`)).rejects.toMatchObject({ code: '42501' })
    }
  })
})
