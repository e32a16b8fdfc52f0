import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Database, Queryable, Transaction } from '../../backend/src/db/database.ts'
import { serviceEngines } from '../../backend/test/engines.ts'
import { type Actor, become, becomeOwner, createCast, pretendAfter, USER, VEHICLE } from './cast.ts'
import { at, book, enquire } from './leads.ts'
import { findTraces } from './traces.ts'

const CAROL = 'carol@example.com'
/** The cast already has two leads that Carol sent as a guest. */
const SIGNED_IN = { name: 'Carol', email: CAROL, message: 'Signed in' }

const changeEmail = (to: string, userId = USER.customer) =>
  `update auth.users set email = '${to}', email_confirmed_at = now() where id = '${userId}';`

describe.each(serviceEngines)('an account’s leads on $name', ({ open }) => {
  let db: Database
  beforeAll(async () => {
    db = await open()
    await createCast(db)
  })
  afterAll(() => db.close())

  /** Runs `work` as `actor` and rolls back. */
  const as = <T>(actor: Actor, work: (tx: Transaction) => Promise<T>, prepare = '') =>
    pretendAfter(db, prepare, actor, work)

  const asOwner = async <R extends Record<string, unknown>>(tx: Queryable, sql: string) => {
    await becomeOwner(tx)
    return (await tx.query<R>(sql)).rows
  }

  const ownerOf = (actor: Actor, columns: Record<string, unknown>, prepare = '') =>
    as(
      actor,
      async (tx) => {
        await enquire(tx, { message: 'Whose?', ...columns })
        await book(tx, at('12:00'), { message: 'Whose?', ...columns })
        return asOwner<{ user_id: string | null }>(
          tx,
          `select user_id from public.enquiries where message = 'Whose?'
           union all select user_id from public.test_drives where message = 'Whose?'`,
        )
      },
      prepare,
    ).then((rows) => rows.map(({ user_id }) => user_id))

  const messagesOf = async (tx: Queryable) => {
    const { rows } = await tx.query<{ name: string; message: string }>('select name, message from public.enquiries')
    return rows.map(({ name, message }) => `${name}: ${message}`).sort()
  }

  describe('a new lead', () => {
    test('a lead sent while signed in belongs to the account, whatever the request says', async () => {
      expect(await ownerOf('customer', { email: CAROL })).toEqual([USER.customer, USER.customer])
      expect(await ownerOf('customer', { email: CAROL, user_id: USER.another })).toEqual([USER.customer, USER.customer])
    })

    test('a guest’s lead has no account, whatever the request says', async () => {
      expect(await ownerOf('anonymous', { email: CAROL, user_id: USER.customer })).toEqual([null, null])
    })

    test('a lead that an admin enters for a customer does not belong to the admin, unless it has the admin’s address', async () => {
      expect(await ownerOf('admin', { email: CAROL })).toEqual([null, null])
      expect(await ownerOf('admin', { email: CAROL, user_id: USER.customer })).toEqual([USER.customer, USER.customer])
      expect(await ownerOf('admin', { email: 'ann@example.com' })).toEqual([USER.admin, USER.admin])
    })

    test('a lead that the service inserts keeps its account', async () => {
      expect(await ownerOf('service', { email: 'old@example.com', user_id: USER.customer })).toEqual([
        USER.customer,
        USER.customer,
      ])
    })
  })

  describe('after a change of email address', () => {
    /** Carol sends an enquiry, then changes her address. */
    const moved = <T>(work: (tx: Transaction) => Promise<T>, { before = '', to = 'new@example.com' } = {}) =>
      as('customer', async (tx) => {
        await enquire(tx, SIGNED_IN)
        await becomeOwner(tx)
        await tx.exec(before + changeEmail(to))
        await become(tx, 'customer')
        return work(tx)
      })

    test('the customer can read the leads from both the old and the new address', async () => {
      const before = `insert into public.enquiries (name, email, phone, message, vehicle_id)
        values ('N', 'new@example.com', '1', 'To the new one', '${VEHICLE.listed}');`

      const read = await moved(
        async (tx) => ({
          enquiries: await messagesOf(tx),
          testDrives: (await tx.query('select id from public.test_drives')).rowCount,
        }),
        { before },
      )

      expect(read).toEqual({ enquiries: ['Carol: Hello', 'Carol: Signed in', 'N: To the new one'], testDrives: 1 })
    })

    test('the next owner of the old address can read only leads sent after it became theirs', async () => {
      const read = await moved(async (tx) => {
        await becomeOwner(tx)
        await tx.exec(changeEmail(CAROL, USER.another))
        await become(tx, 'anonymous')
        await enquire(tx, { email: CAROL, message: 'For Dave' })
        await become(tx, 'another customer')
        return messagesOf(tx)
      })

      expect(read).toEqual(['Dave: Hello', 'G: For Dave'])
    })

    test('leads sent with an address that was never proved do not belong to the account', async () => {
      const before = `insert into forecourt.unproved_emails values ('${USER.customer}');`
      const guests = await moved(
        (tx) => asOwner(tx, `select user_id from public.enquiries where email = '${CAROL}' and message = 'Hello'`),
        { before },
      )

      expect(guests).toEqual([{ user_id: null }])
    })

    const readAfter = (sql: string) =>
      moved(async (tx) => {
        await becomeOwner(tx)
        await tx.exec(sql)
        await become(tx, 'customer')
        return messagesOf(tx)
      })

    test.each([
      ['a disabled account', `update public.profiles set disabled = true where id = '${USER.customer}'`],
      [
        'an account that has not completed its second step',
        `insert into auth.mfa_factors (user_id, factor_type, status) values ('${USER.customer}', 'totp', 'verified')`,
      ],
    ])('the leads cannot be read by %s', async (_, sql) => {
      expect(await readAfter(sql)).toEqual([])
    })

    test('the leads cannot be read once the session has ended', async () => {
      const ended = readAfter(`delete from auth.sessions where user_id = '${USER.customer}'`)

      await expect(ended).rejects.toMatchObject({ code: 'PT401' })
    })

    test('the account’s data includes the leads and emails from the old address', async () => {
      const before = `insert into public.contact_messages (name, email, message) values ('Carol', '${CAROL}', 'A question');`
      const { rows } = await moved((tx) => tx.query('select public.my_data() as data'), { before })
      const { data } = rows[0] as {
        data: Record<'enquiries' | 'test_drives' | 'contact_messages' | 'emails', object[]>
      }

      expect(data.enquiries).toHaveLength(2)
      expect(data.test_drives).toHaveLength(1)
      expect(data.contact_messages).toMatchObject([{ message: 'A question' }])
      expect(data.emails).toHaveLength(4)
    })
  })

  describe('deleting the account', () => {
    const PROVED_IDENTITY = `insert into auth.mfa_amr_claims (session_id, authentication_method, created_at, updated_at)
      values ('${USER.customer}', 'password', now(), now());`

    const WAYS = [
      ['by its owner', 'select public.delete_my_account()'],
      ['by the service', `delete from auth.users where id = '${USER.customer}'`],
    ] as const

    const deleted = (sql: string, { to, before = '' }: { to?: string; before?: string } = {}) =>
      as(
        'customer',
        async (tx) => {
          await enquire(tx, SIGNED_IN)
          await book(tx, at('13:00'), { ...SIGNED_IN, vehicle_id: VEHICLE.listed })
          await becomeOwner(tx)
          await tx.exec(`
            select public.keep_contact_message('Carol', 'elsewhere@example.com', '1', 'From Carol', '${USER.customer}');
            insert into public.email_outbox (template, recipient, status) values ('email-change', '${CAROL}', 'sent');
            ${before} ${to ? changeEmail(to) : ''}`)
          if (sql.startsWith('select')) await become(tx, 'customer')
          await tx.exec(sql)
          const leads = await asOwner<{ kind: string }>(
            tx,
            `select kind, name, status from public.inbox where email = 'deleted@account.invalid' order by kind`,
          )
          const taken = await asOwner(
            tx,
            `select to_char(preferred_date, 'HH24:MI') as time from public.test_drives where status <> 'Closed' order by 1`,
          )
          return { leads, taken, traces: await findTraces(tx, `carol|elsewhere@|${USER.customer}`) }
        },
        PROVED_IDENTITY,
      )

    test.each(WAYS)(
      'deleting an account %s after a change of email address leaves no trace of its owner',
      async (_, sql) => {
        const { leads, taken, traces } = await deleted(sql, { to: 'carol.new@example.com' })

        expect(traces).toEqual([])
        expect(leads.map(({ kind }) => kind)).toEqual(['contact', 'enquiry', 'enquiry', 'test-drive', 'test-drive'])
        for (const lead of leads) expect(lead).toMatchObject({ name: 'Deleted account', status: 'Closed' })
        expect(taken).toEqual([{ time: '10:00' }, { time: '11:00' }])
      },
    )

    test('soft-deleting an account leaves its row and its leads without personal data', async () => {
      const soft = `
        update auth.users set email = 'x', email_confirmed_at = null, raw_user_meta_data = '{}', deleted_at = now()
          where id = '${USER.customer}';
        update public.profiles set first_name = '', last_name = '', email = '' where id = '${USER.customer}';`
      const { leads, traces } = await deleted(soft, { to: 'carol.new@example.com' })

      expect(traces.filter((trace) => /carol|elsewhere/i.test(trace))).toEqual([])
      expect(leads).toHaveLength(5)
    })

    test('deleting an account does not delete emails to another person whose address the account’s owner entered', async () => {
      const before = `
        update public.contact_messages set email = 'dave@example.com' where email = 'elsewhere@example.com';
        insert into public.email_outbox (template, recipient) values ('password-reset', 'dave@example.com');
        update auth.users set email_change = 'dave@example.com' where id = '${USER.customer}';`
      const left = await as(
        'customer',
        async (tx) => {
          await tx.query('select public.delete_my_account()')
          return asOwner(
            tx,
            `select template from public.email_outbox where recipient = 'dave@example.com' order by template`,
          )
        },
        `${PROVED_IDENTITY}
         select public.keep_contact_message('Carol', 'elsewhere@example.com', '1', 'From Carol', '${USER.customer}');
         ${before}`,
      )

      expect(left).toEqual([
        { template: 'enquiry' },
        { template: 'password-reset' },
        { template: 'test-drive-confirmation' },
      ])
    })
  })
})
