import { describe, expect, test } from 'vitest'
import { authOn, PASSWORD } from './auth-harness.ts'
import { serviceEngines } from './engines.ts'

describe.each(serviceEngines)('the last admin on $name', ({ open }) => {
  const auth = authOn(open)
  const makeAdmin = async (email: string) => {
    const { data } = await auth.adminClient().createUser({ email, password: PASSWORD, email_confirm: true })
    const id = data.user?.id ?? ''
    await auth.db.query(
      `insert into public.user_roles (user_id, role) values ($1, 'admin') on conflict (user_id) do update set role = 'admin'`,
      [id],
    )
    return id
  }

  test.each([false, true])(
    'the last admin cannot be deleted until there is another admin (soft deletion: %s)',
    async (isSoft) => {
      await auth.db.query(
        `update public.user_roles set role = 'user' where user_id in (select user_id from public.user_roles where role = 'admin' offset 1)`,
      )
      const { rows } = await auth.db.query<{ user_id: string }>(
        `select user_id from public.user_roles where role = 'admin'`,
      )
      const only = rows[0]?.user_id ?? (await makeAdmin('only@example.com'))

      const refused = await auth.adminClient().deleteUser(only, isSoft)
      const other = await makeAdmin(`other-${isSoft}@example.com`)
      const allowed = await auth.adminClient().deleteUser(only, isSoft)

      expect(refused.error).toMatchObject({ code: 'conflict', status: 409 })
      expect(allowed.error).toBeNull()
      expect((await auth.adminClient().getUserById(other)).data.user?.deleted_at).toBeUndefined()
    },
  )
})
