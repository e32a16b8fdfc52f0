// Editing customers in the back office.

import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Database } from '../../backend/src/db/database.ts'
import { serviceEngines } from '../../backend/test/engines.ts'
import { type Actor, createCast, LAST_ADMIN, ONE_ADMIN, pretendAfter, USER } from './cast.ts'

describe.each(serviceEngines)('editing a customer on $name', ({ open }) => {
  let db: Database
  beforeAll(async () => {
    db = await open()
    await createCast(db)
  })
  afterAll(() => db.close())

  const edit = (actor: Actor, user: string, role: string | null, setup = 'select') =>
    pretendAfter(db, setup, actor, async (tx) => {
      await tx.query('select public.update_customer($1, $2, $3, $4, $5, $6)', [
        user,
        'Nora',
        'New',
        'nora@example.com',
        '07',
        role,
      ])
      return (await tx.query('select name, email, phone, role from public.customers where id = $1', [user])).rows[0]
    })

  test('editing a customer changes the details and the role together', async () => {
    const edited = { name: 'Nora New', email: 'nora@example.com', phone: '07' }
    expect(await edit('admin', USER.customer, 'admin')).toEqual({ ...edited, role: 'admin' })
    expect(await edit('admin', USER.customer, 'user')).toEqual({ ...edited, role: 'user' })
    expect(await edit('admin', USER.adminWithFactor, 'user')).toEqual({ ...edited, role: 'user' })
  })

  test('editing a customer keeps the role if none is given', async () => {
    expect(await edit('admin', USER.adminWithFactor, null)).toMatchObject({ name: 'Nora New', role: 'admin' })
    expect(await edit('admin', USER.another, null)).toMatchObject({ name: 'Nora New', role: 'user' })
  })

  test.each([
    ['if it demotes the last admin', USER.admin, 'user', { message: LAST_ADMIN }],
    ['with an unknown role', USER.customer, 'owner', { code: '23514' }],
    ['for an unknown account', '00000000-0000-4000-8000-0000000000ff', 'user', { code: 'PT404' }],
  ])('editing a customer changes nothing %s', async (_, user, role, refusal) => {
    await expect(edit('admin', user, role, ONE_ADMIN)).rejects.toMatchObject(refusal)
  })

  test.each(['customer', 'disabled customer', 'anonymous', 'admin with a factor, aal1'] as const)(
    'editing a customer is not allowed for %s',
    async (actor) => {
      await expect(edit(actor, USER.customer, 'admin')).rejects.toMatchObject({ code: '42501' })
    },
  )
})
