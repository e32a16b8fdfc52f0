// Retention: old leads are anonymised a week after a notice, and leads that something happens to are spared.

import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { asRole } from '../../backend/src/db/as-role.ts'
import type { Database } from '../../backend/src/db/database.ts'
import { engines } from '../../backend/test/engines.ts'
import { CALLERS, createCast, VEHICLE } from './cast.ts'

interface Round {
  anonymised: number
  noticed: number
}

describe.each(engines)('retention on $name', ({ open }) => {
  let db: Database
  beforeAll(async () => {
    db = await open()
    await createCast(db)
  })
  afterAll(() => db.close())
  beforeEach(() =>
    db.exec(`
      delete from public.enquiries where name like 'Quiet%' or name = 'Deleted person';
      delete from public.people where name like 'Quiet%';
      delete from public.retention_notices;
      delete from public.email_outbox where template = 'retention-notice'`),
  )

  const setMonths = (months: string) =>
    db.query(`update public.config set value = $1 where key = 'DELETE_ENQUIRIES_AFTER_MONTHS'`, [months])

  const round = async (most = 1000): Promise<Round> => {
    const { rows } = await db.query<{ round: Round }>('select forecourt.retention_round($1) as round', [most])
    return rows[0]?.round as Round
  }

  /** Moves everything about the leads into the past, without the triggers that would note a change. */
  const age = async (days: number) => {
    const { rows } = await db.query<{ name: string }>(
      `select table_name as name from forecourt.lead_kinds union all values ('lead_events')`,
    )
    for (const { name } of rows) {
      const columns = name === 'lead_events' ? ['created_at'] : ['created_at', 'updated_at']
      await db.exec(`
        alter table public.${name} disable trigger user;
        update public.${name} set ${columns.map((column) => `${column} = ${column} - interval '${days} days'`).join()};
        alter table public.${name} enable trigger user`)
    }
    await db.exec(`update public.retention_notices set noticed_at = noticed_at - interval '${days} days'`)
  }

  const enquire = async (name: string) => {
    const { rows } = await db.query<{ id: string }>(
      `insert into public.enquiries (name, email, phone, message, vehicle_id)
        values ($1, $2, '-', 'Is it still for sale?', $3) returning id`,
      [name, `${name.toLowerCase().replaceAll(' ', '-')}@example.com`, VEHICLE.listed],
    )
    return rows[0]?.id ?? ''
  }
  const nameOf = async (id: string) =>
    (await db.query<{ name: string }>('select name from public.enquiries where id = $1', [id])).rows[0]?.name
  const peopleNamed = async (name: string) =>
    (await db.query('select id from public.people where name = $1', [name])).rows.length
  const noticed = async () =>
    (await db.query<{ lead_id: string }>('select lead_id from public.retention_notices')).rows.map(
      ({ lead_id }) => lead_id,
    )
  const mails = async () =>
    (
      await db.query<{ data: Record<string, string> }>(
        `select data from public.email_outbox where template = 'retention-notice'`,
      )
    ).rows

  test('nothing happens unless the dealer has set a period', async () => {
    const id = await enquire('Quiet One')
    for (const months of ['', '0', 'soon']) {
      await setMonths(months)
      await age(1000)
      expect(await round()).toEqual({ anonymised: 0, noticed: 0 })
    }
    expect(await nameOf(id)).toBe('Quiet One')
    expect(await mails()).toEqual([])
  })

  test('an old lead is announced a week before, and then anonymised with a person of whom nothing is left', async () => {
    const id = await enquire('Quiet One')
    await db.exec('delete from public.email_outbox')
    await setMonths('3')
    await age(200)
    expect((await round()).anonymised).toBe(0)
    expect(await noticed()).toContain(id)
    const [mail] = await mails()
    expect(mail?.data).toMatchObject({ months: '3' })
    expect(mail?.data.leads).toMatch(/enquiry \| \d{4}-\d\d-\d\d \| /)
    expect(JSON.stringify(mail)).not.toContain('Quiet')

    expect(await round()).toEqual({ anonymised: 0, noticed: 0 })
    await age(6)
    expect((await round()).anonymised).toBe(0)
    expect(await nameOf(id)).toBe('Quiet One')

    await age(2)
    expect((await round()).anonymised).toBeGreaterThan(0)
    expect(await nameOf(id)).toBe('Deleted person')
    expect(await noticed()).not.toContain(id)
    expect(await peopleNamed('Quiet One')).toBe(0)
    expect(await round()).toEqual({ anonymised: 0, noticed: 0 })
  })

  test('a lead with activity in the last week, or with a plan, is spared', async () => {
    const answered = await enquire('Quiet Answered')
    const noted = await enquire('Quiet Noted')
    const planned = await enquire('Quiet Planned')
    await setMonths('3')
    await db.query(
      `update public.lead_desk set due_on = current_date + 300, next_step = 'Ring in spring' where lead_id = $1`,
      [planned],
    )
    await age(200)
    await round()
    expect(await noticed()).toEqual(expect.arrayContaining([answered, noted]))
    expect(await noticed()).not.toContain(planned)

    await age(3)
    await db.query(`update public.enquiries set status = 'Responded' where id = $1`, [answered])
    await db.query(
      `insert into public.lead_events (kind, lead_id, event, body) values ('enquiry', $1, 'note', 'Still looking')`,
      [noted],
    )
    await age(5)
    await round()
    expect(await Promise.all([answered, noted, planned].map(nameOf))).toEqual([
      'Quiet Answered',
      'Quiet Noted',
      'Quiet Planned',
    ])
    expect(await noticed()).not.toContain(noted)
  })

  test('a person with notes, consent, another lead or a purchase stays', async () => {
    await enquire('Quiet Notes')
    await enquire('Quiet Consent')
    await enquire('Quiet Busy')
    await enquire('Quiet Buyer')
    await db.exec(`
      update public.vehicle_sales set buyer_id = (select id from public.people where name = 'Quiet Buyer')
        where vehicle_id = '${VEHICLE.expired}';
      update public.people set notes = 'Collects Rovers' where name = 'Quiet Notes';
      update public.people set marketing_consent = false, marketing_consent_source = 'Said so' where name = 'Quiet Consent'`)
    await setMonths('3')
    await age(200)
    await enquire('Quiet Busy')
    await round()
    await age(8)
    await round()
    for (const name of ['Quiet Notes', 'Quiet Consent', 'Quiet Busy', 'Quiet Buyer'])
      expect(await peopleNamed(name), name).toBe(1)
  })

  test('a round does a limited amount of work', async () => {
    await setMonths('3')
    const ids = [await enquire('Quiet One'), await enquire('Quiet Two'), await enquire('Quiet Three')]
    await age(200)
    expect(await round(2)).toEqual({ anonymised: 0, noticed: 2 })
    await round()
    await age(8)
    expect((await round(2)).anonymised).toBe(2)
    await round()
    expect(await Promise.all(ids.map(nameOf))).toEqual(Array(3).fill('Deleted person'))
  })

  test('two processes that start a round at once give one notice', async () => {
    const id = await enquire('Quiet One')
    await setMonths('3')
    await age(200)
    await Promise.all([round(), round()])
    expect((await noticed()).filter((lead) => lead === id)).toHaveLength(1)
    expect(await mails()).toHaveLength(1)
  })

  test('staff see which leads will be deleted, and customers do not', async () => {
    const id = await enquire('Quiet One')
    await setMonths('3')
    await age(200)
    await round()
    const list = (actor: keyof typeof CALLERS, words: string[] = []) =>
      asRole(db, CALLERS[actor], async (tx) =>
        (await tx.query<{ id: string }>('select lead_id as id from public.expiring_leads($1)', [words])).rows.map(
          (row) => row.id,
        ),
      )
    expect(await list('sales')).toContain(id)
    expect(await list('admin', ['quiet', 'one'])).toEqual([id])
    await expect(list('customer')).rejects.toMatchObject({ code: '42501' })
    await expect(list('anonymous')).rejects.toMatchObject({ code: '42501' })
  })
})
