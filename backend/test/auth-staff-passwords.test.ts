// Longer passwords for staff, and the email after a password change.

import { AuthWeakPasswordError } from '@supabase/auth-js'
import { beforeEach, describe, expect, test } from 'vitest'
import { createAdmin } from '../src/auth/first-admin.ts'
import { queueMail } from '../src/mail/queue-mail.ts'
import { authOn, PASSWORD, pageIn } from './auth-harness.ts'
import { serviceEngines } from './engines.ts'

const SHORT = 'tepid-owl'
const LONG = 'tepid-owl-parade'

describe.each(serviceEngines)('passwords on $name', ({ open }) => {
  const auth = authOn(open)
  let made = 0
  let email: string
  let id: string
  beforeEach(async () => {
    made += 1
    email = `person${made}@example.com`
    await auth.db.query(
      `insert into public.config (key, value) values ('COMPANY_NAME', 'Hartley Prestige Motors')
       on conflict (key) do update set value = excluded.value`,
    )
  })

  const makeAccount = async (password: string) => {
    const { data, error } = await auth.adminClient().createUser({ email, password, email_confirm: true })
    if (error) throw error
    id = data.user.id
  }
  const makeAdmin = () => auth.db.query(`insert into public.user_roles (user_id, role) values ($1, 'admin')`, [id])
  const signIn = async (password: string) => {
    const client = auth.client()
    const { data, error } = await client.signInWithPassword({ email, password })
    if (error) throw error
    return { client, mustSet: data.user.app_metadata.must_set_password as unknown }
  }
  /** Whether row-level security treats the session as an admin's. */
  const isAdmin = (client: ReturnType<typeof auth.client>) =>
    auth.db.transaction(async (tx) => {
      const { data } = await client.getClaims()
      await tx.query(`select set_config('request.jwt.claims', $1, true)`, [JSON.stringify(data?.claims)])
      const { rows } = await tx.query<{ admin: boolean }>('select public.is_admin() as admin')
      return rows[0]?.admin
    })
  const noticesTo = async (recipient: string) => {
    const { rows } = await auth.db.query(
      `select from public.email_outbox where recipient = $1 and template = 'password-changed'`,
      [recipient],
    )
    return rows.length
  }

  test('an admin with a short password has no admin rights until the password is changed', async () => {
    await makeAccount(SHORT)
    await makeAdmin()

    const { client, mustSet } = await signIn(SHORT)
    const before = await isAdmin(client)
    const weak = await client.updateUser({ password: 'ten-less1' })
    const changed = await client.updateUser({ password: LONG })

    expect(mustSet).toBe('weak')
    expect(before).toBe(false)
    expect(weak.error).toBeInstanceOf(AuthWeakPasswordError)
    expect(weak.error).toMatchObject({ reasons: ['length'], message: 'Password should be at least 10 characters.' })
    expect(changed.error).toBeNull()
    expect(changed.data.user?.app_metadata.must_set_password).toBeUndefined()
    expect(await isAdmin(client)).toBe(true)
    expect((await signIn(LONG)).mustSet).toBeUndefined()
  })

  test('the first sign-in with a weak password ends the other sessions, but later sign-ins do not', async () => {
    await makeAccount(SHORT)
    const before = await signIn(SHORT)
    await makeAdmin()

    const [first, second] = await Promise.all([signIn(SHORT), signIn(SHORT)])

    expect((await before.client.getUser()).error).toMatchObject({ name: 'AuthSessionMissingError' })
    expect((await first.client.getUser()).error).toBeNull()
    expect((await second.client.getUser()).error).toBeNull()
  })

  test.each(['Forecourt-2026', 'my f0rec0urt key', 'HARTLEY is best', 'my h-a-r-t-l-e-y quilt', 'so prestige 123'])(
    'an admin cannot have the password %j, which contains a name',
    async (password) => {
      await makeAccount(PASSWORD)
      await makeAdmin()
      const { client } = await signIn(PASSWORD)

      const { error } = await client.updateUser({ password })

      expect(error).toMatchObject({ code: 'weak_password', reasons: ['name'] })
    },
  )

  test('an admin’s password may contain a trade word from the dealer’s name', async () => {
    await makeAccount(PASSWORD)
    await makeAdmin()
    const { client } = await signIn(PASSWORD)

    expect((await client.updateUser({ password: 'nine motors in June' })).error).toBeNull()
  })

  test('a customer may have a six-character password, and must change it only after becoming an admin', async () => {
    await makeAccount(SHORT)
    const customer = await signIn(SHORT)
    const shorter = await customer.client.updateUser({ password: 'owl-77' })
    await makeAdmin()
    const admin = await signIn('owl-77')
    await auth.db.query('delete from public.user_roles where user_id = $1', [id])
    const again = await signIn('owl-77')

    expect([customer.mustSet, shorter.error]).toEqual([undefined, null])
    expect(admin.mustSet).toBe('weak')
    expect(again.mustSet).toBeUndefined()
  })

  test('an admin with a generated password has no admin rights until the password is changed', async () => {
    const { password } = await createAdmin({ db: auth.db, email, password: null, queueMail })
    const { client, mustSet } = await signIn(password)
    const before = await isAdmin(client)
    await client.updateUser({ password: LONG })

    expect([mustSet, before, await isAdmin(client)]).toEqual(['issued', false, true])
  })

  test('a caller with the secret key cannot give staff a short password', async () => {
    await makeAccount(PASSWORD)
    await makeAdmin()

    const { error } = await auth.adminClient().updateUserById(id, { password: SHORT })

    expect(error).toMatchObject({ code: 'weak_password' })
  })

  test('the owner is emailed about every password change, however it was made', async () => {
    await makeAccount(PASSWORD)
    const { client } = await signIn(PASSWORD)
    expect(await noticesTo(email)).toBe(0)

    await client.updateUser({ password: LONG })
    const mail = await auth.mailTo(email)
    await auth.adminClient().updateUserById(id, { password: PASSWORD })
    // Deliver this email before the next one, whose link is needed.
    await auth.mailTo(email)
    await auth.client().resetPasswordForEmail(email)
    const { searchParams } = pageIn(await auth.mailTo(email))
    const recovering = auth.client()
    await recovering.verifyOtp({ type: 'recovery', token_hash: searchParams.get('token_hash') ?? '' })
    await recovering.updateUser({ password: LONG })
    await createAdmin({ db: auth.db, email, password: null, queueMail })

    expect(mail.subject).toBe('Your password for Hartley Prestige Motors was changed')
    expect(mail.text).toContain("If this wasn't you")
    expect(await noticesTo(email)).toBe(4)
  })

  test('no email is sent about a refused change or a first password', async () => {
    await makeAccount(PASSWORD)
    const { client } = await signIn(PASSWORD)
    await client.updateUser({ password: 'abc' })
    const invited = `invited-${email}`
    await auth.adminClient().inviteUserByEmail(invited)
    const { searchParams } = pageIn(await auth.mailTo(invited))
    const newcomer = auth.client()
    await newcomer.verifyOtp({ type: 'invite', token_hash: searchParams.get('token_hash') ?? '' })
    const { error } = await newcomer.updateUser({ password: LONG })

    expect(error).toBeNull()
    expect([await noticesTo(email), await noticesTo(invited)]).toEqual([0, 0])
  })
})
