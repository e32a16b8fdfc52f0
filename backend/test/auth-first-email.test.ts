// The first admin replaces the address that was printed at the first start.

import { describe, expect, test } from 'vitest'
import { createAdmin, ensureFirstAdmin } from '../src/auth/first-admin.ts'
import { queueMail } from '../src/mail/queue-mail.ts'
import { authOn } from './auth-harness.ts'
import { serviceEngines } from './engines.ts'

const PRINTED = 'admin@example.com'
const CHOSEN = 'one of my own'

describe.each(serviceEngines)('the first admin’s address on $name', ({ open }) => {
  const auth = authOn(open)

  const signIn = async (email: string, password: string) => {
    const client = auth.client()
    const { data, error } = await client.signInWithPassword({ email, password })
    return { client, user: data.user, error }
  }
  const adminEmail = async () =>
    (await auth.db.query<{ value: string }>(`select value from public.config where key = 'ADMIN_EMAIL'`)).rows[0]?.value

  test('the first admin replaces the printed address once, for signing in and for notifications', async () => {
    await auth.db.exec(`truncate public.user_roles; delete from auth.users; delete from public.email_outbox;
      update public.config set value = '' where key = 'ADMIN_EMAIL'`)
    const first = await ensureFirstAdmin({ db: auth.db, email: PRINTED, password: null, queueMail })
    const { client } = await signIn(PRINTED, first?.password ?? '')

    const changed = await client.updateUser({ email: 'ann@dealer.example', password: CHOSEN })

    expect(changed.error).toBeNull()
    expect(changed.data.user?.email).toBe('ann@dealer.example')
    expect(changed.data.user?.app_metadata).not.toHaveProperty('may_replace_email')
    expect((await signIn(PRINTED, CHOSEN)).error).not.toBeNull()
    expect((await signIn('ann@dealer.example', CHOSEN)).user?.app_metadata).not.toHaveProperty('must_set_password')
    expect(await adminEmail()).toBe('ann@dealer.example')
    const { rows } = await auth.db.query('select recipient from public.email_outbox')
    expect(rows).toEqual([{ recipient: 'ann@dealer.example' }])

    const again = await client.updateUser({ email: 'other@dealer.example' })
    expect(again.data.user?.email).toBe('ann@dealer.example')
    expect(again.data.user?.new_email).toBe('other@dealer.example')
  })

  test('after choosing a password, the first admin needs it to replace the printed address', async () => {
    await auth.db.exec(`truncate public.user_roles; delete from auth.users`)
    const first = await ensureFirstAdmin({ db: auth.db, email: PRINTED, password: null, queueMail })
    const { client } = await signIn(PRINTED, first?.password ?? '')
    await client.updateUser({ password: CHOSEN })

    const wrong = await client.updateUser({ email: 'bea@dealer.example', current_password: 'a guess' })
    const right = await client.updateUser({ email: 'bea@dealer.example', current_password: CHOSEN })

    expect(wrong.error?.code).toBe('current_password_invalid')
    expect(right.data.user?.email).toBe('bea@dealer.example')
  })

  test('an admin with a printed password who is not the first needs emailed links', async () => {
    const email = 'cy@dealer.example'
    const { password } = await createAdmin({ db: auth.db, email, password: null, queueMail })
    const { client } = await signIn(email, password)

    const { data } = await client.updateUser({ email: 'dee@dealer.example' })

    expect(data.user?.email).toBe(email)
  })
})
