// How much one address, one network and all strangers together may leave, and what becomes of the mails.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Database, Queryable } from '../../backend/src/db/database.ts'
import { engines } from '../../backend/test/engines.ts'
import { createCast, pretend, pretendAfter } from './cast.ts'
import { at, book, comeFrom, enquire } from './leads.ts'

const writeToDealer = (tx: Queryable, email: string, message: string) =>
  tx.query(`select public.keep_contact_message('G', $1, '1', $2)`, [email, message])

async function kept(tx: Queryable) {
  const { rows } = await tx.query<{ n: number }>('select count(*) as n from public.contact_messages')
  return rows[0]?.n
}

describe.each(engines)('limits of enquiries, test drives and messages on $name', ({ open }) => {
  let db: Database
  beforeAll(async () => {
    db = await open()
    await createCast(db)
  })
  afterAll(() => db.close())

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
})
