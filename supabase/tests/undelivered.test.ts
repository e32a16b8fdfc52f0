import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Database } from '../../backend/src/db/database.ts'
import { serviceEngines } from '../../backend/test/engines.ts'
import { type Actor, createCast, pretend, pretendAfter, VEHICLE } from './cast.ts'

const NOT_ADMINS = ['anonymous', 'customer', 'disabled customer', 'admin with a factor, aal1'] as const

const EMAILS = `
  delete from public.email_outbox;
  insert into public.email_outbox (template, recipient, data, status, attempts, last_error, next_attempt_at) values
    ('password-reset', 'waits@example.com', '{"link": "https://cars.example/verify?token=secret"}', 'pending', 3,
      'We couldn’t connect to the mail server: no', now() + interval '1 hour'),
    ('enquiry', 'fails@example.com', '{"message": "private"}', 'failed', 9, 'No such user', now()),
    ('contact', 'new@example.com', '{}', 'pending', 0, null, now()),
    ('contact', 'busy@example.com', '{}', 'sending', 1, null, now() + interval '1 minute'),
    ('contact', 'old@example.com', '{}', 'held', 0, 'Queued more than a day before email was connected', now()),
    ('contact', 'done@example.com', '{}', 'sent', 1, null, now());
  insert into public.autotrader_syncs (vehicle_id, pending, status, attempts, last_error)
  values ('${VEHICLE.listed}', 'update', 'failed', 4, 'AutoTrader rejected the vehicle: Price is too low.');`

describe.each(serviceEngines)('undelivered emails and listings on $name', ({ open }) => {
  let db: Database
  beforeAll(async () => {
    db = await open()
    await createCast(db)
  })
  afterAll(() => db.close())

  const as = (actor: Actor, sql: string) =>
    pretendAfter(db, EMAILS, actor, (tx) => tx.query<Record<string, unknown>>(sql))

  test('an admin sees each item’s type, address, age, attempts and error, but not its body or links', async () => {
    const { rows } = await as('admin', 'select * from public.undelivered order by subject')

    const seen = [
      'Listed',
      'busy@example.com',
      'fails@example.com',
      'new@example.com',
      'old@example.com',
      'waits@example.com',
    ]
    expect(rows.map(({ subject }) => subject).sort()).toEqual(seen)
    expect(Object.keys(rows[0] ?? {}).sort()).toEqual(
      ['attempts', 'id', 'kind', 'last_error', 'next_attempt_at', 'queue', 'since', 'status', 'subject'].sort(),
    )
    expect(JSON.stringify(rows)).not.toMatch(/secret|private/)
  })

  test.each([
    'select public.system_status()',
    'select public.retry_undelivered()',
    `select public.put_undelivered_aside('mail')`,
    'select public.retry_undelivered(_held => true)',
    `select public.put_undelivered_aside('mail', _held => true)`,
    'select public.request_backup()',
  ])('only an admin can call %s', async (call) => {
    await as('admin', call)
    await as('service', call)
    for (const actor of NOT_ADMINS) await expect(as(actor, call)).rejects.toMatchObject({ code: '42501' })
  })

  test('the summary counts queued, stuck and failed jobs', async () => {
    const { rows } = await as('admin', 'select public.system_status() as status')

    expect(rows[0]?.status).toEqual({
      mails: { waiting: 3, stuck: 1, failed: 1, held: 1, lastError: 'We couldn’t connect to the mail server: no' },
      listings: { waiting: 0, stuck: 0, failed: 1, lastError: null },
      incidents: 1,
    })
  })

  test('a retry makes a job due at once and restarts its time limit, and a retry without an id does so for all attempted jobs', async () => {
    const one = await pretendAfter(db, EMAILS, 'service', async (tx) => {
      await tx.query(
        `select public.retry_undelivered('mail', (select id from public.email_outbox where recipient = 'fails@example.com'))`,
      )
      return tx.query(`select status, attempts, next_attempt_at <= now() as due, queued_at >= now() as fresh
        from public.email_outbox where recipient = 'fails@example.com'`)
    })
    const all = await as('admin', 'select public.retry_undelivered() as count')

    expect(one.rows).toEqual([{ status: 'pending', attempts: 0, due: true, fresh: true }])
    expect(all.rows).toEqual([{ count: 3 }])
  })

  test('failed jobs can be dismissed, and queued jobs are kept', async () => {
    const left = await pretendAfter(db, EMAILS, 'service', async (tx) => {
      await tx.query(`select public.put_undelivered_aside('mail'), public.put_undelivered_aside('listing')`)
      return tx.query('select subject from public.undelivered order by subject')
    })

    expect(left.rows.map((row) => (row as { subject: string }).subject)).toEqual([
      'busy@example.com',
      'new@example.com',
      'old@example.com',
      'waits@example.com',
    ])
  })

  test('emails on hold are sent or discarded only by the calls for them', async () => {
    const statuses = (call: string) =>
      pretendAfter(db, EMAILS, 'service', async (tx) => {
        await tx.query(`select ${call}`)
        const { rows } = await tx.query<{ status: string }>(
          `select status from public.email_outbox where recipient in ('old@example.com', 'fails@example.com') order by recipient`,
        )
        return rows.map(({ status }) => status)
      })

    expect(await statuses('public.retry_undelivered()')).toEqual(['pending', 'held'])
    expect(await statuses('public.retry_undelivered(_held => true)')).toEqual(['failed', 'pending'])
    expect(await statuses(`public.put_undelivered_aside('mail', _held => true)`)).toEqual(['failed'])
  })

  test('only the service can claim and release jobs and request AutoTrader syncs', async () => {
    for (const call of [
      `public.claim_jobs('email_outbox', 1, 1)`,
      `public.release_jobs('email_outbox')`,
      `public.request_autotrader_sync('${VEHICLE.listed}', 'create')`,
    ]) {
      for (const actor of ['admin', ...NOT_ADMINS] as const) {
        await expect(pretend(db, actor, (tx) => tx.query(`select ${call}`))).rejects.toMatchObject({ code: '42501' })
      }
    }
  })
})
