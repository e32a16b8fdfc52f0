// Who works in the back office, and what sales staff may do there.

import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Database } from '../../backend/src/db/database.ts'
import { serviceEngines } from '../../backend/test/engines.ts'
import { type Actor, createCast, LAST_ADMIN, ONE_ADMIN, pretend, pretendAfter, USER, VEHICLE } from './cast.ts'

describe.each(serviceEngines)('staff on $name', ({ open }) => {
  let db: Database
  beforeAll(async () => {
    db = await open()
    await createCast(db)
  })
  afterAll(() => db.close())

  const call = (actor: Actor, sql: string, setup = 'select') => pretendAfter(db, setup, actor, (tx) => tx.query(sql))

  test.each([
    ['sales', 'open', false],
    ['admin', 'open', false],
    ['disabled sales', 'none', false],
    ['customer', 'none', false],
    ['sales with a factor, aal1', 'second-step', false],
    ['sales', 'enrolment', true],
  ] as const)(
    'staff_access() for %s is %s if two-step verification is required: %s',
    async (actor, access, isRequired) => {
      const setup = isRequired ? `update public.config set value = 'true' where key = 'AdminsNeedTwoSteps'` : 'select'
      const { rows } = await call(actor, 'select public.staff_access() as access, public.is_staff() as staff', setup)
      expect(rows).toEqual([{ access, staff: access === 'open' }])
    },
  )

  test('a member of staff who must choose a password has no access yet', async () => {
    const setup = `update auth.users set raw_app_meta_data = '{"must_set_password": "weak"}' where id = '${USER.sales}'`
    expect((await call('sales', 'select public.is_staff() as staff', setup)).rows).toEqual([{ staff: false }])
  })

  test('the list of staff shows roles, invitations and second steps, but only to admins', async () => {
    const { rows } = await call('admin', 'select email, role, disabled, has_second_step from public.staff_members()')
    expect(rows).toEqual([
      { email: 'ann@example.com', role: 'admin', disabled: false, has_second_step: false },
      { email: 'bob@example.com', role: 'admin', disabled: false, has_second_step: true },
      { email: 'sam@example.com', role: 'sales', disabled: false, has_second_step: false },
      { email: 'uma@example.com', role: 'sales', disabled: false, has_second_step: true },
      { email: 'tess@example.com', role: 'sales', disabled: true, has_second_step: false },
    ])
    for (const actor of ['sales', 'customer', 'admin with a factor, aal1'] as const)
      await expect(call(actor, 'select * from public.staff_members()')).rejects.toMatchObject({ code: '42501' })
  })

  test('sales staff see their colleagues with their roles, but no customers', async () => {
    const { rows } = await call('sales', 'select email, role from public.customers order by email')
    expect(rows.map(({ email, role }) => `${email} ${role}`)).toEqual([
      'ann@example.com admin',
      'bob@example.com admin',
      'sam@example.com sales',
      'tess@example.com sales',
      'uma@example.com sales',
    ])
  })

  test('a change of role is recorded with the admin who made it', async () => {
    const recorded = await pretend(db, 'admin', async (tx) => {
      await tx.query(`update public.user_roles set role = 'admin' where user_id = '${USER.sales}'`)
      return (
        await tx.query(`select summary, actor_id, subject_id from public.activity where kind = 'role_changed'
        and actor_id is not null`)
      ).rows
    })
    expect(recorded).toEqual([
      { summary: 'sam@example.com is now an admin', actor_id: USER.admin, subject_id: USER.sales },
    ])
  })

  test('the last admin cannot become sales staff', async () => {
    const demotion = `update public.user_roles set role = 'sales' where user_id = '${USER.admin}'`
    await expect(call('admin', demotion, ONE_ADMIN)).rejects.toMatchObject({ message: LAST_ADMIN })
  })

  test('an account whose email address is not proved cannot become sales staff', async () => {
    const setup = `insert into forecourt.unproved_emails values ('${USER.another}')`
    const promotion = `insert into public.user_roles (user_id, role) values ('${USER.another}', 'sales')`
    await expect(call('admin', promotion, setup)).rejects.toMatchObject({ code: 'P0001' })
  })

  test('sales staff cannot give themselves or others a role', async () => {
    const promotion = `update public.user_roles set role = 'admin' where user_id = '${USER.sales}'`
    expect((await call('sales', promotion)).rowCount).toBe(0)
    const upsert = `insert into public.user_roles values ('${USER.sales}', 'admin') on conflict (user_id) do update set role = 'admin'`
    await expect(call('sales', upsert)).rejects.toMatchObject({ code: '42501' })
  })

  test('sales staff save a vehicle with its parts and search the inbox', async () => {
    const save = `select title from public.save_vehicle('{"id": "${VEHICLE.listed}", "title": "Sold by Sam"}', array['/b.webp'], array['Radio'], '[]')`
    expect((await call('sales', save)).rows).toEqual([{ title: 'Sold by Sam' }])
    expect((await call('sales', `select name from public.search_inbox(array['carol'])`)).rows.length).toBeGreaterThan(0)
    for (const actor of ['disabled sales', 'sales with a factor, aal1', 'customer'] as const)
      await expect(call(actor, save)).rejects.toMatchObject({ code: '42501' })
  })
})
