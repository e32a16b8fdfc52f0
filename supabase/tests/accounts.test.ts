import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { asRole } from '../../backend/src/db/as-role.ts'
import type { Database } from '../../backend/src/db/database.ts'
import { serviceEngines } from '../../backend/test/engines.ts'
import { type Actor, CALLERS, createCast, LAST_ADMIN, ONE_ADMIN, pretend, pretendAfter, USER } from './cast.ts'

describe.each(serviceEngines)('accounts on $name', ({ open }) => {
  let db: Database
  beforeAll(async () => {
    db = await open()
    await createCast(db)
  })
  afterAll(() => db.close())

  const signUp = (metadata: unknown, columns = '', values = '') =>
    pretendAfter(
      db,
      `insert into auth.users (id, email, raw_user_meta_data${columns})
       values ('00000000-0000-4000-8000-0000000000ff', 'new@example.com', '${JSON.stringify(metadata)}'${values})`,
      'service',
      async (tx) => ({
        profile: (
          await tx.query(
            `select first_name, last_name, email, phone from public.profiles where email = 'new@example.com'`,
          )
        ).rows[0],
        emails: (await tx.query(`select data from public.email_outbox where data ->> 'enquiryType' = 'registration'`))
          .rows,
      }),
    )

  test('a sign-up creates a profile and notifies the admin', async () => {
    const { profile, emails } = await signUp({ first_name: 'Nora', last_name: 'van New', phone: '07123 456789' })

    expect(profile).toEqual({
      first_name: 'Nora',
      last_name: 'van New',
      email: 'new@example.com',
      phone: '07123 456789',
    })
    expect(emails).toEqual([
      {
        data: {
          enquiryType: 'registration',
          customerName: 'Nora van New',
          customerEmail: 'new@example.com',
          customerPhone: '07123 456789',
          message: 'A new user has registered on the website.',
        },
      },
    ])
  })

  test('a full name is split after its first word, and a missing phone number is reported as not provided', async () => {
    const { profile, emails } = await signUp({ name: 'Nora van New' })

    expect(profile).toMatchObject({ first_name: 'Nora', last_name: 'van New', phone: '' })
    expect(emails[0]).toMatchObject({ data: { customerPhone: 'Not provided' } })
  })

  test.each([
    ['null', null],
    ['a list', [1, 2]],
    ['of the wrong types', { first_name: 7, last_name: { a: 1 }, phone: [true] }],
    ['much too long', { first_name: 'x'.repeat(9000), last_name: 'y'.repeat(9000), phone: 'z'.repeat(9000) }],
  ])('a sign-up works with metadata that is %s', async (_, metadata) => {
    expect((await signUp(metadata)).profile).toMatchObject({ email: 'new@example.com' })
  })

  test('an account that is created as confirmed does not count as a registration', async () => {
    expect((await signUp({}, ', email_confirmed_at', ', now()')).emails).toEqual([])
  })

  test.each(['customer', 'disabled customer', 'admin with a factor, aal1'] as const)(
    'a caller (%s) can neither become an admin nor enable an account',
    async (actor) => {
      const granting = pretend(db, actor, (tx) =>
        tx.query(
          `insert into public.user_roles (user_id, role) values ('${USER.another}', 'admin')
           on conflict (user_id) do update set role = 'admin'`,
        ),
      )
      await expect(granting).rejects.toMatchObject({ code: '42501' })

      for (const change of ['disabled = not disabled', `email = 'x@example.com'`, `created_at = '2020-01-01'`]) {
        const changing = pretend(db, actor, (tx) => tx.query(`update public.profiles set ${change}, first_name = 'X'`))
        const outcome = await changing.then(
          ({ rowCount }) => rowCount,
          ({ code }) => code,
        )
        // The update is denied for the caller's own row, and other rows are not visible.
        expect([0, '42501']).toContain(outcome)
      }
    },
  )

  test('the triggers protect roles and profiles even if a policy is too permissive', async () => {
    const open = `
      create policy "a mistake" on public.profiles for update to authenticated using (true);
      create policy "a mistake" on public.user_roles for all to authenticated using (true)`

    await expect(
      pretendAfter(db, open, 'customer', (tx) => tx.query(`update public.profiles set disabled = true`)),
    ).rejects.toMatchObject({ code: '42501' })
    await expect(
      pretendAfter(db, open, 'customer', (tx) => tx.query(`update public.user_roles set role = 'admin'`)),
    ).rejects.toMatchObject({ code: '42501' })
  })

  test.each<[Actor, boolean]>([
    ['anonymous', false],
    ['customer', false],
    ['disabled customer', false],
    ['admin', true],
    ['admin with a factor, aal1', false],
    ['admin with a factor, aal2', true],
  ])('is_admin() for %s is %s', async (actor, expected) => {
    const { rows } = await pretend(db, actor, (tx) => tx.query('select public.is_admin() as answer'))

    expect(rows).toEqual([{ answer: expected }])
  })

  test('is_admin() is false for a disabled admin', async () => {
    const disable = `update public.profiles set disabled = true where id = '${USER.admin}'`
    const { rows } = await pretendAfter(db, disable, 'admin', (tx) => tx.query('select public.is_admin() as answer'))

    expect(rows).toEqual([{ answer: false }])
  })

  describe('if admins must use two-step verification', () => {
    const REQUIRED = `update public.config set value = 'true' where key = 'AdminsNeedTwoSteps'`

    test.each<[Actor, string, string]>([
      ['customer', 'none', 'none'],
      ['disabled customer', 'none', 'none'],
      ['admin', 'open', 'enrolment'],
      ['admin with a factor, aal1', 'second-step', 'second-step'],
      ['admin with a factor, aal2', 'open', 'open'],
    ])('staff_access() for %s changes from %s to %s', async (actor, before, after) => {
      const ask = (prepare: string) =>
        pretendAfter(db, prepare, actor, async (tx) => {
          const { rows } = await tx.query<{ access: string; admin: boolean }>(
            'select public.staff_access() as access, public.is_admin() as admin',
          )
          return rows[0]
        })

      expect(await ask('')).toEqual({ access: before, admin: before === 'open' })
      expect(await ask(REQUIRED)).toEqual({ access: after, admin: after === 'open' })
    })

    test('only an admin who has completed two-step verification can require it, and any admin with access can lift the requirement', async () => {
      const upsert = (value: string) =>
        `insert into public.config (key, value) values ('AdminsNeedTwoSteps', '${value}')
         on conflict (key) do update set value = excluded.value`
      const without = `delete from auth.mfa_factors where user_id = '${USER.adminWithFactor}'`
      const asActor = (actor: Actor, statement: string, prepare = '') =>
        pretendAfter(db, prepare, actor, (tx) => tx.query(statement))

      for (const statement of [REQUIRED, upsert('true')]) {
        await expect(asActor('admin', statement)).rejects.toMatchObject({ code: 'P0001' })
        // The token still contains aal2 for a while after the last factor has been removed.
        await expect(asActor('admin with a factor, aal2', statement, without)).rejects.toMatchObject({ code: 'P0001' })
        expect((await asActor('admin with a factor, aal2', statement)).rowCount).toBe(1)
      }
      expect((await asActor('admin with a factor, aal2', upsert('true'), `${REQUIRED}; ${without}`)).rowCount).toBe(1)
      expect((await asActor('admin with a factor, aal2', upsert('false'), REQUIRED)).rowCount).toBe(1)
      await expect(asActor('admin', upsert('false'), REQUIRED)).rejects.toMatchObject({ code: '42501' })
      expect(
        (await asActor('admin', `delete from public.config where key = 'AdminsNeedTwoSteps'`, REQUIRED)).rowCount,
      ).toBe(0)
    })
  })

  describe('two-step verification for a customer who has lost their phone', () => {
    const PHONE = `insert into auth.mfa_factors (user_id, factor_type, status) values ('${USER.customer}', 'totp', 'verified');
      insert into auth.sessions (user_id, aal) values ('${USER.customer}', 'aal2');`
    const reset = (actor: Actor, id: string) =>
      pretendAfter(db, PHONE, actor, async (tx) => {
        await tx.query('select public.reset_second_steps($1)', [id])
        await tx.query('reset role')
        const { rows } = await tx.query(
          `select (select count(*)::int from auth.mfa_factors where user_id = $1) as factors,
             (select count(*)::int from auth.sessions where user_id = $1) as sessions,
             (select jsonb_agg(jsonb_build_array(summary, actor_id)) from public.activity where kind = 'second_steps_reset') as recorded`,
          [id],
        )
        return rows[0]
      })

    test.each<[Actor, string | null]>([
      ['admin with a factor, aal2', USER.adminWithFactor],
      ['service', null],
    ])('a customer’s two-step verification can be reset by %s, and the reset is recorded', async (actor, actorId) => {
      expect(await reset(actor, USER.customer)).toEqual({
        factors: 0,
        sessions: 0,
        recorded: [['Carol Customer: two-step verification reset', actorId]],
      })
    })

    test.each<Actor>(['anonymous', 'customer', 'another customer', 'admin', 'admin with a factor, aal1'])(
      'a customer’s two-step verification cannot be reset by %s',
      async (actor) => {
        await expect(reset(actor, USER.customer)).rejects.toMatchObject({ code: '42501' })
      },
    )

    test('an admin cannot reset two-step verification for themselves or for an unknown account', async () => {
      const actor = 'admin with a factor, aal2'

      await expect(reset(actor, USER.adminWithFactor)).rejects.toMatchObject({ code: 'P0001' })
      await expect(reset(actor, '00000000-0000-4000-8000-0000000000ee')).rejects.toMatchObject({ code: 'PT404' })
    })

    test('resetting two-step verification that was never set up changes nothing and ends no sessions', async () => {
      expect(await reset('admin with a factor, aal2', USER.another)).toEqual({
        factors: 0,
        sessions: 1,
        recorded: null,
      })
    })
  })

  test('has_role reveals to customers only their own roles', async () => {
    const ask = async (actor: Actor, user: string, role: string) =>
      (await pretend(db, actor, (tx) => tx.query('select public.has_role($1, $2) as answer', [user, role]))).rows[0]
        ?.answer

    expect(await ask('admin', USER.admin, 'admin')).toBe(true)
    expect(await ask('admin', USER.adminWithFactor, 'admin')).toBe(true)
    expect(await ask('customer', USER.customer, 'user')).toBe(true)
    expect(await ask('customer', USER.customer, 'admin')).toBe(false)
    expect(await ask('customer', USER.admin, 'admin')).toBe(false)
    expect(await ask('service', USER.admin, 'admin')).toBe(true)
    await expect(ask('anonymous', USER.admin, 'admin')).rejects.toMatchObject({ code: '42501' })
  })

  test.each([
    ['demoted', `update public.user_roles set role = 'user' where user_id = '${USER.admin}'`],
    ['stripped of the role', `delete from public.user_roles where user_id = '${USER.admin}'`],
    ['disabled', `update public.profiles set disabled = true where id = '${USER.admin}'`],
  ])('the last active admin cannot be %s', async (_, sql) => {
    await expect(pretendAfter(db, ONE_ADMIN, 'admin', (tx) => tx.query(sql))).rejects.toMatchObject({
      message: LAST_ADMIN,
    })
    expect((await pretend(db, 'admin', (tx) => tx.query(sql))).rowCount).toBe(1)
  })

  test('the last active admin cannot be deleted, not even by the service', async () => {
    const deleting = db.transaction(async (tx) => {
      await tx.exec(ONE_ADMIN)
      await tx.query('delete from auth.users where id = $1', [USER.admin])
    })

    await expect(deleting).rejects.toMatchObject({ message: LAST_ADMIN })
  })

  test('a single statement cannot remove the admin role from every admin', async () => {
    const demoting = pretend(db, 'service', (tx) => tx.query(`update public.user_roles set role = 'user'`))

    await expect(demoting).rejects.toMatchObject({ message: LAST_ADMIN })
  })

  test.each([
    ['disabled', `update public.profiles set disabled = true where id = '${USER.adminWithFactor}'`],
    ['unconfirmed', `update auth.users set email_confirmed_at = null where id = '${USER.adminWithFactor}'`],
  ])('a second admin who is %s does not count as active', async (_, without) => {
    const sql = `update public.user_roles set role = 'user' where user_id = '${USER.admin}'`
    const deleting = db.transaction(async (tx) => {
      await tx.exec(without)
      await tx.query('delete from auth.users where id = $1', [USER.admin])
    })

    await expect(deleting).rejects.toMatchObject({ message: LAST_ADMIN })
    await expect(pretendAfter(db, without, 'admin', (tx) => tx.query(sql))).rejects.toMatchObject({
      message: LAST_ADMIN,
    })
  })

  describe.each([
    [
      'has an unproved email address',
      `insert into forecourt.unproved_emails values ('${USER.customer}')`,
      'has not been verified',
    ],
    [
      'has not been confirmed',
      `update auth.users set email_confirmed_at = null where id = '${USER.customer}'`,
      'invite your colleague',
    ],
  ])('an account that %s', (_, setup, words) => {
    const upsert = `insert into public.user_roles (user_id, role) values ('${USER.customer}', 'admin')
      on conflict (user_id) do update set role = excluded.role`
    const update = `update public.user_roles set role = 'admin' where user_id = '${USER.customer}'`

    test.each([upsert, update])('the account cannot become an admin: %s', async (sql) => {
      for (const actor of ['admin', 'service'] as const) {
        await expect(pretendAfter(db, setup, actor, (tx) => tx.query(sql))).rejects.toMatchObject({
          code: 'P0001',
          message: expect.stringContaining(words),
        })
        expect((await pretend(db, actor, (tx) => tx.query(sql))).rowCount).toBe(1)
      }
    })

    test('another customer learns nothing about the account’s address', async () => {
      await expect(pretendAfter(db, setup, 'another customer', (tx) => tx.query(upsert))).rejects.toMatchObject({
        code: '42501',
      })
    })
  })

  test('one admin remains when two admins demote each other at the same time', async () => {
    const demote = (actor: Actor, victim: string) =>
      asRole(db, CALLERS[actor], (tx) =>
        tx.query(`update public.user_roles set role = 'user' where user_id = $1`, [victim]),
      )

    const outcomes = await Promise.allSettled([
      demote('admin', USER.adminWithFactor),
      demote('admin with a factor, aal2', USER.admin),
    ])
    const { rows } = await db.query(`select user_id from public.user_roles where role = 'admin'`)
    await db.exec(
      `update public.user_roles set role = 'admin' where user_id in ('${USER.admin}', '${USER.adminWithFactor}')`,
    )

    expect(rows).toHaveLength(1)
    expect(outcomes.filter(({ status }) => status === 'fulfilled').length).toBeGreaterThan(0)
  })

  test('an admin can add to the history only under their own name', async () => {
    const forging = pretend(db, 'admin', (tx) =>
      tx.query(
        `insert into public.customer_disable_history (customer_id, admin_id, action)
         values ('${USER.customer}', '${USER.adminWithFactor}', 'disabled')`,
      ),
    )

    await expect(forging).rejects.toMatchObject({ code: '42501' })
  })

  test('activity is recorded with the admin responsible for it', async () => {
    const activity = await pretend(db, 'admin', async (tx) => {
      await tx.query(`update public.profiles set disabled = true where id = '${USER.customer}'`)
      await tx.query(`update public.config set value = 'x' where key = 'COMPANY_NAME'`)
      await tx.query(`update public.config set value = 'y' where key = 'COMPANY_EMAIL'`)
      return tx.query(`select kind, summary, actor_id from public.activity order by id desc limit 2`)
    })
    const { rows } = await db.query(`select kind, count(*) from public.activity group by kind order by kind`)

    expect(activity.rows).toEqual([
      { kind: 'settings_saved', summary: 'Settings saved', actor_id: USER.admin },
      { kind: 'customer_disabled', summary: 'Carol Customer disabled', actor_id: USER.admin },
    ])
    expect(rows.map(({ kind }) => kind)).toEqual(
      expect.arrayContaining(['contact', 'customer_registered', 'enquiry', 'test-drive', 'vehicle_added']),
    )
  })
})
