import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Database, Queryable } from '../../backend/src/db/database.ts'
import { engines } from '../../backend/test/engines.ts'
import { type Actor, createCast, pretend, pretendAfter, SOON, USER, VEHICLE } from './cast.ts'

const enquire = (tx: Queryable, columns: Record<string, unknown> = {}) =>
  insert(tx, 'enquiries', {
    name: 'G',
    email: 'g@example.com',
    phone: '1',
    message: 'Hi',
    vehicle_id: VEHICLE.listed,
    ...columns,
  })

const book = (tx: Queryable, preferredDate: string, columns: Record<string, unknown> = {}) =>
  insert(
    tx,
    'test_drives',
    { name: 'G', email: 'g@example.com', phone: '1', vehicle_id: VEHICLE.spare, ...columns },
    preferredDate,
  )

function insert(tx: Queryable, table: string, row: Record<string, unknown>, preferredDate?: string) {
  const names = [...Object.keys(row), ...(preferredDate ? ['preferred_date'] : [])]
  const values = [...Object.keys(row).map((_, i) => `$${i + 1}`), ...(preferredDate ? [preferredDate] : [])]
  return tx.query(`insert into public.${table} (${names}) values (${values})`, Object.values(row))
}

const comeFrom = (tx: Queryable, network: string) =>
  tx.query(`select set_config('request.jwt.claims', $1, true)`, [
    JSON.stringify({ role: 'anon', forecourt_network: network }),
  ])

const writeToDealer = (tx: Queryable, email: string, message: string) =>
  tx.query(`select public.keep_contact_message('G', $1, '1', $2)`, [email, message])

async function kept(tx: Queryable) {
  const { rows } = await tx.query<{ n: number }>('select count(*) as n from public.contact_messages')
  return rows[0]?.n
}

/** Another time of day, as the owner sets it. */
const itIs = (instant: string) => `create or replace function forecourt.london_now() returns timestamp
  language sql stable as $$ select timestamptz '${instant}' at time zone 'Europe/London' $$`

const at = (time: string, day = SOON) => `${day} + time '${time}'`

