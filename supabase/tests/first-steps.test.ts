import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Database, Queryable } from '../../backend/src/db/database.ts'
import { serviceEngines } from '../../backend/test/engines.ts'
import { type Actor, createCast, pretend, pretendAfter, USER, VEHICLE } from './cast.ts'

const NOT_ADMINS = ['anonymous', 'customer', 'disabled customer', 'admin with a factor, aal1'] as const
const INVITED = '00000000-0000-4000-8000-000000000031'

/** The SQL that creates an invited account, followed by `more`. */
const invite = (more = '') => `
  insert into auth.users (id, email, invited_at, encrypted_password) values ('${INVITED}', 'new@example.com', now(), '');
  ${more}`

describe.each(serviceEngines)('first steps on $name', ({ open }) => {
  let db: Database
  beforeAll(async () => {
    db = await open()
    await createCast(db)
  })
  afterAll(() => db.close())

  const steps = async (tx: Queryable) =>
    (await tx.query<{ steps: Record<string, unknown> }>('select public.first_steps() as steps')).rows[0]?.steps
  const after = (setup: string) => pretendAfter(db, setup, 'admin', steps)
  const say = (key: string, value: string) => `update public.config set value = '${value}' where key = '${key}';`

  test('an invited colleague is not announced as a new customer, and a registration is', async () => {
    const announced = (setup: string) =>
      pretendAfter(
        db,
        `delete from public.email_outbox; delete from public.activity; ${setup}`,
        'service',
        async (tx) => {
          const { rows } = await tx.query<{ emails: number; activity: number }>(
            `select (select count(*)::int from public.email_outbox) as emails,
             (select count(*)::int from public.activity) as activity`,
          )
          return rows[0]
        },
      )

    expect(await announced(invite())).toEqual({ emails: 0, activity: 0 })
    expect(await announced(invite().replace('now()', 'null'))).toEqual({ emails: 1, activity: 1 })
  })

  test.each([
    ['hasName', '', false],
    ['hasName', say('COMPANY_NAME', 'Your dealership'), false],
    ['hasName', say('COMPANY_NAME', 'Rowe and Daughters'), true],
    ['hasAddress', '', false],
    ['hasAddress', say('COMPANY_ADDRESS', ' '), false],
    ['hasAddress', say('COMPANY_ADDRESS', '1 High Street, Ely'), true],
    ['hasHours', '', true],
    ['hasHours', say('COMPANY_OPENING_HOURS', ''), false],
    [
      'hasLogo',
      `insert into forecourt.settings (key, readable_by) values ('BRAND_LOGO_TEST', 'visitor') on conflict do nothing;
       delete from public.config where key like 'BRAND\\_LOGO%';`,
      false,
    ],
    [
      'hasLogo',
      `insert into forecourt.settings (key, readable_by) values ('BRAND_LOGO_TEST', 'visitor') on conflict do nothing;
       insert into public.config (key, value) values ('BRAND_LOGO_TEST', 'a.png');`,
      true,
    ],
    ['hasBackup', '', false],
    [
      'hasBackup',
      `insert into forecourt.backups (folder, is_nightly, made_at, bytes, rows, pictures)
       values ('forecourt-20261116T000000Z', true, now(), 1, 1, 1);`,
      true,
    ],
    ['hasVehicle', '', true],
    ['hasVehicle', 'insert into public.demo_vehicles select id, updated_at from public.vehicles;', false],
    [
      'hasVehicle',
      `insert into public.demo_vehicles select id, updated_at from public.vehicles;
       update public.vehicles set price = 1 where id = '${VEHICLE.spare}';`,
      true,
    ],
    ['demoVehicles', 'insert into public.demo_vehicles select id, updated_at from public.vehicles;', 3],
    ['admins', '', 2],
    ['admins', `update public.profiles set disabled = true where id = '${USER.adminWithFactor}';`, 1],
    ['admins', `update auth.users set email_confirmed_at = null where id = '${USER.adminWithFactor}';`, 1],
    ['hasSentMail', 'delete from public.email_outbox;', false],
    ['hasSentMail', `insert into public.email_outbox (template, status) values ('contact', 'sent');`, true],
  ])('the value of %s after running "%s" is %s', async (name, setup, expected) => {
    expect((await after(setup))?.[name]).toBe(expected)
  })

  test.each([
    'select public.first_steps()',
    'select public.hide_first_steps(true)',
    'select public.send_test_mail()',
    `select public.welcome_colleague('${USER.customer}')`,
  ])('only an admin can call %s', async (call) => {
    for (const actor of NOT_ADMINS) {
      await expect(pretend(db, actor, (tx) => tx.query(call))).rejects.toMatchObject({ code: '42501' })
    }
  })

  test('an admin hides the first steps for all admins, and any admin can show them again', async () => {
    await pretend(db, 'admin', async (tx) => {
      await tx.query('select public.hide_first_steps(true)')
      await tx.query('select public.hide_first_steps(true)')
      expect((await steps(tx))?.isHidden).toBe(true)

      await tx.query('select public.hide_first_steps(false)')
      expect((await steps(tx))?.isHidden).toBe(false)
    })
  })

  test('a test email goes to the admin who requested it, is queued once and has a status', async () => {
    await pretend(db, 'admin', async (tx) => {
      expect((await steps(tx))?.testMail).toBeNull()
      await tx.query('select public.send_test_mail()')
      await tx.query('select public.send_test_mail()')
      const { rows } = await tx.query(`select subject, kind from public.undelivered where kind = 'test-mail'`)

      expect(rows).toEqual([{ subject: 'ann@example.com', kind: 'test-mail' }])
      expect((await steps(tx))?.testMail).toMatchObject({ to: 'ann@example.com', status: 'pending', error: null })
    })
  })

  test('requesting another test email retries a queued email at once, or sends a new email if the last one failed', async () => {
    const mail = (status: string) =>
      `insert into public.email_outbox (template, recipient, status, attempts, last_error, created_at, next_attempt_at)
       values ('test-mail', 'ann@example.com', '${status}', 3, 'No', now() - interval '1 minute', now() + interval '1 hour');`
    const again = (setup: string) =>
      pretendAfter(db, setup, 'admin', async (tx) => {
        await tx.query('select public.send_test_mail()')
        const { rows } = await tx.query<{ n: number }>(
          `select count(*)::int as n from public.undelivered where kind = 'test-mail' and next_attempt_at <= now()`,
        )
        return [rows[0]?.n, await steps(tx)]
      })

    expect(await again(mail('pending'))).toMatchObject([1, { testMail: { status: 'pending' } }])
    expect(await again(mail('failed'))).toMatchObject([1, { testMail: { status: 'pending', error: null } }])
    await expect(again(mail('failed').repeat(10))).rejects.toMatchObject({ code: 'PT429' })
  })

  test.each(['null', `''`])('an admin without an email address (%s) cannot send a test email', async (email) => {
    const asking = pretendAfter(
      db,
      `update auth.users set email = ${email} where id = '${USER.admin}';`,
      'admin',
      (tx) => tx.query('select public.send_test_mail()'),
    )

    await expect(asking).rejects.toMatchObject({ code: 'P0001', message: 'Your account has no email address.' })
  })

  const accept = `update auth.users set email_confirmed_at = now() where id = '${INVITED}';`
  const sentBefore = (interval: string) =>
    `insert into forecourt.invitations (user_id, sent_at) values ('${INVITED}', now() - interval '${interval}');`
  const roleAfter = (setup: string) =>
    pretendAfter(
      db,
      setup,
      'service',
      async (tx) => (await tx.query('select role from public.user_roles where user_id = $1', [INVITED])).rows[0]?.role,
    )
  const welcome = (setup: string, actor: Actor = 'admin') =>
    pretendAfter(db, setup, actor, async (tx) => {
      await tx.query('select public.welcome_colleague($1)', [INVITED])
      const activity = await tx.query(
        `select summary, actor_id from public.activity where kind = 'colleague_invited' and subject_id = $1`,
        [INVITED],
      )
      const role = async () =>
        (await tx.query('select role from public.user_roles where user_id = $1', [INVITED])).rows[0]?.role
      const before = await role()
      const admins = (await steps(tx))?.admins
      await tx.query('reset role')
      await tx.query(accept)
      return { activity: activity.rows, before, admins, after: await role() }
    })

  test('a colleague becomes an admin by accepting the invitation, and the activity shows who sent it', async () => {
    expect(await welcome(invite())).toEqual({
      activity: [{ summary: 'new@example.com invited as an admin', actor_id: USER.admin }],
      before: undefined,
      admins: 2,
      after: 'admin',
    })
  })

  test('a colleague who is invited as sales staff becomes sales staff, not an admin', async () => {
    const invited = await pretendAfter(db, invite(), 'admin', async (tx) => {
      await tx.query(`select public.welcome_colleague($1, 'sales')`, [INVITED])
      await tx.query('reset role')
      await tx.query(accept)
      return (await tx.query('select role from public.user_roles where user_id = $1', [INVITED])).rows[0]?.role
    })
    expect(invited).toBe('sales')
    await expect(
      pretendAfter(db, invite(), 'admin', (tx) => tx.query(`select public.welcome_colleague($1, 'user')`, [INVITED])),
    ).rejects.toMatchObject({ code: '23514' })
  })

  test('a second invitation is valid for the full period', async () => {
    expect((await welcome(invite(sentBefore('1 year')))).after).toBe('admin')
  })

  test.each([
    ['in time grants the admin role', '', '23 hours 59 minutes', 'admin'],
    ['too late grants no role', '', '24 hours 1 minute', undefined],
    [
      'with a disabled account grants no role',
      `update public.profiles set disabled = true where id = '${INVITED}';`,
      '1 hour',
      undefined,
    ],
    [
      'with an unproved email address grants no role',
      `insert into forecourt.unproved_emails values ('${INVITED}');`,
      '1 hour',
      undefined,
    ],
    [
      'with another email address grants no role',
      `update auth.users set email = 'mallory@example.com' where id = '${INVITED}';`,
      '1 hour',
    ],
  ])('accepting an invitation %s', async (_how, more, interval, role?) => {
    expect(await roleAfter(invite(sentBefore(interval) + more + accept))).toBe(role)
  })

  test('until an invitation is accepted, the list of customers shows how long it is valid', async () => {
    const shown = (setup: string) =>
      pretendAfter(
        db,
        invite(setup),
        'admin',
        async (tx) =>
          (await tx.query(`select invited_until - now() as rest from public.customers where id = '${INVITED}'`)).rows[0]
            ?.rest,
      )

    expect(await shown('')).toBeNull()
    expect(await shown(sentBefore('23 hours'))).toBe('01:00:00')
    expect(await shown(sentBefore('25 hours'))).toBe('-01:00:00')
    expect(await shown(sentBefore('23 hours') + accept)).toBeNull()
  })

  test.each([
    ['that was not invited', `update auth.users set invited_at = null where id = '${INVITED}';`],
    ['that has a password', `update auth.users set encrypted_password = 'x' where id = '${INVITED}';`],
    ['that is already confirmed', `update auth.users set email_confirmed_at = now() where id = '${INVITED}';`],
  ])('an account %s cannot be invited as an admin', async (_why, more) => {
    await expect(welcome(invite(more))).rejects.toMatchObject({ code: 'PT409' })
  })
})
