// The notification settings decide which emails a lead queues, and never stop a lead from being saved.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Database, Queryable } from '../../backend/src/db/database.ts'
import { serviceEngines } from '../../backend/test/engines.ts'
import { SETTINGS } from '../functions/_shared/settings.ts'
import { createCast, pretendAfter } from './cast.ts'
import { at, book, enquire } from './leads.ts'

interface Recipient {
  address: unknown
  about: string
}

const set = (key: string, value: string) =>
  `update public.config set value = '${value.replaceAll("'", "''")}' where key = '${key}';`
const also = (...recipients: Recipient[]) => set('NOTIFY_ALSO', JSON.stringify(recipients))
const CLEAN = `delete from public.email_outbox; ${set('ADMIN_EMAIL', 'boss@example.com')}`

const office = { address: 'office@example.com', about: 'everything' }
const sales = { address: 'sales@example.com', about: 'enquiry' }
const workshop = { address: 'workshop@example.com', about: 'test-drive' }
const desk = { address: 'desk@example.com', about: 'contact' }
const web = { address: 'web@example.com', about: 'registration' }

const write = (tx: Queryable) => tx.query(`select public.keep_contact_message('G', 'g@example.com', '', 'Hello')`)
const register = (tx: Queryable) =>
  tx.query(`insert into auth.users (id, email, raw_user_meta_data) values (gen_random_uuid(), 'new@example.com', '{}')`)
const asOwner = (tx: Queryable) => tx.query(`select set_config('role', 'none', true)`)

/** The recipients of queued notifications, with null for the admin email. */
async function recipients(tx: Queryable): Promise<(string | null)[]> {
  await asOwner(tx)
  const { rows } = await tx.query<{ recipient: string | null }>(
    `select recipient from public.email_outbox where template = 'admin-notification' order by dedupe_key`,
  )
  return rows.map(({ recipient }) => recipient)
}

describe.each(serviceEngines)('notifications on $name', ({ open }) => {
  let db: Database
  beforeAll(async () => {
    db = await open()
    await createCast(db)
  })
  afterAll(() => db.close())

  const afterLead = (settings: string, lead: (tx: Queryable) => Promise<unknown> = enquire) =>
    pretendAfter(db, CLEAN + settings, 'anonymous', async (tx) => {
      if (lead === write || lead === register) await asOwner(tx)
      await lead(tx)
      return recipients(tx)
    })

  test.each([
    ['an enquiry', enquire, [office, sales]],
    ['a test drive', (tx: Queryable) => book(tx, at('12:00')), [office, workshop]],
    ['a message', write, [office, desk]],
    ['a registration', register, [office, web]],
  ] as const)('notifications about %s go to the admin and the recipients for that kind', async (_, lead, notified) => {
    expect(await afterLead(also(office, sales, workshop, desk, web), lead)).toEqual([
      null,
      ...notified.map(({ address }) => address),
    ])
  })

  test.each([
    ['NOTIFY_ENQUIRY', enquire],
    ['NOTIFY_TEST_DRIVE', (tx: Queryable) => book(tx, at('12:00'))],
    ['NOTIFY_CONTACT', write],
    ['NOTIFY_REGISTRATION', register],
  ] as const)('notifications are not sent if %s is off, but other kinds still are', async (key, lead) => {
    expect(await afterLead(also(office) + set(key, 'false'), lead)).toEqual([])
    const other = key === 'NOTIFY_ENQUIRY' ? write : enquire
    expect(await afterLead(also(office) + set(key, 'false'), other)).toEqual([null, 'office@example.com'])
  })

  test('a notification goes to each address only once', async () => {
    const boss = { address: ' Boss@Example.com', about: 'everything' }
    const again = { address: 'OFFICE@example.com', about: 'enquiry' }

    expect(await afterLead(also(boss, office, again))).toEqual([null, 'office@example.com'])
    const withoutAdmin = set('ADMIN_EMAIL', '') + set('COMPANY_EMAIL', 'boss@example.com')
    expect(await afterLead(also(boss, office) + withoutAdmin)).toEqual([null, 'office@example.com'])
  })

  test.each(['', 'office@example.com', '{"address": "a@example.com"}', '"text"', 'null', '['.repeat(200), '"\\u0000"'])(
    'notifications go only to the admin if the list of recipients is %j',
    async (value) => {
      expect(await afterLead(set('NOTIFY_ALSO', value))).toEqual([null])
    },
  )

  test('notifications go to no more recipients than the form allows, and never to invalid addresses', async () => {
    const { max, fields } = SETTINGS.notifyAlso
    const many = Array.from({ length: max + 25 }, (_, n) => ({ ...office, address: `a${n}@example.com` }))
    expect(await afterLead(also(...many))).toHaveLength(1 + max)

    const longest = '@example.com'.padStart(fields.address.max, 'x')
    const odd = [1, null, {}, 'nobody', `x${longest}`].map((address) => ({ ...office, address }))
    expect(await afterLead(also(...odd))).toEqual([null])
    expect(await afterLead(also({ ...office, address: longest }))).toEqual([null, longest])
  })

  test('notifications in a flood are limited to five hundred copies a day, while the admin gets all of them', async () => {
    const flood = `insert into public.email_outbox (template, recipient, status)
      select 'admin-notification', 'office@example.com', 'sent' from generate_series(1, 499);`
    const rows = await pretendAfter(db, CLEAN + also(office) + flood, 'anonymous', async (tx) => {
      await enquire(tx)
      await enquire(tx)
      await asOwner(tx)
      return (await tx.query(`select recipient from public.email_outbox where dedupe_key like 'enquiry:%:admin%'`)).rows
    })

    expect(rows.map(({ recipient }) => recipient).sort()).toEqual([null, null, 'office@example.com'])
  })

  test('notifications that are queued for a recipient are deleted when the recipient is removed', async () => {
    const left = await pretendAfter(db, CLEAN + also(office, sales), 'anonymous', async (tx) => {
      await enquire(tx)
      await asOwner(tx)
      await tx.query(also({ ...sales, address: 'Sales@example.com' }))
      return recipients(tx)
    })

    expect(left).toEqual([null, 'sales@example.com'])
  })

  test('a phone number that is added later appears in all the notifications', async () => {
    const phones = await pretendAfter(db, CLEAN + also(office), 'service', async (tx) => {
      await write(tx)
      await tx.query(`select public.add_contact_phone('g@example.com', '01632 960142')`)
      await asOwner(tx)
      return (
        await tx.query(`select data ->> 'customerPhone' as phone from public.email_outbox
        where template = 'admin-notification'`)
      ).rows
    })

    expect(phones).toEqual([{ phone: '01632 960142' }, { phone: '01632 960142' }])
  })

  test('notifications still go to a recipient who deletes their own customer account', async () => {
    const carol = { address: 'carol@example.com', about: 'everything' }
    const left = await pretendAfter(db, CLEAN + also(carol), 'anonymous', async (tx) => {
      await enquire(tx)
      await asOwner(tx)
      await tx.query(`delete from auth.users where email = 'carol@example.com'`)
      const others = await recipients(tx)
      await tx.query(`update auth.users set email = 'g@example.com' where email = 'dave@example.com'`)
      await tx.query(`delete from auth.users where email = 'g@example.com'`)
      return { others, none: await recipients(tx) }
    })

    expect(left).toEqual({ others: [null, 'carol@example.com'], none: [] })
  })
})