describe.each(engines)('enquiries and test drives on $name', ({ open }) => {
  let db: Database
  beforeAll(async () => {
    db = await open()
    await createCast(db)
  })
  afterAll(() => db.close())

  const ownRows = async (actor: Actor, prepare = 'select 1') =>
    (await pretendAfter(db, prepare, actor, (tx) => tx.query('select email from public.enquiries'))).rows

  test('a customer enquires under their own address alone, however it is written', async () => {
    await pretend(db, 'customer', (tx) => enquire(tx, { email: ' Carol@Example.com ' }))

    const stolen = pretend(db, 'customer', (tx) => enquire(tx, { email: 'dave@example.com' }))
    await expect(stolen).rejects.toMatchObject({ code: '42501' })
  })

  test('an address claimed in metadata, profile or token opens nothing', async () => {
    const claim = `
      update auth.users set raw_user_meta_data = '{"email": "dave@example.com"}' where id = '${USER.customer}';
      update public.profiles set email = 'dave@example.com' where id = '${USER.customer}'`

    expect(await ownRows('customer', claim)).toEqual([{ email: 'carol@example.com' }])
  })

  test('an address that was never confirmed opens nothing', async () => {
    const unconfirm = `update auth.users set email_confirmed_at = null where id = '${USER.customer}'`

    expect(await ownRows('customer', unconfirm)).toEqual([])
  })

  test('a customer who changes to a confirmed new address reads what belongs to that', async () => {
    const change = `update auth.users set email = 'guest@example.com' where id = '${USER.customer}'`

    expect(await ownRows('customer', change)).toEqual([{ email: 'guest@example.com' }])
  })

  test.each(['anonymous', 'customer'] as const)('%s cannot choose the status', async (actor) => {
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

  test('a visitor cannot date an enquiry back', async () => {
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
    'a sold vehicle takes neither enquiries nor test drives',
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
    ['no address', { email: 'nobody' }],
    ['a blank name', { name: ' ' }],
    ['no phone', { phone: '' }],
    ['a message without end', { message: 'x'.repeat(5001) }],
  ])('%s is refused', async (_, columns) => {
    await expect(pretend(db, 'anonymous', (tx) => enquire(tx, columns))).rejects.toMatchObject({ code: '23514' })
  })

  test('a slot is taken once, and free again when its booking is closed', async () => {
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

  test('visitors learn which times are taken, and nothing more', async () => {
    const times = (actor: Actor) =>
      pretend(db, actor, (tx) =>
        tx.query(`select * from public.taken_test_drive_times('${VEHICLE.listed}', ${SOON}) as time`),
      )

    expect((await times('anonymous')).rows).toEqual([{ time: '09:00' }, { time: '10:00' }, { time: '11:00' }])
    expect((await times('customer')).rows).toHaveLength(3)
  })

  test.each([
    ['yesterday', at('12:00', '(forecourt.london_today() - 1)')],
    ['more than 90 days ahead', at('12:00', '(forecourt.london_today() + 91)')],
    ['between two hours', at('12:30')],
    ['before nine', at('08:00')],
    ['after five', at('18:00')],
  ])('no test drive %s', async (_, when) => {
    await expect(pretend(db, 'anonymous', (tx) => book(tx, when))).rejects.toMatchObject({ code: '23514' })
  })

  test('a test drive 90 days ahead is fine', async () => {
    const when = at('09:00', '(forecourt.london_today() + 90)')

    expect((await pretend(db, 'anonymous', (tx) => book(tx, when))).rowCount).toBe(1)
  })

  test('an hour of today that has begun in London cannot be booked, a later one can', async () => {
    // 10:30 in London.
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

  test('a booking cannot be moved to an hour gone by, and one that is over can still be answered', async () => {
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

  test('today is the day in London', async () => {
    const summerNight = itIs('2026-06-30 23:30+00')
    const attempt = (day: string) =>
      pretendAfter(db, summerNight, 'anonymous', (tx) => book(tx, `timestamp '${day} 10:00'`))

    await expect(attempt('2026-06-30')).rejects.toMatchObject({ code: '23514' })
    expect((await attempt('2026-07-01')).rowCount).toBe(1)
    expect((await attempt('2026-09-29')).rowCount).toBe(1)
    await expect(attempt('2026-09-30')).rejects.toMatchObject({ code: '23514' })
  })

  test('a test drive that is over can still be answered and closed', async () => {
    const past = `insert into public.test_drives (name, email, phone, vehicle_id, preferred_date)
      values ('P', 'past@example.com', '1', '${VEHICLE.spare}', timestamp '2026-01-05 10:00')`
    const close = (tx: Queryable) =>
      tx.query(`update public.test_drives set status = 'Closed', message = 'Came' where email = 'past@example.com'`)

    expect((await pretendAfter(db, past, 'admin', close)).rowCount).toBe(1)
  })

  test('one address holds five open bookings at most', async () => {
    const sixth = pretend(db, 'anonymous', async (tx) => {
      for (const hour of ['09', '10', '11', '12', '13', '14'])
        await book(tx, at(`${hour}:00`), { email: 'Many@example.com' })
    })

    await expect(sixth).rejects.toMatchObject({
      code: 'P0001',
      message: 'You already have the most test drives we can hold for one e-mail address.',
    })
  })

  test('bookings in my name from elsewhere leave me my own', async () => {
    const email = 'victim@example.com'
    const hours = ['09', '10', '11', '12', '13']
    const mine = await pretend(db, 'anonymous', async (tx) => {
      await comeFrom(tx, 'a stranger')
      for (const hour of hours) await book(tx, at(`${hour}:00`), { email })
      await comeFrom(tx, 'my own')
      return book(tx, at('14:00'), { email })
    })

    expect(mine.rowCount).toBe(1)
  })

  test('one address sends twenty enquiries a day from one network, and is not refused from another', async () => {
    const email = 'keen@example.com'
    await pretend(db, 'anonymous', async (tx) => {
      await comeFrom(tx, 'a stranger')
      for (let i = 0; i < 20; i++) await enquire(tx, { email })
      await tx.query('savepoint twenty')
      await expect(enquire(tx, { email })).rejects.toMatchObject({
        code: 'P0001',
        message: 'We have many enquiries from this e-mail address today. Please contact us directly.',
      })
      await tx.query('rollback to savepoint twenty')

      await comeFrom(tx, 'my own')
      expect((await enquire(tx, { email })).rowCount).toBe(1)
    })
  })

  test.each([
    ['an address', { 'x-forwarded-for': '203.0.113.9, 10.0.0.1' }, { 'x-forwarded-for': '203.0.113.10' }],
    ['the front door’s word', { 'cf-connecting-ip': '203.0.113.9', 'x-forwarded-for': '1.1.1.1' }, {}],
    ['an IPv6 network', { 'cf-connecting-ip': '2001:db8:1:2::1' }, { 'cf-connecting-ip': '2001:db8:1:3::1' }],
  ])('a hosted project tells networks apart by %s', async (_, one, another) => {
    const networks = await pretend(db, 'anonymous', async (tx) => {
      const found: string[] = []
      for (const headers of [one, { ...one, 'x-other': '1' }, another]) {
        await tx.query(`select set_config('request.headers', $1, true)`, [JSON.stringify(headers)])
        const { rows } = await tx.query<{ network: string }>('select forecourt.caller_network() as network')
        found.push(rows[0]?.network ?? '')
      }
      return found
    })

    expect(networks[0]).toBe(networks[1])
    expect(networks[2]).not.toBe(networks[0])
    expect(networks[0]).not.toContain('203.0.113.9')
  })

  test('every address of an IPv6 customer is one network, and nonsense is one as well', async () => {
    const networkOf = (address: string) =>
      pretend(db, 'anonymous', async (tx) => {
        await tx.query(`select set_config('request.headers', $1, true)`, [
          JSON.stringify({ 'cf-connecting-ip': address }),
        ])
        const { rows } = await tx.query<{ network: string }>('select forecourt.caller_network() as network')
        return rows[0]?.network
      })

    expect(await networkOf('2001:db8:1:2:ffff::1')).toBe(await networkOf('2001:db8:1:2::'))
    expect(await networkOf('no address')).toBe('unknown')
  })

  test('the eleventh confirmation of a day to one address waits for its turn; the dealer hears at once', async () => {
    await undone(async (tx) => {
      for (let i = 0; i < 12; i++) await writeToDealer(tx, 'flooded@example.com', `Message ${i}`)

      const { rows } = await tx.query(
        `select count(*) filter (where recipient is not null and next_attempt_at <= now()) as now,
          count(*) filter (where recipient is not null and next_attempt_at > now() + interval '23 hours') as later,
          count(*) filter (where recipient is null and next_attempt_at <= now()) as dealer
         from public.email_outbox`,
      )
      // The twelfth would say what the eleventh says.
      expect(rows).toEqual([{ now: 10, later: 1, dealer: 12 }])
      expect(await kept(tx)).toBe(12)
    })
  })

  test('a flood of messages under many names is kept; above five hundred a day the confirmations wait', async () => {
    await undone(async (tx) => {
      for (let i = 0; i < 502; i++) await writeToDealer(tx, `someone${i}@example.com`, 'Hello')

      const { rows } = await tx.query(
        `select count(*) filter (where next_attempt_at <= now()) as now, count(*) as all
         from public.email_outbox where recipient is not null`,
      )
      expect(rows).toEqual([{ now: 500, all: 502 }])
      expect(await kept(tx)).toBe(502)
    })
  })

  test('a customer who is signed in gets every confirmation at once', async () => {
    const waiting = await pretendAfter(db, 'delete from public.email_outbox', 'customer', async (tx) => {
      for (let i = 0; i < 12; i++) await enquire(tx, { email: 'carol@example.com' })
      await tx.query(`select set_config('role', 'none', true)`)
      const { rows } = await tx.query('select count(*) as n from public.email_outbox where next_attempt_at > now()')
      return rows
    })

    expect(waiting).toEqual([{ n: 0 }])
  })

  describe('on a hosted project, where nobody stands in front', () => {
    const throughApi = (tx: Queryable, token?: string) =>
      tx.query(`select set_config('request.headers', $1, true)`, [
        JSON.stringify({ 'cf-connecting-ip': '203.0.113.9', ...(token && { 'x-captcha-token': token }) }),
      ])
    const withSiteKey = `update public.config set value = 'a-key' where key = 'RECAPTCHA_SITE_KEY'`
    const leavePass = (action: string) =>
      `select public.create_captcha_pass(encode(sha256('recaptcha:proof'), 'hex'), '${action}', '{}')`

    test('a network sends sixty leads an hour', async () => {
      await pretend(db, 'anonymous', async (tx) => {
        await throughApi(tx)
        for (let i = 0; i < 60; i++) await enquire(tx, { email: `g${i}@example.com` })

        await expect(enquire(tx)).rejects.toMatchObject({
          code: 'P0001',
          message: 'Too many requests. Please try again later or contact us directly.',
        })
      })
    })

    test('an insert needs a pass where a site key is set, of its own kind, and takes it once', async () => {
      const attempt = (prepare: string, work: (tx: Queryable) => Promise<unknown>) =>
        pretendAfter(db, `${withSiteKey}; ${prepare}`, 'anonymous', work)
      const refusal = { code: '42501', message: expect.stringContaining('captcha_failed') }

      const send = async (tx: Queryable) => {
        await throughApi(tx, 'proof')
        await enquire(tx)
      }
      await expect(attempt('select 1', send)).rejects.toMatchObject(refusal)
      await expect(attempt(leavePass('test-drive'), send)).rejects.toMatchObject(refusal)
      await attempt(leavePass('enquiry'), send)
      const twice = attempt(leavePass('enquiry'), async (tx) => {
        await send(tx)
        await send(tx)
      })
      await expect(twice).rejects.toMatchObject(refusal)
    })

    test('our own service, which has checked already, is not asked again', async () => {
      const inserted = await pretendAfter(db, withSiteKey, 'anonymous', async (tx) => {
        await throughApi(tx)
        await comeFrom(tx, 'a network')
        return enquire(tx)
      })

      expect(inserted.rowCount).toBe(1)
    })
  })

  /** As the service, with an empty outbox; nothing of it stays. */
  async function undone(work: (tx: Queryable) => Promise<void>) {
    await pretend(db, 'service', async (tx) => {
      await tx.query('delete from public.email_outbox')
      await tx.query('delete from public.contact_messages')
      await work(tx)
    })
  }

  test('the insert itself queues the mail to the customer and the one to the admin', async () => {
    const { rows } = await db.query<{ template: string; recipient: string; data: unknown; dedupe_key: string }>(
      `select template, recipient, data, regexp_replace(dedupe_key, ':.*:', ':*:') as dedupe_key from public.email_outbox
       where data::text like '%Carol%' or data::text like '%Guest%' order by dedupe_key, template, data::text`,
    )
    const { rows: soon } = await db.query<{ day: string }>(`select to_char(${SOON}, 'DD/MM/YYYY') as day`)
    const preferredDate = soon[0]?.day
    const carol = { customerName: 'Carol', customerEmail: 'carol@example.com', customerPhone: '1' }
    const guest = { customerName: 'Guest', customerEmail: 'guest@example.com', customerPhone: '1' }

    expect(rows).toEqual(
      expect.arrayContaining([
        {
          template: 'enquiry',
          recipient: 'carol@example.com',
          data: { name: 'Carol', message: 'Hello', vehicleTitle: 'Listed' },
          dedupe_key: 'enquiry:*:customer',
        },
        {
          template: 'admin-notification',
          recipient: null,
          data: { ...carol, enquiryType: 'enquiry', vehicleTitle: 'Listed', message: 'Hello' },
          dedupe_key: 'enquiry:*:admin',
        },
        {
          template: 'test-drive-confirmation',
          recipient: 'carol@example.com',
          data: { name: 'Carol', vehicleTitle: 'Listed', preferredDate, preferredTime: '09:00' },
          dedupe_key: 'test-drive:*:customer',
        },
        {
          template: 'admin-notification',
          recipient: null,
          data: { ...carol, enquiryType: 'test-drive', vehicleTitle: 'Listed', preferredDate, preferredTime: '09:00' },
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

  test('what a mail said is wiped when it is sent', async () => {
    const { rows } = await pretend(db, 'service', (tx) =>
      tx.query(`update public.email_outbox set status = 'sent', sent_at = now() returning data`),
    )

    expect(rows.length).toBeGreaterThan(0)
    for (const row of rows) expect(row).toEqual({ data: {} })
  })
})
