// People: who a lead belongs to, merging, exporting and erasing.

import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { asRole } from '../../backend/src/db/as-role.ts'
import type { Database } from '../../backend/src/db/database.ts'
import { engines } from '../../backend/test/engines.ts'
import { CALLERS, createCast, USER, VEHICLE } from './cast.ts'

interface Person {
  id: string
  name: string
  email: string | null
  phone: string
  user_id: string | null
  merged_into: string | null
  root_id: string
}

describe.each(engines)('people on $name', ({ open }) => {
  let db: Database
  beforeAll(async () => {
    db = await open()
    await createCast(db)
  })
  afterAll(() => db.close())
  beforeEach(() =>
    db.exec(`
      delete from public.enquiries where name like 'Test%' or name like 'Deleted %';
      delete from public.desk_leads where name like 'Test%';
      delete from public.people where name like 'Test%'`),
  )

  const enquire = async (name: string, email: string, phone: string): Promise<Person> => {
    const { rows } = await db.query<{ id: string }>(
      'insert into public.enquiries (name, email, phone, message, vehicle_id) values ($1, $2, $3, $4, $5) returning id',
      [name, email, phone || '-', 'Is it still for sale?', VEHICLE.listed],
    )
    return personOf('enquiry', rows[0]?.id ?? '')
  }

  const call = async (name: string, phone: string): Promise<Person> => {
    const { rows } = await db.query<{ id: string }>(
      `insert into public.desk_leads (came_by, name, phone, message) values ('telephone', $1, $2, 'Wants a call') returning id`,
      [name, phone],
    )
    return personOf('desk', rows[0]?.id ?? '')
  }

  async function personOf(kind: string, id: string): Promise<Person> {
    const { rows } = await db.query<Person>(
      `select people.* from public.lead_desk join public.people on people.id = person_id where kind = $1 and lead_id = $2`,
      [kind, id],
    )
    return rows[0] as Person
  }

  const as = <T>(actor: keyof typeof CALLERS, sql: string, values: unknown[] = []) =>
    asRole(db, CALLERS[actor], async (tx) => (await tx.query(sql, values)).rows as T[])

  test('every lead in the cast belongs to a person', async () => {
    const { rows } = await db.query('select kind, id from public.inbox where person_id is null')
    expect(rows).toEqual([])
  })

  test('a lead belongs to the account that sent it, and otherwise to the person with its email address', async () => {
    const [carol] = await as<Person>('admin', `select * from public.people where user_id = $1`, [USER.customer])
    expect(carol).toMatchObject({ name: 'Carol Customer', email: 'carol@example.com' })

    expect(await enquire('Test', ' CAROL@example.com ', '01733 000001')).toMatchObject({ id: carol?.id })
    const guest = await enquire('Test Guest', 'test-guest@example.com', '')
    expect(guest).toMatchObject({ name: 'Test Guest', email: 'test-guest@example.com', user_id: null })
    expect(await enquire('Test Other', 'test-guest@example.com', '01733 000002')).toMatchObject({
      id: guest.id,
      name: 'Test Guest',
      phone: '01733000002', // was missing
    })
  })

  test('a lead belongs to the only person with its telephone number, in whatever form it is written', async () => {
    const known = await call('Test Caller', '+44 (0)1733 555 010')
    expect(known).toMatchObject({ phone: '01733555010', email: null })

    expect(await call('Test Again', '01733 555010')).toMatchObject({ id: known.id })
    expect(await enquire('Test', 'test-caller@example.com', '0044 1733 555010')).toMatchObject({
      id: known.id,
      email: 'test-caller@example.com',
    })
    // Another address with the same number: still the same person.
    const other = await enquire('Test', 'test-work@example.com', '01733 555010')
    expect(other).toMatchObject({ root_id: known.id, merged_into: known.id })
    expect(await enquire('Test', 'test-work@example.com', '')).toMatchObject({ id: other.id })
  })

  test('a person recognised by telephone number only can be separated at any time, and is then not matched again', async () => {
    const known = await enquire('Test Home', 'test-home@example.com', '01733 555040')
    const other = await enquire('Test Work', 'test-work@example.com', '01733 555040')
    expect(other.root_id).toBe(known.id)
    await db.query(`update public.people set created_at = now() - interval '1 year' where id = $1`, [other.id])

    await as('sales', 'select public.undo_merge($1)', [other.id])
    expect(await enquire('Test', 'test-work@example.com', '01733 555040')).toMatchObject({
      id: other.id,
      merged_into: null,
      root_id: other.id,
    })
  })

  test('a customer who deletes their account deletes no one who was merged with them', async () => {
    const account = '00000000-0000-4000-8000-0000000000e2'
    await db.query(
      `insert into auth.users (id, email, email_confirmed_at, raw_user_meta_data)
        values ($1, 'test-gone@example.com', now(), '{"first_name": "Test", "last_name": "Gone"}')`,
      [account],
    )
    const above = await enquire('Test Above', 'test-above@example.com', '')
    const gone = await enquire('Test Gone', 'test-gone@example.com', '')
    const below = await enquire('Test Below', 'test-below@example.com', '')
    const merge = (id: string, into: string) => as('sales', 'select public.merge_people($1, $2)', [id, into])
    await merge(below.id, gone.id)
    await merge(gone.id, above.id)

    await db.query('delete from auth.users where id = $1', [account])
    const rows = await as<Person & { words: string }>(
      'sales',
      `select name, merged_into, root_id, words from public.people where name like 'Test%' order by name`,
    )
    expect(rows).toEqual([
      { name: 'Test Above', merged_into: null, root_id: above.id, words: expect.stringContaining('test below') },
      { name: 'Test Below', merged_into: above.id, root_id: above.id, words: expect.any(String) },
    ])
    expect(rows[0]?.words).not.toContain('gone')
    await expect(
      as('admin', `select from public.inbox where person_id is null and name like 'Test%'`),
    ).resolves.toEqual([])
  })

  test('what staff enter about a person is in the activity, and what the site adds for a lead is not', async () => {
    const person = await enquire('Test', 'test@example.com', '')
    await as('sales', `update public.people set notes = 'Prefers mornings' where id = $1`, [person.id])
    await as('sales', `insert into public.people (name) values ('Test Added')`)
    await as('sales', `insert into public.desk_leads (came_by, name, message) values ('walk-in', 'Test Walk', 'Hi')`)
    const recorded = await db.query(
      `select kind, summary, actor_id from public.activity where kind like 'person_%' and summary like 'Test%' order by id`,
    )
    expect(recorded.rows).toEqual([
      { kind: 'person_updated', summary: 'Test updated', actor_id: USER.sales },
      { kind: 'person_added', summary: 'Test Added added', actor_id: USER.sales },
    ])
  })

  test('two people with the same number stay two people, and a third is not matched with either', async () => {
    const first = await enquire('Test One', 'test-one@example.com', '01733 555020')
    await as('sales', 'insert into public.people (name, phone) values ($1, $2)', ['Test Two', '01733 555020'])

    const third = await call('Test Three', '01733555020')
    expect(third.merged_into).toBeNull()
    expect(third.id).not.toBe(first.id)
    // Too short to tell people apart.
    const short = await call('Test Short', '999')
    expect((await call('Test Shorter', '999')).id).not.toBe(short.id)
  })

  test('a lead of an account whose address is not proved is matched by what was typed, like a guest’s', async () => {
    await db.query(`insert into forecourt.unproved_emails (user_id) values ($1)`, [USER.another])
    await db.query(`update public.people set user_id = null where user_id = $1`, [USER.another])
    const { rows } = await db.query<{ id: string }>(
      `insert into public.enquiries (name, email, phone, message, vehicle_id, user_id)
        values ('Test', 'test-typed@example.com', '-', 'Hi', $1, $2) returning id`,
      [VEHICLE.listed, USER.another],
    )
    const person = await personOf('enquiry', rows[0]?.id ?? '')
    expect(person).toMatchObject({ email: 'test-typed@example.com', user_id: null })

    await db.query(`delete from forecourt.unproved_emails where user_id = $1`, [USER.another])
    const [known] = await as<Person>('admin', 'select * from public.people where user_id = $1', [USER.another])
    expect(known).toMatchObject({ email: 'dave@example.com' })
  })

  test('the link to a person gives a customer no access', async () => {
    const stranger = await enquire('Test Stranger', 'test-stranger@example.com', '')
    await db.query('update public.people set user_id = null where user_id = $1', [USER.customer])
    await db.query('update public.people set user_id = $1 where id = $2', [USER.customer, stranger.id])

    const seen = await as<{ email: string }>(
      'customer',
      'select email from public.enquiries union all select email from public.test_drives',
    )
    expect(new Set(seen.map(({ email }) => email))).toEqual(new Set(['carol@example.com']))
    await expect(as('customer', 'select * from public.people')).resolves.toEqual([])

    await db.query('update public.people set user_id = null where id = $1', [stranger.id])
    await db.query(`update public.people set user_id = $1 where email = 'carol@example.com'`, [USER.customer])
  })

  test('a merge shows both as one person, moves nothing, and can be undone exactly for a day', async () => {
    const kept = await enquire('Test Kept', 'test-kept@example.com', '')
    const merged = await enquire('Test Merged', 'test-merged@example.com', '')
    const below = await enquire('Test Below', 'test-below@example.com', '')
    await as('sales', 'select public.merge_people($1, $2)', [below.id, merged.id])
    await as('sales', 'select public.merge_people($1, $2)', [merged.id, kept.id])

    const group = await as<{ id: string }>('sales', 'select id from public.people where root_id = $1', [kept.id])
    expect(group.map(({ id }) => id).sort()).toEqual([kept.id, merged.id, below.id].sort())
    const [found] = await as<{ id: string }>(
      'sales',
      `select id from public.people where merged_into is null and words like '%test below%'`,
    )
    expect(found?.id).toBe(kept.id)
    // A later lead still arrives under its own row, so that undoing the merge takes it along.
    expect(await enquire('Test', 'test-below@example.com', '')).toMatchObject({ id: below.id, root_id: kept.id })

    await as('sales', 'select public.undo_merge($1)', [merged.id])
    const rows = await as<Person>('sales', `select * from public.people where name like 'Test%' order by name`)
    expect(rows.map(({ name, root_id }) => [name, root_id])).toEqual([
      ['Test Below', merged.id],
      ['Test Kept', kept.id],
      ['Test Merged', merged.id],
    ])
    const words = await as<{ words: string }>('sales', 'select words from public.people where id = $1', [kept.id])
    expect(words[0]?.words).not.toContain('below')

    await db.query(`update public.people set merged_at = now() - interval '25 hours' where id = $1`, [below.id])
    await expect(as('sales', 'select public.undo_merge($1)', [below.id])).rejects.toThrow('can be undone for a day')
  })

  test.each([
    ['with themselves', 'themselves'],
    ['who has been merged already', 'in the meantime'],
  ])('a person cannot be merged %s', async (_name, message) => {
    const one = await enquire('Test One', 'test-one@example.com', '')
    const two = await enquire('Test Two', 'test-two@example.com', '')
    if (message === 'themselves') {
      await expect(as('admin', 'select public.merge_people($1, $1)', [one.id])).rejects.toThrow(message)
      return
    }
    await as('admin', 'select public.merge_people($1, $2)', [one.id, two.id])
    await expect(as('admin', 'select public.merge_people($1, $2)', [two.id, one.id])).rejects.toThrow(message)
  })

  test('consent needs a source and gets a date', async () => {
    const [person] = await as<Person & { marketing_consent_at: Date | null }>(
      'sales',
      `insert into public.people (name, marketing_consent, marketing_consent_source)
        values ('Test', true, 'Asked by telephone') returning *`,
    )
    expect(person?.marketing_consent_at).not.toBeNull()
    await expect(
      as('sales', `update public.people set marketing_consent_source = ' ' where id = $1`, [person?.id]),
    ).rejects.toThrow('people_consent_has_a_source')
  })

  test('sales staff can neither erase nor export, nor set the columns that functions set', async () => {
    const person = await enquire('Test', 'test@example.com', '')
    for (const sql of [
      'select public.erase_person($1)',
      'select public.export_person($1)',
      'delete from public.people where id = $1',
      'update public.people set user_id = null where id = $1',
      'update public.people set merged_into = $1 where id <> $1',
    ]) {
      await expect(as('sales', sql, [person.id]), sql).rejects.toMatchObject({ code: '42501' })
    }
  })

  test('an export holds everything about the person and the people merged into them', async () => {
    const kept = await enquire('Test Kept', 'test-kept@example.com', '')
    const merged = await enquire('Test Merged', 'test-merged@example.com', '01733 555030')
    await as('admin', 'select public.merge_people($1, $2)', [merged.id, kept.id])
    const [{ data } = { data: {} }] = await as<{ data: Record<string, unknown[]> }>(
      'admin',
      'select public.export_person($1) as data',
      [kept.id],
    )
    expect(data.person).toHaveLength(2)
    expect(data.leads).toHaveLength(2)
    expect(data.emails).not.toHaveLength(0)
    expect(JSON.stringify(data)).toContain('Is it still for sale?')
  })

  test('erasing leaves no trace in any table', async () => {
    await db.exec(`
      insert into auth.users (id, email, email_confirmed_at, raw_user_meta_data)
        values ('00000000-0000-4000-8000-0000000000e1', 'zebedee@example.com', now(),
          '{"first_name": "Zebedee", "last_name": "Quill"}');
      insert into auth.sessions (id, user_id)
        select id, id from auth.users where email = 'zebedee@example.com'`)
    const person = await enquire('Zebedee Quill', 'zebedee@example.com', '07700 900777')
    const other = await enquire('Zebedee Quill', 'zebedee-work@example.com', '07700 900777')
    expect(other.root_id).toBe(person.id)
    await db.query(
      `insert into public.contact_messages (name, email, phone, message)
        values ('Zebedee Quill', 'zebedee@example.com', '07700900777', 'Zebedee here')`,
    )
    await db.exec(`
      insert into public.lead_events (kind, lead_id, event, body)
        select kind, lead_id, 'note', 'Zebedee prefers mornings' from public.lead_desk where person_id = '${person.id}';
      update public.lead_desk set next_step = 'Ring Zebedee', due_on = current_date where person_id = '${person.id}'`)
    await as('admin', 'select public.export_person($1)', [person.id])
    await as('sales', `update public.people set notes = 'Zebedee collects Rovers' where id = $1`, [person.id])
    // Someone who stays, and was once taken for the same person.
    const stays = await enquire('Test Stays', 'test-stays@example.com', '')
    await as('sales', 'select public.merge_people($1, $2)', [person.id, stays.id])
    await as('sales', 'select public.undo_merge($1)', [person.id])
    await db.query(
      `insert into public.retention_notices select kind, lead_id from public.lead_desk where person_id = $1`,
      [person.id],
    )

    await as('admin', 'select public.erase_person($1)', [person.id])
    const trace = /zebedee|quill|07700 ?900777/i
    const { rows: tables } = await db.query<{ name: string }>(`
      select format('%I.%I', schemaname, tablename) as name from pg_tables
      where schemaname in ('public', 'auth', 'storage', 'forecourt')`)
    const left: string[] = []
    for (const { name } of tables) {
      const { rows } = await db.query<{ row: string }>(`select to_jsonb(t)::text as row from ${name} t`)
      left.push(...rows.filter(({ row }) => trace.test(row)).map(({ row }) => `${name}: ${row}`))
    }
    expect(left).toEqual([])
    const { rows: leads } = await db.query(
      `select status, answered_at from public.inbox where name in ('Deleted person', 'Deleted account')`,
    )
    expect(leads).toHaveLength(3)
  })

  test('a member of staff is not erased', async () => {
    // Colleagues have no person of their own, unless they have sent a lead.
    const { rows: none } = await db.query('select from public.people where user_id = $1', [USER.sales])
    expect(none).toEqual([])
    const { rows } = await db.query<Person>(
      `insert into public.people (name, email, user_id) values ('Test Staff', 'sam@example.com', $1) returning id`,
      [USER.sales],
    )
    await expect(as('admin', 'select public.erase_person($1)', [rows[0]?.id])).rejects.toThrow(
      'works in the back office',
    )
  })
})
