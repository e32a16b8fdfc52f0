import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Database, Queryable } from '../../backend/src/db/database.ts'
import { serviceEngines } from '../../backend/test/engines.ts'
import { type Actor, createCast, pretend, pretendAfter, SOON, USER, VEHICLE } from './cast.ts'
import { at, book, enquire } from './leads.ts'

/** Sets the current time, as the owner of the database. */
const itIs = (instant: string) => `create or replace function forecourt.london_now() returns timestamp
  language sql stable as $$ select timestamptz '${instant}' at time zone 'Europe/London' $$`

describe.each(serviceEngines)('enquiries and test drives on $name', ({ open }) => {
  let db: Database
  beforeAll(async () => {
    db = await open()
    await createCast(db)
  })
  afterAll(() => db.close())

  const ownRows = async (actor: Actor, prepare = 'select 1') =>
    (await pretendAfter(db, prepare, actor, (tx) => tx.query('select email from public.enquiries'))).rows

  test('a customer can enquire only with their own address, in upper or lower case', async () => {
    await pretend(db, 'customer', (tx) => enquire(tx, { email: ' Carol@Example.com ' }))

    const stolen = pretend(db, 'customer', (tx) => enquire(tx, { email: 'dave@example.com' }))
    await expect(stolen).rejects.toMatchObject({ code: '42501' })
  })

  test('only an admin can say that a lead was answered', async () => {
    const answered = async (actor: Actor) =>
      pretend(db, actor, async (tx) => {
        await enquire(tx, { email: 'carol@example.com', answered_at: '2026-01-01' })
        await tx.query(`update public.enquiries set answered_at = 'now' where email = 'carol@example.com'`)
        return (await tx.query('select from public.enquiries where answered_at is not null')).rows.length > 0
      })

    expect(await answered('customer')).toBe(false)
    expect(await answered('admin')).toBe(true)
  })

  test('an address in the metadata, profile or token gives no access to leads', async () => {
    const claim = `
      update auth.users set raw_user_meta_data = '{"email": "dave@example.com"}' where id = '${USER.customer}';
      update public.profiles set email = 'dave@example.com' where id = '${USER.customer}'`

    expect(await ownRows('customer', claim)).toEqual([{ email: 'carol@example.com' }])
  })

  test('an unconfirmed address gives no access to leads', async () => {
    const unconfirm = `update auth.users set email_confirmed_at = null where id = '${USER.customer}'`

    expect(await ownRows('customer', unconfirm)).toEqual([])
  })

  test.each(['anonymous', 'customer'] as const)('a caller (%s) cannot set a lead’s status', async (actor) => {
    const email = 'carol@example.com'

    await expect(pretend(db, actor, (tx) => enquire(tx, { email, status: 'Closed' }))).rejects.toMatchObject({
      code: '42501',
    })
    await expect(pretend(db, actor, (tx) => book(tx, at('12:00'), { email, status: 'Closed' }))).rejects.toMatchObject({
      code: '42501',
    })
    await pretend(db, actor, (tx) => enquire(tx, { email, status: 'New' }))
    await pretend(db, actor, (tx) => book(tx, at('12:00'), { email, status: 'Scheduled' }))
  })

  test('a visitor cannot backdate an enquiry', async () => {
    await db.transaction(async (tx) => {
      await tx.query(`select set_config('role', 'anon', true)`)
      await enquire(tx, { email: 'back@example.com', created_at: '2020-01-01' })
      await tx.query(`select set_config('role', 'none', true)`)
      const { rows } = await tx.query(
        `select created_at = now() as now from public.enquiries where email = 'back@example.com'`,
      )
      expect(rows).toEqual([{ now: true }])
      await tx.query(`delete from public.enquiries where email = 'back@example.com'`)
    })
  })

  test.each([VEHICLE.sold, VEHICLE.expired])(
    'the sold vehicle %s cannot be enquired about or booked for a test drive',
    async (vehicle_id) => {
      const message = 'This vehicle has been sold and is no longer available for purchase or test drives.'

      await expect(pretend(db, 'anonymous', (tx) => enquire(tx, { vehicle_id }))).rejects.toMatchObject({ message })
      await expect(pretend(db, 'anonymous', (tx) => book(tx, at('12:00'), { vehicle_id }))).rejects.toMatchObject({
        message,
      })
    },
  )

  test('an enquiry needs a vehicle that exists', async () => {
    const unknown = '00000000-0000-4000-8000-00000000dead'

    await expect(pretend(db, 'anonymous', (tx) => enquire(tx, { vehicle_id: null }))).rejects.toMatchObject({
      code: '23502',
    })
    await expect(pretend(db, 'anonymous', (tx) => enquire(tx, { vehicle_id: unknown }))).rejects.toMatchObject({
      code: '23503',
    })
  })

  test.each([
    ['a blank message', { message: ' ' }],
    ['an invalid address', { email: 'nobody' }],
    ['a blank name', { name: ' ' }],
    ['no phone', { phone: '' }],
    ['a message that is too long', { message: 'x'.repeat(5001) }],
  ])('an enquiry with %s is refused', async (_, columns) => {
    await expect(pretend(db, 'anonymous', (tx) => enquire(tx, columns))).rejects.toMatchObject({ code: '23514' })
  })

  test('a slot can be booked only once, unless the test drive booked for it has been closed', async () => {
    await pretend(db, 'admin', async (tx) => {
      await book(tx, at('12:00'))
      await tx.query('savepoint booked')
      await expect(book(tx, at('12:00'), { email: 'h@example.com' })).rejects.toMatchObject({
        code: '23505',
        constraint: 'test_drives_slot_key',
      })
      await tx.query('rollback to savepoint booked')

      await tx.query(`update public.test_drives set status = 'Closed' where vehicle_id = $1`, [VEHICLE.spare])
      await book(tx, at('12:00'), { email: 'h@example.com' })
    })
  })

  test('visitors can read which times are taken but nothing else', async () => {
    const times = (actor: Actor) =>
      pretend(db, actor, (tx) =>
        tx.query(
          `select to_char(time, 'HH24:MI') as time from public.taken_test_drive_times('${VEHICLE.listed}', ${SOON}) as time`,
        ),
      )

    expect((await times('anonymous')).rows).toEqual([{ time: '09:00' }, { time: '10:00' }, { time: '11:00' }])
    expect((await times('customer')).rows).toHaveLength(3)
  })

  test.each([
    ['yesterday', at('12:00', '(forecourt.london_today() - 1)')],
    ['more than 90 days ahead', at('12:00', '(forecourt.london_today() + 91)')],
    ['half past an hour', at('12:30')],
    ['before nine o’clock', at('08:00')],
    ['after five o’clock', at('18:00')],
  ])('a test drive cannot be booked for %s', async (_, when) => {
    await expect(pretend(db, 'anonymous', (tx) => book(tx, when))).rejects.toMatchObject({ code: '23514' })
  })

  test('a test drive can be booked 90 days ahead', async () => {
    const when = at('09:00', '(forecourt.london_today() + 90)')

    expect((await pretend(db, 'anonymous', (tx) => book(tx, when))).rowCount).toBe(1)
  })

  test('an hour that has already started in London cannot be booked, but a later hour can', async () => {
    // 10:30 in London
    const attempt = (time: string) =>
      pretendAfter(db, itIs('2026-07-15 09:30+00'), 'anonymous', (tx) => book(tx, `timestamp '2026-07-15 ${time}'`))

    for (const time of ['09:00', '10:00'])
      await expect(attempt(time)).rejects.toMatchObject({
        code: 'P0001',
        message: 'This time has already passed. Please choose a later one.',
      })
    expect((await attempt('11:00')).rowCount).toBe(1)
    expect((await attempt('17:00')).rowCount).toBe(1)
  })

  test('a test drive cannot be moved to a past hour, but a past test drive can still be responded to', async () => {
    const booked = `${itIs('2026-07-15 09:30+00')}; insert into public.test_drives
      (name, email, phone, vehicle_id, preferred_date)
      values ('P', 'past@example.com', '1', '${VEHICLE.spare}', timestamp '2026-07-15 09:00')`
    const change = (set: string) =>
      pretendAfter(db, booked, 'admin', (tx) =>
        tx.query(`update public.test_drives set ${set} where email = 'past@example.com'`),
      )

    await expect(change(`preferred_date = '2026-07-15 10:00'`)).rejects.toMatchObject({ code: 'P0001' })
    expect((await change(`status = 'Responded'`)).rowCount).toBe(1)
  })

  test('the current date is the date in London', async () => {
    const summerNight = itIs('2026-06-30 23:30+00')
    const attempt = (day: string) =>
      pretendAfter(db, summerNight, 'anonymous', (tx) => book(tx, `timestamp '${day} 10:00'`))

    await expect(attempt('2026-06-30')).rejects.toMatchObject({ code: '23514' })
    expect((await attempt('2026-07-01')).rowCount).toBe(1)
    expect((await attempt('2026-09-29')).rowCount).toBe(1)
    await expect(attempt('2026-09-30')).rejects.toMatchObject({ code: '23514' })
  })

  test('a past test drive can still be responded to and closed', async () => {
    const past = `insert into public.test_drives (name, email, phone, vehicle_id, preferred_date)
      values ('P', 'past@example.com', '1', '${VEHICLE.spare}', timestamp '2026-01-05 10:00')`
    const close = (tx: Queryable) =>
      tx.query(`update public.test_drives set status = 'Closed', message = 'Came' where email = 'past@example.com'`)

    expect((await pretendAfter(db, past, 'admin', close)).rowCount).toBe(1)
  })

  test('inserting a lead queues the emails to the customer and to the admin', async () => {
    const { rows } = await db.query<{ template: string; recipient: string; data: unknown; dedupe_key: string }>(
      `select template, recipient, data, regexp_replace(dedupe_key, ':.*:', ':*:') as dedupe_key from public.email_outbox
       where data::text like '%Carol%' or data::text like '%Guest%' order by dedupe_key, template, data::text`,
    )
    const { rows: soon } = await db.query<{ day: string }>(`select to_char(${SOON}, 'DD/MM/YYYY') as day`)
    const preferredDate = soon[0]?.day
    const leadId = expect.any(String)
    const carol = { leadId, customerName: 'Carol', customerEmail: 'carol@example.com', customerPhone: '1' }
    const guest = { leadId, customerName: 'Guest', customerEmail: 'guest@example.com', customerPhone: '1' }

    expect(rows).toEqual(
      expect.arrayContaining([
        {
          template: 'enquiry',
          recipient: 'carol@example.com',
          data: { name: 'Carol', message: 'Hello', vehicleId: VEHICLE.listed, vehicleTitle: 'Listed' },
          dedupe_key: 'enquiry:*:customer',
        },
        {
          template: 'admin-notification',
          recipient: null,
          data: {
            ...carol,
            enquiryType: 'enquiry',
            vehicleId: VEHICLE.listed,
            vehicleTitle: 'Listed',
            message: 'Hello',
          },
          dedupe_key: 'enquiry:*:admin',
        },
        {
          template: 'test-drive-confirmation',
          recipient: 'carol@example.com',
          data: {
            name: 'Carol',
            vehicleId: VEHICLE.listed,
            vehicleTitle: 'Listed',
            preferredDate,
            preferredTime: '09:00',
          },
          dedupe_key: 'test-drive:*:customer',
        },
        {
          template: 'admin-notification',
          recipient: null,
          data: {
            ...carol,
            enquiryType: 'test-drive',
            vehicleId: VEHICLE.listed,
            vehicleTitle: 'Listed',
            preferredDate,
            preferredTime: '09:00',
          },
          dedupe_key: 'test-drive:*:admin',
        },
        {
          template: 'contact',
          recipient: 'guest@example.com',
          data: { name: 'Guest', message: 'Hello' },
          dedupe_key: 'contact:*:customer',
        },
        {
          template: 'admin-notification',
          recipient: null,
          data: { ...guest, enquiryType: 'contact', message: 'Hello' },
          dedupe_key: 'contact:*:admin',
        },
      ]),
    )
  })

  test('an email’s data is deleted once the email is sent', async () => {
    const { rows } = await pretend(db, 'service', (tx) =>
      tx.query(`update public.email_outbox set status = 'sent', sent_at = now() returning data`),
    )

    expect(rows.length).toBeGreaterThan(0)
    for (const row of rows) expect(row).toEqual({ data: {} })
  })
})
