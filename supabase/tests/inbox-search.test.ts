// The inbox search reads a copy of the leads' text, which must stay in step with the leads.

import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { phoneDigits } from '#app/lib/telephone-office.ts'
import type { Database, Queryable } from '../../backend/src/db/database.ts'
import { serviceEngines } from '../../backend/test/engines.ts'
import { type Actor, createCast, pretend, VEHICLE } from './cast.ts'

const FROM_SOURCES = `select id, forecourt.lead_words_of(name, email, vehicle_title, message) as words,
  forecourt.phone_digits(phone) as phone from public.inbox`
const KEPT = 'select id, words, phone from forecourt.lead_words'

const differences = async (db: Queryable) => {
  const { rows } = await db.query(`(${FROM_SOURCES} except ${KEPT}) union all (${KEPT} except ${FROM_SOURCES})`)
  return rows
}

const LEADS = [
  `insert into public.enquiries (name, email, phone, message, vehicle_id)
   values ('Zoë Quill', 'zoe@example.com', '+44 (0)7700 900142', 'Is the drop-head 100% dry?', '${VEHICLE.listed}')`,
  `insert into public.test_drives (name, email, phone, message, vehicle_id, preferred_date)
   values ('Bo Quill', 'bo@example.com', '07', 'Saturday', '${VEHICLE.listed}', forecourt.london_today() + 1 + time '10:00')`,
  `insert into public.contact_messages (name, email, message) values ('Cy Quill', 'cy@example.com', 'Hello there')`,
]

const CHANGES: [what: string, statement: string][] = [
  ['names changed', `update public.enquiries set name = 'Ann Other'`],
  ['addresses changed', `update public.test_drives set email = 'other@example.com'`],
  ['a message changed', `update public.contact_messages set message = 'Something else'`],
  ['titles changed', `update public.enquiries set vehicle_title = 'Another'`],
  ['a telephone number changed', `update public.test_drives set phone = '01733 555123'`],
  ['the title of a vehicle changed', `update public.vehicles set title = 'Renamed' where id = '${VEHICLE.listed}'`],
  ['statuses changed', `update public.enquiries set status = 'Closed'`],
  ['a vehicle was deleted', `delete from public.vehicles where id = '${VEHICLE.listed}'`],
  ['a lead was deleted', `delete from public.enquiries where name like 'Zo%'`],
  [
    'all leads were deleted',
    `delete from public.test_drives; delete from public.contact_messages; delete from public.enquiries`,
  ],
]

describe.each(serviceEngines)('the inbox search on $name', ({ open }) => {
  let db: Database
  beforeAll(async () => {
    db = await open()
    await createCast(db)
    for (const lead of LEADS) await db.query(lead)
  })
  afterAll(() => db.close())

  test.each(CHANGES)('the inbox search is up to date after %s', async (_, statements) => {
    await expect(
      db.transaction(async (tx) => {
        expect(await differences(tx)).toEqual([])
        for (const statement of statements.split(';')) await tx.query(statement)

        expect(await differences(tx)).toEqual([])
        throw new Error('undo')
      }),
    ).rejects.toThrow('undo')
  })

  const search = (actor: Actor, ...words: string[]) =>
    pretend(db, actor, async (tx) => {
      const { rows } = await tx.query<{ name: string }>('select name from public.search_inbox($1) order by name', [
        words,
      ])
      return rows.map(({ name }) => name).filter((name) => name.endsWith('Quill'))
    })

  test.each([
    [['quill'], ['Bo Quill', 'Cy Quill', 'Zoë Quill']],
    [['zoe'], ['Zoë Quill']],
    [['quill', 'saturday'], ['Bo Quill']],
    [['head', '100%'], ['Zoë Quill']],
    [['bo'], ['Bo Quill']],
    [['o@'], ['Bo Quill']],
    [['ui'], ['Bo Quill', 'Cy Quill', 'Zoë Quill']],
    [['ur'], ['Bo Quill']],
    [['1__%'], []],
  ])('the inbox search finds leads by %j', async (words, names) => {
    expect(await search('admin', ...words)).toEqual(names)
  })

  test.each([
    ['07700900142', ['Zoë Quill']],
    ['900142', ['Zoë Quill']],
    ['4477009', []],
  ])('the inbox search finds leads by the telephone number %s', async (phone, names) => {
    const found = await pretend(db, 'admin', (tx) =>
      tx.query<{ name: string }>('select name from public.search_inbox($1, $2)', [[phone], phone]),
    )
    expect(found.rows.map(({ name }) => name)).toEqual(names)
  })

  test('a lead shows its vehicle’s current title, and the last one after the vehicle was deleted', async () => {
    const titleOf = async (tx: Queryable) =>
      (
        await tx.query(
          `select distinct vehicle_title as title from public.inbox where name in ('Zoë Quill', 'Bo Quill')`,
        )
      ).rows
    await pretend(db, 'admin', async (tx) => {
      await tx.query(`update public.vehicles set title = 'Renamed' where id = '${VEHICLE.listed}'`)
      expect(await titleOf(tx)).toEqual([{ title: 'Renamed' }])

      await tx.query(`delete from public.vehicles where id = '${VEHICLE.listed}'`)
      expect(await titleOf(tx)).toEqual([{ title: 'Renamed' }])
    })
  })

  test.each([
    ['07700 900142', '07700900142'],
    ['+44 7700 900142', '07700900142'],
    ['+44 (0)7700 900142', '07700900142'],
    ['0044 7700 900142', '07700900142'],
    ['447700900142', '07700900142'],
    ['01733 44 1234', '01733441234'],
    ['+49 30 1234567', '49301234567'],
    ['', ''],
  ])('the telephone number %j has the digits %j in the database and in searches', async (phone, digits) => {
    const { rows } = await db.query('select forecourt.phone_digits($1) as digits', [phone])

    expect(rows).toEqual([{ digits }])
    if (digits) expect(phoneDigits(phone)).toBe(digits)
  })

  test.each(['customer', 'disabled customer', 'admin with a factor, aal1', 'anonymous'] as const)(
    '%s cannot search the inbox',
    async (actor) => {
      await expect(search(actor, 'quill')).rejects.toMatchObject({ code: '42501' })
    },
  )

  test('no caller can read the search text directly', async () => {
    for (const actor of ['anonymous', 'customer', 'admin', 'service'] as const) {
      await expect(pretend(db, actor, (tx) => tx.query('select from forecourt.lead_words'))).rejects.toMatchObject({
        code: '42501',
      })
    }
  })
})
