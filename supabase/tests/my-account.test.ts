import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { SECOND_STEP_METHODS } from '../../backend/src/auth/factors.ts'
import type { AuthMethod } from '../../backend/src/auth/sessions.ts'
import type { Database, Queryable } from '../../backend/src/db/database.ts'
import { serviceEngines } from '../../backend/test/engines.ts'
import { type Actor, becomeOwner, createCast, LAST_ADMIN, pretendAfter, USER, VEHICLE } from './cast.ts'
import { findTraces } from './traces.ts'

const id = (n: number) => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`
const HERE = id(901)
const ELSEWHERE = id(902)
const FOREIGN = id(903)

/**
 * Replaces the account's session with two sessions. The user signed in to the first one with `method`, and `since` is
 * how long ago that was.
 */
const sessionsOf = (userId: string, { method = 'password', since = '0 seconds', aal = 'aal1' } = {}) => `
  delete from auth.sessions where user_id = '${userId}';
  insert into auth.sessions (id, user_id, aal, user_agent, ip, created_at, refreshed_at) values
    ('${HERE}', '${userId}', '${aal}', 'Firefox here', '192.0.2.7', now(), null),
    ('${ELSEWHERE}', '${userId}', 'aal1', 'Chrome elsewhere', null, now() - interval '3 days', now() - interval '1 day');
  insert into auth.mfa_amr_claims (session_id, authentication_method, created_at, updated_at)
    values ('${HERE}', '${method}', now() - interval '${since}', now() - interval '${since}');
  insert into auth.sessions (id, user_id, user_agent) values ('${FOREIGN}', '${USER.another}', 'Dave');`

const OWN_ID: Partial<Record<Actor, string>> = {
  customer: USER.customer,
  'another customer': USER.another,
  'disabled customer': USER.disabled,
  admin: USER.admin,
  'admin with a factor, aal1': USER.adminWithFactor,
  'admin with a factor, aal2': USER.adminWithFactor,
}

describe.each(serviceEngines)('my account on $name', ({ open }) => {
  let db: Database
  beforeAll(async () => {
    db = await open()
    await createCast(db)
  })
  afterAll(() => db.close())

  type Begun = Parameters<typeof sessionsOf>[1] & { before?: string }

  /** Runs `work` as the actor in the first of those sessions, and rolls back. */
  const withSession = <T>(actor: Actor, work: (tx: Queryable) => Promise<T>, { before = '', ...begun }: Begun = {}) =>
    pretendAfter(db, sessionsOf(OWN_ID[actor] ?? '', begun) + before, actor, work, { session_id: HERE })

  /** Queries as the owner of the database, in the same transaction. */
  const asOwner = async (tx: Queryable, sql: string) => {
    await becomeOwner(tx)
    return (await tx.query(sql)).rows
  }

  describe('sessions', () => {
    test('only the caller’s sessions are listed, the current device first, with the time of last use', async () => {
      const { rows } = await withSession('customer', (tx) => tx.query('select * from public.my_sessions()'))

      expect(rows).toMatchObject([
        { id: HERE, user_agent: 'Firefox here', is_current: true },
        { id: ELSEWHERE, user_agent: 'Chrome elsewhere', is_current: false },
      ])
      const [, elsewhere] = rows as { started_at: string; last_used_at: string }[]
      expect(Date.parse(elsewhere?.last_used_at ?? '') - Date.parse(elsewhere?.started_at ?? '')).toBe(2 * 86_400_000)
    })

    test('sessions can be ended only by their owner', async () => {
      const left = await withSession('customer', async (tx) => {
        const ended = await tx.query('select public.end_my_session($1) as a, public.end_my_session($2) as b', [
          ELSEWHERE,
          FOREIGN,
        ])
        expect(ended.rows).toEqual([{ a: true, b: false }])
        return asOwner(
          tx,
          `select id from auth.sessions where id in ('${HERE}', '${ELSEWHERE}', '${FOREIGN}') order by id`,
        )
      })

      expect(left).toEqual([{ id: HERE }, { id: FOREIGN }])
    })

    test('at most fifty sessions are listed', async () => {
      const before = `insert into auth.sessions (user_id) select '${USER.customer}' from generate_series(1, 80)`
      const { rows } = await withSession('customer', (tx) => tx.query('select * from public.my_sessions()'), { before })

      expect(rows).toHaveLength(50)
      expect(rows[0]).toMatchObject({ id: HERE })
    })
  })

  const CALLS = [
    'select * from public.my_sessions()',
    `select public.end_my_session('${ELSEWHERE}')`,
    'select public.my_data()',
    'select public.delete_my_account()',
  ]

  describe.each(CALLS)('%s', (sql) => {
    test.each([
      ['a disabled account', 'disabled customer'],
      ['an account that has not completed its second step', 'admin with a factor, aal1'],
    ] as const)('the call is refused for %s', async (_, actor) => {
      await expect(withSession(actor, (tx) => tx.query(sql))).rejects.toMatchObject({ code: '42501' })
    })

    test('the call is refused with a token whose session has ended or belongs to another user', async () => {
      const before = `delete from auth.sessions where id = '${HERE}'`
      await expect(withSession('customer', (tx) => tx.query(sql), { before })).rejects.toMatchObject({ code: 'PT401' })

      const borrowed = pretendAfter(db, sessionsOf(USER.customer), 'customer', (tx) => tx.query(sql), {
        session_id: FOREIGN,
      })
      await expect(borrowed).rejects.toMatchObject({ code: 'PT401' })
    })

    test.each(['anonymous', 'service'] as const)('the call is not allowed for %s', async (actor) => {
      await expect(pretendAfter(db, '', actor, (tx) => tx.query(sql))).rejects.toMatchObject({ code: '42501' })
    })
  })

  describe('a customer with two-step verification who has entered only the password', () => {
    const TWO_STEPS = `insert into auth.mfa_factors (user_id, factor_type, status, secret)
      values ('${USER.customer}', 'totp', 'verified', 'x');`
    const count = async (tx: Queryable, sql: string) => (await tx.query(sql)).rowCount

    test('a customer can neither read leads nor change the profile before entering the code', async () => {
      const reach = (aal: string) =>
        pretendAfter(
          db,
          TWO_STEPS,
          'customer',
          async (tx) => ({
            enquiries: await count(tx, 'select id from public.enquiries'),
            testDrives: await count(tx, 'select id from public.test_drives'),
            profile: await count(tx, `update public.profiles set phone = '1' where id = '${USER.customer}'`),
          }),
          { aal },
        )

      expect(await reach('aal1')).toEqual({ enquiries: 0, testDrives: 0, profile: 0 })
      expect(await reach('aal2')).toEqual({ enquiries: 1, testDrives: 1, profile: 1 })
    })

    test('a customer who has entered only the password can still send an enquiry with their own address', async () => {
      const added = await pretendAfter(db, TWO_STEPS, 'customer', (tx) =>
        count(
          tx,
          `insert into public.enquiries (name, email, phone, message, vehicle_id)
           values ('Carol', 'carol@example.com', '1', 'Hi', '${VEHICLE.listed}')`,
        ),
      )

      expect(added).toBe(1)
    })
  })

  describe('an account’s data', () => {
    const MORE = `
      update public.config set value = '[{"address": "office@example.com", "about": "everything"}]' where key = 'NOTIFY_ALSO';
      insert into public.contact_messages (name, email, message) values ('Carol', 'carol@example.com', 'About opening hours');
      update auth.users set encrypted_password = 'SECRET-HASH' where id = '${USER.customer}';
      insert into auth.mfa_factors (user_id, factor_type, status, secret)
        values ('${USER.customer}', 'totp', 'unverified', 'SECRET-TOTP');
      insert into public.email_outbox (template, recipient, data)
        values ('password-reset', 'carol@example.com', '{"url": "SECRET-LINK"}');`

    test('an account’s data is complete and contains no secrets', async () => {
      const { rows } = await withSession('customer', (tx) => tx.query('select public.my_data() as data'), {
        before: MORE,
      })
      const { data } = rows[0] as { data: Record<string, unknown> }

      expect(data).toMatchObject({
        account: { id: USER.customer, email: 'carol@example.com', role: 'user' },
        profile: { first_name: 'Carol', last_name: 'Customer' },
        sessions: [{ device: 'Firefox here', address: '192.0.2.7' }, { device: 'Chrome elsewhere' }],
        second_steps: [{ type: 'totp', status: 'unverified' }],
        enquiries: [{ email: 'carol@example.com', message: 'Hello' }],
        test_drives: [{ email: 'carol@example.com' }],
        contact_messages: [{ message: 'About opening hours' }],
        activity: [{ kind: 'customer_registered' }],
      })
      expect(JSON.stringify(data)).not.toContain('SECRET')
      expect(JSON.stringify(data)).not.toContain('dave@example.com')
    })

    test('an account’s data does not include leads or emails for an unproved address', async () => {
      const before = `insert into forecourt.unproved_emails values ('${USER.customer}');`
      const { rows } = await withSession('customer', (tx) => tx.query('select public.my_data() as data'), { before })

      expect(rows[0]).toMatchObject({ data: { enquiries: [], test_drives: [], contact_messages: [], emails: [] } })
    })

    test('an admin’s data does not include customers’ names', async () => {
      const before = `
        insert into public.activity (kind, summary, actor_id, subject_id) values
          ('customer_disabled', 'Dave Other disabled', '${USER.admin}', '${USER.another}'),
          ('customer_enabled', 'Dave Other enabled', '${USER.admin}', null),
          ('vehicle_added', 'Alvis added', '${USER.admin}', null);`
      const { rows } = await withSession('admin', (tx) => tx.query('select public.my_data() as data'), { before })
      const { activity } = (rows[0] as { data: { activity: { kind: string; summary: string | null }[] } }).data

      expect(activity.slice(0, 3)).toMatchObject([
        { kind: 'vehicle_added', summary: 'Alvis added' },
        { kind: 'customer_enabled', summary: null },
        { kind: 'customer_disabled', summary: null },
      ])
    })

    test('an account’s data can be downloaded ten times an hour', async () => {
      const eleven = withSession('customer', async (tx) => {
        for (let n = 0; n < 11; n++) await tx.query('select public.my_data()')
      })

      await expect(eleven).rejects.toMatchObject({ code: 'PT429' })
    })
  })

  describe('deleting an account', () => {
    const MORE = `
      update public.config set value = '[{"address": "office@example.com", "about": "everything"}]' where key = 'NOTIFY_ALSO';
      insert into public.contact_messages (name, email, phone, message)
        values ('Carol', 'carol@example.com', '07123', 'SECRET words');
      update public.profiles set disabled = true where id = '${USER.customer}';
      update public.profiles set disabled = false where id = '${USER.customer}';
      insert into public.customer_disable_history (customer_id, admin_id, customer_email, admin_email, action)
        values ('${USER.customer}', '${USER.admin}', 'carol@example.com', 'ann@example.com', 'disabled');
      insert into auth.flow_state (user_id, provider_type, authentication_method) values ('${USER.customer}', 'email', 'otp');
      insert into public.email_outbox (template, recipient, status) values ('enquiry', 'carol@example.com', 'sent');`

    const remove = (tx: Queryable) => tx.query('select public.delete_my_account()')

    test('deleting an account keeps its leads for the dealer and leaves no trace of its owner', async () => {
      const found = await withSession(
        'customer',
        async (tx) => {
          await tx.query('select public.my_data()')
          await remove(tx)
          const leads = await asOwner(
            tx,
            `select kind, name, email, phone, message, status, vehicle_title from public.inbox
             where email = 'deleted@account.invalid' order by kind`,
          )
          const activity = await asOwner(tx, `select kind, summary from public.activity order by id desc limit 40`)
          const traces = await findTraces(tx, `carol|SECRET words|${USER.customer}`)
          const history = await asOwner(
            tx,
            `select customer_id, customer_email, admin_email from public.customer_disable_history where admin_email <> ''`,
          )
          return { leads, activity, traces, history }
        },
        { before: MORE },
      )

      const blank = {
        name: 'Deleted account',
        email: 'deleted@account.invalid',
        phone: '-',
        message: 'Deleted with the account.',
        status: 'Closed',
      }
      expect(found.leads).toEqual([
        { ...blank, kind: 'contact', vehicle_title: '' },
        { ...blank, kind: 'enquiry', vehicle_title: 'Listed' },
        { ...blank, kind: 'test-drive', vehicle_title: 'Listed' },
      ])
      expect(found.traces).toEqual([])
      expect(found.history).toEqual([{ customer_id: null, customer_email: '', admin_email: 'ann@example.com' }])
      expect(found.activity).toEqual(
        expect.arrayContaining([
          { kind: 'account_deleted', summary: 'An account was deleted by its owner' },
          { kind: 'customer_registered', summary: 'A customer registered' },
          { kind: 'customer_disabled', summary: 'A customer disabled' },
          { kind: 'enquiry', summary: 'Enquiry from a deleted account about Listed' },
          { kind: 'test-drive', summary: 'Test drive of Listed booked by a deleted account' },
          { kind: 'contact', summary: 'Message from a deleted account' },
          { kind: 'enquiry', summary: 'Enquiry from Dave about Listed' },
        ]),
      )
    })

    test('deleting an account frees its test drive slots and does not change other customers’ leads', async () => {
      const rows = await withSession('customer', async (tx) => {
        await remove(tx)
        return asOwner(
          tx,
          `select name, status from public.test_drives where vehicle_id = '${VEHICLE.listed}' order by preferred_date`,
        )
      })

      expect(rows).toEqual([
        { name: 'Deleted account', status: 'Closed' },
        { name: 'Dave', status: 'Scheduled' },
        { name: 'Eve', status: 'Scheduled' },
      ])
    })

    test('deleting an account does not change leads from an unproved address', async () => {
      const before = `insert into forecourt.unproved_emails values ('${USER.customer}');`
      const rows = await withSession(
        'customer',
        async (tx) => {
          await remove(tx)
          return asOwner(tx, `select name from public.enquiries where email = 'carol@example.com'`)
        },
        { before },
      )

      expect(rows).toEqual([{ name: 'Carol' }])
    })

    test('deleting an account requires the password to have been entered in the last five minutes', async () => {
      await expect(withSession('customer', remove, { since: '6 minutes' })).rejects.toMatchObject({
        code: '42501',
        message: 'Please confirm your identity again.',
      })
    })

    test('deleting an account with two-step verification requires the second step, because the password is not enough', async () => {
      const actor = 'admin with a factor, aal2'
      await expect(withSession(actor, remove, { aal: 'aal2', method: 'password' })).rejects.toMatchObject({
        message: 'Please confirm your identity again.',
      })
    })

    const firstSteps: AuthMethod[] = ['password', 'otp', 'recovery', 'anonymous', 'oauth']
    test.each([
      ...SECOND_STEP_METHODS.map((method) => [method, true] as const),
      ...firstSteps.map((method) => [method, false] as const),
    ])(
      'with two-step verification, the sign-in method %j is enough to delete an account: %j',
      async (method, isEnough) => {
        const removed = withSession('admin with a factor, aal2', remove, { aal: 'aal2', method }).then(
          () => true,
          () => false,
        )

        expect(await removed).toBe(isEnough)
      },
    )

    test('deleting the last admin’s account is refused and changes nothing', async () => {
      const before = `delete from public.user_roles where user_id = '${USER.adminWithFactor}';`
      await expect(withSession('admin', remove, { before })).rejects.toMatchObject({
        code: 'P0001',
        message: LAST_ADMIN,
      })
      const { rows } = await db.query('select email from auth.users where id = $1', [USER.admin])
      expect(rows).toEqual([{ email: 'ann@example.com' }])
    })

    test('deleting an account removes the name from the record of its two-step verification reset', async () => {
      const before = `select forecourt.record_second_steps_reset('${USER.customer}');`
      const rows = await withSession(
        'customer',
        async (tx) => {
          await remove(tx)
          return asOwner(tx, `select summary, subject_id from public.activity where kind = 'second_steps_reset'`)
        },
        { before },
      )

      expect(rows).toEqual([{ summary: 'A deleted account: two-step verification reset', subject_id: null }])
    })

    test('deleting an admin’s account keeps the records of what the admin did, without the admin’s name', async () => {
      const before = `insert into public.activity (kind, summary, actor_id) values ('settings_saved', 'By Ann', '${USER.admin}');`
      const rows = await withSession(
        'admin',
        async (tx) => {
          await remove(tx)
          return asOwner(tx, `select summary, actor_id from public.activity where summary = 'By Ann'`)
        },
        { before },
      )

      expect(rows).toEqual([{ summary: 'By Ann', actor_id: null }])
    })
  })
})
