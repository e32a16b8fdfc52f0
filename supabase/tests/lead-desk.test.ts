// What staff do with a lead, what its timeline records, and replies by email.

import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { asRole } from '../../backend/src/db/as-role.ts'
import type { Database } from '../../backend/src/db/database.ts'
import { engines } from '../../backend/test/engines.ts'
import { type Actor, CALLERS, createCast, USER, VEHICLE } from './cast.ts'

interface Event {
  event: string
  body: string
  subject: string
  delivery: string | null
  problem: string | null
  actor_id: string | null
}

const OUTSIDERS: Actor[] = ['anonymous', 'customer', 'another customer', 'admin with a factor, aal1']

describe.each(engines)('the lead desk on $name', ({ open }) => {
  let db: Database
  let leadId: string
  beforeAll(async () => {
    db = await open()
    await createCast(db)
  })
  afterAll(() => db.close())
  beforeEach(async () => {
    await db.exec(`delete from public.enquiries where name = 'Test'; delete from public.function_limits`)
    const { rows } = await db.query<{ id: string }>(
      `insert into public.enquiries (name, email, phone, message, vehicle_id)
       values ('Test', 'test@example.com', '07700 900123', 'Is it still for sale?', $1) returning id`,
      [VEHICLE.listed],
    )
    leadId = rows[0]?.id ?? ''
  })

  const as = <T>(actor: Actor, sql: string, values: unknown[] = []) =>
    asRole(db, CALLERS[actor], async (tx) => (await tx.query(sql, values)).rows as T[])
  const events = async () =>
    (
      await db.query<Event>(
        `select event, body, subject, delivery, problem, actor_id from public.lead_events where lead_id = $1 order by created_at`,
        [leadId],
      )
    ).rows
  const outbox = async () =>
    (
      await db.query<{ status: string; recipient: string; data: object; dedupe_key: string }>(
        `select status, recipient, data, dedupe_key from public.email_outbox where template = 'lead-reply' and recipient = 'test@example.com'
           and dedupe_key in (select 'reply:' || id from public.lead_events where lead_id = $1)`,
        [leadId],
      )
    ).rows
  const add = (actor: Actor, event: string, body: string) =>
    as(actor, `insert into public.lead_events (id, kind, lead_id, event, body) values ($1, 'enquiry', $2, $3, $4)`, [
      randomUUID(),
      leadId,
      event,
      body,
    ])
  const reply = (actor: Actor, { id = randomUUID(), subject = 'The car', body = 'It is here.' } = {}) =>
    as(actor, `select public.send_reply($1, 'enquiry', $2, $3, $4)`, [id, leadId, subject, body])
  const deliver = (status: string, problem: string | null = null) =>
    db.query(
      `update public.email_outbox set status = $1, last_error = $2 where dedupe_key in
         (select 'reply:' || id from public.lead_events where lead_id = $3)`,
      [status, problem, leadId],
    )

  test('each thing that staff do is recorded once, with who did it', async () => {
    await add('sales', 'note', 'Wants blue')
    await add('sales', 'call', 'Comes on Friday')
    await as('admin', `update public.lead_desk set assignee_id = $2 where lead_id = $1`, [leadId, USER.sales])
    await as('sales', `update public.lead_desk set next_step = 'Ring', due_on = '2026-12-01' where lead_id = $1`, [
      leadId,
    ])
    await as('sales', `update public.enquiries set status = 'Closed' where id = $1`, [leadId])
    await as('admin', `update public.enquiries set status = 'New', answered_at = null where id = $1`, [leadId])
    await as('admin', `update public.enquiries set answered_at = now() where id = $1`, [leadId])
    await reply('sales')

    const found = await events()
    expect(found.map(({ event, body, actor_id }) => [event, body, actor_id])).toEqual([
      ['note', 'Wants blue', USER.sales],
      ['call', 'Comes on Friday', USER.sales],
      ['assigned', expect.stringMatching(/./), USER.admin],
      ['planned', '2026-12-01 | Ring', USER.sales],
      ['status', 'Closed', USER.sales],
      ['status', 'New', USER.admin],
      ['answered', '', USER.admin],
      ['reply', 'It is here.', USER.sales],
    ])
    expect(found.at(-1)).toMatchObject({ subject: 'The car', delivery: 'pending' })
  })

  test('the activity says which member of staff did what with a lead, and leaves out what only its timeline shows', async () => {
    await as('sales', `update public.enquiries set status = 'Responded' where id = $1`, [leadId])
    await add('sales', 'note', 'Wants blue')
    await add('sales', 'call', 'Comes on Friday')
    await as('admin', `update public.lead_desk set assignee_id = $2 where lead_id = $1`, [leadId, USER.sales])
    await as('sales', `update public.lead_desk set next_step = 'Ring' where lead_id = $1`, [leadId])
    await reply('sales')
    await as('sales', `update public.enquiries set status = 'Closed' where id = $1`, [leadId])
    await as('admin', `update public.enquiries set status = 'Responded' where id = $1`, [leadId])
    await as('admin', `update public.lead_desk set assignee_id = null where lead_id = $1`, [leadId])

    const recorded = () =>
      as<{ kind: string; summary: string; actor_id: string }>(
        'sales',
        `select kind, summary, actor_id from public.activity where subject_id = $1 order by id`,
        [leadId],
      )
    expect((await recorded()).slice(1).map(({ kind, summary, actor_id }) => [kind, summary, actor_id])).toEqual([
      ['enquiry_note', 'Note about Test added', USER.sales],
      ['enquiry_call', 'Call with Test noted', USER.sales],
      ['enquiry_assigned', 'Lead from Test assigned to sam@example.com', USER.admin],
      ['enquiry_reply', 'Reply to Test', USER.sales],
      ['enquiry_closed', 'Lead from Test closed', USER.sales],
      ['enquiry_reopened', 'Lead from Test reopened', USER.admin],
      ['enquiry_assigned', 'Lead from Test no longer assigned', USER.admin],
    ])
  })

  test('a call or a reply answers the lead, and a note does not', async () => {
    const answered = async () =>
      (
        await db.query<{ is: boolean }>('select answered_at is not null as is from public.enquiries where id = $1', [
          leadId,
        ])
      ).rows[0]?.is
    await add('sales', 'note', 'Wants blue')
    expect(await answered()).toBe(false)
    await reply('sales')
    expect(await answered()).toBe(true)
  })

  test.each(OUTSIDERS)('%s can neither read nor add anything', async (actor) => {
    await add('sales', 'note', 'Wants blue')
    const refused = async (work: Promise<unknown[]>) => expect(await work.catch(() => [])).toEqual([])

    await refused(as(actor, 'select * from public.lead_events'))
    await refused(as(actor, 'select * from public.lead_desk'))
    await refused(as(actor, `update public.lead_desk set next_step = 'x' where lead_id = $1 returning 1`, [leadId]))
    await expect(add(actor, 'note', 'x')).rejects.toMatchObject({ code: '42501' })
    await expect(reply(actor)).rejects.toThrow()
    await expect(as(actor, 'select public.resend_reply($1)', [randomUUID()])).rejects.toThrow()
    await expect(as(actor, 'select public.reply_templates()')).rejects.toThrow()
    expect(await events()).toHaveLength(1)
    expect(await outbox()).toEqual([])
  })

  test('staff can add only notes and calls, in their own name, and change no event', async () => {
    await expect(add('sales', 'reply', 'x')).rejects.toMatchObject({ code: '42501' })
    await expect(add('sales', 'status', 'Closed')).rejects.toMatchObject({ code: '42501' })
    await expect(
      as(
        'sales',
        `insert into public.lead_events (kind, lead_id, event, body, actor_id) values ('enquiry', $1, 'note', 'x', $2)`,
        [leadId, USER.admin],
      ),
    ).rejects.toMatchObject({ code: '42501' })
    await add('sales', 'note', 'Wants blue')
    for (const sql of [`update public.lead_events set body = 'x'`, 'delete from public.lead_events'])
      await expect(as('admin', sql)).rejects.toMatchObject({ code: '42501' })
  })

  test('two clicks send one email, with the car', async () => {
    const id = randomUUID()
    await Promise.all([reply('sales', { id }), reply('sales', { id })])
    await reply('sales', { id, body: 'Something else' })

    expect(await outbox()).toEqual([
      {
        status: 'pending',
        recipient: 'test@example.com',
        dedupe_key: `reply:${id}`,
        data: { name: 'Test', subject: 'The car', body: 'It is here.', vehicleId: VEHICLE.listed },
      },
    ])
  })

  test.each([
    ['an unfilled placeholder', { body: 'On {{test drive}}.' }, 'Please fill in every placeholder.'],
    ['half a placeholder', { subject: 'On {{' }, 'Please fill in every placeholder.'],
    ['no text', { body: ' ' }, 'Please enter a subject and a message.'],
    ['no subject', { subject: '' }, 'Please enter a subject and a message.'],
  ])('a reply with %s is refused', async (_, written, message) => {
    await expect(reply('sales', written)).rejects.toThrow(message)
    expect(await events()).toEqual([])
    expect(await outbox()).toEqual([])
  })

  test('a reply to a lead that is gone or erased, or to a customer without an address, is refused', async () => {
    const { rows } = await db.query<{ id: string }>(
      `insert into public.desk_leads (came_by, name, phone, message) values ('telephone', 'Test', '1', 'Call') returning id`,
    )
    const send = (kind: string, id: string | undefined) =>
      as('sales', 'select public.send_reply($1, $2, $3, $4, $5)', [randomUUID(), kind, id, 'The car', 'Hello'])
    await expect(send('desk', rows[0]?.id)).rejects.toThrow('This customer has given no email address.')
    await expect(send('enquiry', randomUUID())).rejects.toMatchObject({ code: 'PT404' })
    await expect(send('nothing', leadId)).rejects.toMatchObject({ code: 'PT404' })
    await db.query(`update public.enquiries set email = 'deleted@account.invalid' where id = $1`, [leadId])
    await expect(send('enquiry', leadId)).rejects.toThrow('This customer’s data has been erased.')
  })

  test('one member of staff can send 100 replies an hour', async () => {
    await db.query(
      `insert into public.function_limits (key, used, resets_at) values ($1, 99, now() + interval '1 hour')`,
      [`reply:${USER.sales}`],
    )
    await reply('sales')
    await expect(reply('sales')).rejects.toMatchObject({ code: 'PT429' })
    await reply('admin')
  })

  test('the timeline follows a reply’s email, and a reply that failed can be sent again', async () => {
    const id = randomUUID()
    const last = async () => (await events()).at(-1)
    const again = () => as('sales', 'select public.resend_reply($1)', [id])
    await reply('sales', { id })
    await deliver('sending')
    expect(await last()).toMatchObject({ delivery: 'sending' })
    await deliver('failed', 'The mail server rejected this address')
    expect(await last()).toMatchObject({ delivery: 'failed', problem: 'The mail server rejected this address' })

    await again()
    expect(await last()).toMatchObject({ delivery: 'pending', problem: null })
    await deliver('failed', 'Again')
    await as('admin', `select public.put_undelivered_aside('mail')`)
    await again()
    expect(await outbox()).toMatchObject([{ status: 'pending', data: { body: 'It is here.' } }])
    await deliver('sent')
    await again()
    expect(await last()).toMatchObject({ delivery: 'sent', problem: null })
    expect(await outbox()).toMatchObject([{ status: 'sent', data: {} }])
  })

  test('sales staff read the templates and the address for answers, although they cannot read the settings', async () => {
    const [found] = await as<{ reply_templates: { templates: string; replyTo: string } }>(
      'sales',
      'select public.reply_templates()',
    )
    expect(JSON.parse(found?.reply_templates.templates ?? '')).toHaveLength(3)
    expect(found?.reply_templates.replyTo).toBe('sales@haldenrowe.example')
    expect(await as('sales', `select * from public.config where key = 'REPLY_TEMPLATES'`)).toEqual([])

    await db.query(`update public.config set value = 'answers@example.com' where key = 'MAIL_REPLY_TO'`)
    const [changed] = await as<{ to: string }>('admin', `select public.reply_templates() ->> 'replyTo' as to`)
    expect(changed?.to).toBe('answers@example.com')
  })

  test('a deleted lead leaves no event and no unsent reply', async () => {
    await add('sales', 'note', 'Wants blue')
    await reply('sales')
    await as('admin', 'delete from public.enquiries where id = $1', [leadId])

    expect(await events()).toEqual([])
    const left = await db.query(`select from public.email_outbox where data::text like '%It is here.%'`)
    expect(left.rows).toEqual([])
  })

  test('the desk’s copies of the status, the times and the vehicle follow every kind of lead', async () => {
    const differences = async () =>
      (
        await db.query(
          `select d.* from public.lead_desk d join (
             select 'enquiry' as kind, id, status, created_at, answered_at, vehicle_id from public.enquiries
             union all
             select 'test-drive', id, case status when 'Scheduled' then 'New' else status end, created_at, answered_at,
               vehicle_id from public.test_drives
             union all
             select 'contact', id, status, created_at, answered_at, null from public.contact_messages
             union all
             select 'desk', id, status, created_at, answered_at, vehicle_id from public.desk_leads
           ) l on l.kind = d.kind and l.id = d.lead_id
           where (d.status, d.created_at, d.answered_at, d.vehicle_id)
             is distinct from (l.status, l.created_at, l.answered_at, l.vehicle_id)`,
        )
      ).rows
    await db.exec(`
      insert into public.vehicles (id, title, make, model, year, price, mileage, fuel_type, transmission)
        values ('00000000-0000-4000-8000-000000000099', 'Short-lived', 'Alvis', 'TD21', 1962, 1, 1, 'Petrol', 'Manual');
      update public.enquiries set vehicle_id = '00000000-0000-4000-8000-000000000099' where name = 'Test'`)
    expect(await differences()).toEqual([])
    for (const table of ['enquiries', 'test_drives', 'contact_messages', 'desk_leads'])
      await db.exec(
        `update public.${table} set status = 'Responded', answered_at = now(), created_at = now() - interval '1 day'`,
      )
    await db.exec(`delete from public.vehicles where title = 'Short-lived'`)

    expect(await differences()).toEqual([])
    await expect(db.query(`select from public.inbox where status = 'New'`)).resolves.toMatchObject({ rows: [] })
  })
})
