// What customers read and do with their own leads: replies, and changing a test drive.

import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Database } from '../../backend/src/db/database.ts'
import { engines } from '../../backend/test/engines.ts'
import { type Actor, createCast, pretend } from './cast.ts'

describe.each(engines)('a customer’s own leads on $name', ({ open }) => {
  let db: Database
  let drive: string
  beforeAll(async () => {
    db = await open()
    await createCast(db)
    const { rows } = await db.query<{ id: string }>(
      `select id from public.test_drives where email = 'carol@example.com'`,
    )
    drive = rows[0]?.id ?? ''
    await db.exec(`
      insert into public.lead_events (kind, lead_id, event, subject, body, delivery)
        select 'enquiry', id, 'reply', 'Your enquiry', 'For ' || name, 'sent' from public.enquiries;
      insert into public.lead_events (kind, lead_id, event, subject, body, delivery)
        select 'enquiry', id, 'reply', 'Your enquiry', 'Not sent yet', 'pending' from public.enquiries;
      insert into public.lead_events (kind, lead_id, event, body) select 'enquiry', id, 'note', 'For staff' from public.enquiries`)
  })
  afterAll(() => db.close())

  test.each<[Actor, string[]]>([
    ['customer', ['For Carol']],
    ['another customer', ['For Dave']],
    ['disabled customer', []],
    ['sales', []],
  ])('%s reads the replies that were sent to them and nothing else', async (actor, expected) => {
    const rows = await pretend(
      db,
      actor,
      async (tx) => (await tx.query('select body from public.my_lead_events()')).rows,
    )
    expect(rows).toEqual(expected.map((body) => ({ body })))
  })

  test('a visitor and an ended session read no replies', async () => {
    for (const actor of ['anonymous', 'customer whose session ended'] as const) {
      await expect(pretend(db, actor, (tx) => tx.query('select * from public.my_lead_events()'))).rejects.toThrow()
    }
  })

  test('cancelling frees the time, tells the dealer and shows in the timeline', async () => {
    const { events, mails, free } = await pretend(db, 'customer', async (tx) => {
      await tx.query('select public.cancel_my_test_drive($1)', [drive])
      await tx.query('reset role')
      return {
        events: (
          await tx.query('select event, body from public.lead_events where lead_id = $1 order by created_at', [drive])
        ).rows,
        mails: (
          await tx.query(
            `select recipient, data ->> 'change' as change, data ->> 'customerEmail' as customer
              from public.email_outbox where data ? 'change'`,
          )
        ).rows,
        free: (await tx.query(`select status from public.test_drives where id = $1 and status = 'Closed'`, [drive]))
          .rows,
      }
    })
    expect(events).toEqual([
      { event: 'status', body: 'Closed' },
      { event: 'cancelled', body: '' },
    ])
    expect(mails).toEqual([{ recipient: null, change: 'cancelled', customer: 'carol@example.com' }])
    expect(free).toHaveLength(1)
  })

  test('asking for another time keeps the booking and makes it New again, with the wish in the timeline', async () => {
    const { state, asked } = await pretend(db, 'customer', async (tx) => {
      await tx.query('reset role')
      await tx.query(`update public.test_drives set status = 'Responded', answered_at = now() where id = $1`, [drive])
      await tx.query('set local role authenticated')
      await tx.query('select public.ask_for_another_time($1, $2)', [drive, ' Friday after five '])
      await tx.query('reset role')
      return {
        state: (await tx.query('select status, answered_at from public.test_drives where id = $1', [drive])).rows,
        asked: (await tx.query(`select body from public.lead_events where event = 'asked'`)).rows,
      }
    })
    expect(state).toEqual([{ status: 'Scheduled', answered_at: null }])
    expect(asked).toEqual([{ body: 'Friday after five' }])
  })

  test.each([
    ['an empty wish', ' '],
    ['a wish that is too long', 'x'.repeat(1001)],
  ])('%s is refused', async (_name, message) => {
    await expect(
      pretend(db, 'customer', (tx) => tx.query('select public.ask_for_another_time($1, $2)', [drive, message])),
    ).rejects.toThrow('when would suit you')
  })

  test('a customer can ask only a few times a day', async () => {
    await expect(
      pretend(db, 'customer', async (tx) => {
        for (let i = 0; i < 6; i++) await tx.query(`select public.ask_for_another_time($1, 'Later')`, [drive])
      }),
    ).rejects.toMatchObject({ code: 'PT429' })
  })

  test.each<Actor>(['anonymous', 'another customer', 'disabled customer', 'admin', 'customer whose session ended'])(
    '%s cannot change someone else’s test drive',
    async (actor) => {
      for (const sql of ['select public.cancel_my_test_drive($1)', `select public.ask_for_another_time($1, 'Later')`]) {
        await expect(
          pretend(db, actor, (tx) => tx.query(sql, [drive])),
          sql,
        ).rejects.toThrow()
      }
    },
  )

  test('a test drive that is over or cancelled can no longer be changed', async () => {
    for (const change of [`status = 'Closed'`, `preferred_date = '2026-01-05 09:00'`]) {
      await expect(
        pretend(db, 'customer', async (tx) => {
          await tx.query('reset role')
          await tx.query(`update public.test_drives set ${change} where id = $1`, [drive])
          await tx.query('set local role authenticated')
          await tx.query('select public.cancel_my_test_drive($1)', [drive])
        }),
      ).rejects.toThrow('can no longer be changed here')
    }
  })
})
