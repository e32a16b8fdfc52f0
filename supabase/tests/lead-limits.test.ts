// Tests the limits on leads by email address and network, and on the emails that confirm them.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Database, Queryable } from '../../backend/src/db/database.ts'
import { serviceEngines } from '../../backend/test/engines.ts'
import { createCast, pretend, pretendAfter } from './cast.ts'
import { at, book, comeFrom, enquire } from './leads.ts'

const writeToDealer = (tx: Queryable, email: string, message: string) =>
  tx.query(`select public.keep_contact_message('G', $1, '1', $2)`, [email, message])

async function kept(tx: Queryable) {
  const { rows } = await tx.query<{ n: number }>('select count(*) as n from public.contact_messages')
  return rows[0]?.n
}

describe.each(serviceEngines)('limits on enquiries, test drives and messages on $name', ({ open }) => {
  let db: Database
  beforeAll(async () => {
    db = await open()
    await createCast(db)
  })
  afterAll(() => db.close())

  test('one email address can have at most five open test drives', async () => {
    const sixth = pretend(db, 'anonymous', async (tx) => {
      for (const hour of ['09', '10', '11', '12', '13', '14'])
        await book(tx, at(`${hour}:00`), { email: 'Many@example.com' })
    })

    await expect(sixth).rejects.toMatchObject({
      code: 'P0001',
      message: 'You already have the maximum number of test drives booked. Please contact us directly.',
    })
  })

  test('test drives booked from another network with a customer’s address do not use up the customer’s own limit', async () => {
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

  test('twenty enquiries a day can be sent with one email address from one network, and more from another', async () => {
    const email = 'keen@example.com'
    await pretend(db, 'anonymous', async (tx) => {
      await comeFrom(tx, 'a stranger')
      for (let i = 0; i < 20; i++) await enquire(tx, { email })
      await tx.query('savepoint twenty')
      await expect(enquire(tx, { email })).rejects.toMatchObject({
        code: 'P0001',
        message: 'You have sent us a lot of enquiries today. Please contact us directly.',
      })
      await tx.query('rollback to savepoint twenty')

      await comeFrom(tx, 'my own')
      expect((await enquire(tx, { email })).rowCount).toBe(1)
    })
  })

  test.each([
    ['IP address', { 'x-forwarded-for': '203.0.113.9, 10.0.0.1' }, { 'x-forwarded-for': '203.0.113.10' }],
    ['Cloudflare’s header', { 'cf-connecting-ip': '203.0.113.9', 'x-forwarded-for': '1.1.1.1' }, {}],
    ['IPv6 network', { 'cf-connecting-ip': '2001:db8:1:2::1' }, { 'cf-connecting-ip': '2001:db8:1:3::1' }],
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

  test('all addresses in an IPv6 /64 count as one network, and so do all invalid addresses', async () => {
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

  test('the eleventh confirmation sent to one address in a day is delayed, but the dealer is notified at once', async () => {
    await undone(async (tx) => {
      for (let i = 0; i < 12; i++) await writeToDealer(tx, 'flooded@example.com', `Message ${i}`)

      const { rows } = await tx.query(
        `select count(*) filter (where recipient is not null and next_attempt_at <= now()) as now,
          count(*) filter (where recipient is not null and next_attempt_at > now() + interval '23 hours') as later,
          count(*) filter (where recipient is null and next_attempt_at <= now()) as dealer
         from public.email_outbox`,
      )
      // The twelfth email would be the same as the eleventh, so it is not queued.
      expect(rows).toEqual([{ now: 10, later: 1, dealer: 12 }])
      expect(await kept(tx)).toBe(12)
    })
  })

  test('all messages in a flood are stored, and confirmations beyond five hundred a day are delayed', async () => {
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

  test('a signed-in customer gets every confirmation at once', async () => {
    const waiting = await pretendAfter(db, 'delete from public.email_outbox', 'customer', async (tx) => {
      for (let i = 0; i < 12; i++) await enquire(tx, { email: 'carol@example.com' })
      await tx.query(`select set_config('role', 'none', true)`)
      const { rows } = await tx.query('select count(*) as n from public.email_outbox where next_attempt_at > now()')
      return rows
    })

    expect(waiting).toEqual([{ n: 0 }])
  })

  describe('on a hosted project, where browsers reach the database directly', () => {
    const throughApi = (tx: Queryable, token?: string) =>
      tx.query(`select set_config('request.headers', $1, true)`, [
        JSON.stringify({ 'cf-connecting-ip': '203.0.113.9', ...(token && { 'x-captcha-token': token }) }),
      ])
    const withSiteKey = `update public.config set value = 'a-key' where key = 'RECAPTCHA_SITE_KEY'`
    const createPass = (action: string) =>
      `select public.create_captcha_pass(encode(sha256('recaptcha:proof'), 'hex'), '${action}', '{}')`

    test('a network can send sixty leads an hour', async () => {
      await pretend(db, 'anonymous', async (tx) => {
        await throughApi(tx)
        for (let i = 0; i < 60; i++) await enquire(tx, { email: `g${i}@example.com` })

        await expect(enquire(tx)).rejects.toMatchObject({
          code: 'P0001',
          message: 'Too many requests. Please try again later or contact us directly.',
        })
      })
    })

    test('with a site key, an insert needs a captcha pass for its own form, and a pass can be used only once', async () => {
      const attempt = (prepare: string, work: (tx: Queryable) => Promise<unknown>) =>
        pretendAfter(db, `${withSiteKey}; ${prepare}`, 'anonymous', work)
      const refusal = { code: '42501', message: expect.stringContaining('captcha_failed') }

      const send = async (tx: Queryable) => {
        await throughApi(tx, 'proof')
        await enquire(tx)
      }
      await expect(attempt('select 1', send)).rejects.toMatchObject(refusal)
      await expect(attempt(createPass('test-drive'), send)).rejects.toMatchObject(refusal)
      await attempt(createPass('enquiry'), send)
      const twice = attempt(createPass('enquiry'), async (tx) => {
        await send(tx)
        await send(tx)
      })
      await expect(twice).rejects.toMatchObject(refusal)
    })

    test('an insert through our own server needs no captcha pass', async () => {
      const inserted = await pretendAfter(db, withSiteKey, 'anonymous', async (tx) => {
        await throughApi(tx)
        await comeFrom(tx, 'a network')
        return enquire(tx)
      })

      expect(inserted.rowCount).toBe(1)
    })
  })

  /** Runs `work` as the service with an empty outbox, and rolls back. */
  async function undone(work: (tx: Queryable) => Promise<void>) {
    await pretend(db, 'service', async (tx) => {
      await tx.query('delete from public.email_outbox')
      await tx.query('delete from public.contact_messages')
      await work(tx)
    })
  }
})
