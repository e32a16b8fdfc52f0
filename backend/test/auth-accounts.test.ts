// Tests in which someone else registers an account's address, and tests of admins created on the server. The former
// need more emails than the limits allow. The other tests are in backend/wire/auth-accounts.test.ts.

import { AuthWeakPasswordError } from '@supabase/auth-js'
import { beforeEach, describe, expect, test } from 'vitest'
import { findTraces } from '../../supabase/tests/traces.ts'
import { createAdminThroughServer } from '../src/auth/create-admin-through-server.ts'
import { createAdmin } from '../src/auth/first-admin.ts'
import { queueMail } from '../src/mail/queue-mail.ts'
import { authOn, ownEmail, PASSWORD, pageIn } from './auth-harness.ts'
import { serviceEngines } from './engines.ts'

describe.each(serviceEngines)('accounts on $name', ({ open }) => {
  const auth = authOn(open)
  let people = 0
  let email: string
  beforeEach(() => {
    people += 1
    email = `person-${people}@example.com`
  })

  /** Delivers the queued email, if there is one, before the next email is sent. */
  const signUp = async (password: string) => {
    const response = await auth.client().signUp({ email, password })
    await auth.mailTo(email).catch(() => null)
    return response
  }
  const newestToken = async () => pageIn(await auth.mailTo(email)).searchParams.get('token_hash') ?? ''
  const canSignIn = async (password: string) =>
    (await auth.client().signInWithPassword({ email, password })).error === null
  const confirm = async (token_hash: string) => {
    const client = auth.client()
    const { data, error } = await client.verifyOtp({ type: 'signup', token_hash })
    return { client, error, mustSetPassword: data.user?.app_metadata.must_set_password as unknown }
  }

  describe('an address that is registered twice', () => {
    test.each([
      ['the attacker registers first', ['attacker knows it', 'typed by the owner']],
      ['the owner registers first', ['typed by the owner', 'attacker knows it']],
    ])(
      'neither password works if %s, and a new password must be set after the link is opened',
      async (_, [first = '', second = '']) => {
        await signUp(first)
        await signUp(second)

        const { client, error, mustSetPassword } = await confirm(await newestToken())

        expect(error).toBeNull()
        expect(mustSetPassword).toBe('void')
        expect([await canSignIn(first), await canSignIn(second)]).toEqual([false, false])
        const { data } = await client.updateUser({ password: 'chosen after the mail' })
        expect(data.user?.app_metadata).toEqual({ provider: 'email', providers: ['email'] })
        expect(await canSignIn('chosen after the mail')).toBe(true)
      },
    )

    test('the link in the first email is invalid after the second registration', async () => {
      await signUp('attacker knows it')
      const first = await newestToken()
      await signUp('typed by the owner')

      expect((await confirm(first)).error).toMatchObject({ code: 'otp_expired' })
    })

    test('neither password works after two parallel registrations', async () => {
      await Promise.all([signUp('attacker knows it'), signUp('typed by the owner')])
      const tokens = auth.mailServer.to(email).map((mail) => pageIn(mail).searchParams.get('token_hash') ?? '')

      const states = await Promise.all(tokens.map(async (token) => (await confirm(token)).mustSetPassword))

      expect(states.filter(Boolean)).toEqual(['void'])
      expect([await canSignIn('attacker knows it'), await canSignIn('typed by the owner')]).toEqual([false, false])
    })

    test('an address that is registered twice with the same password keeps that password', async () => {
      await signUp(PASSWORD)
      await signUp(PASSWORD)

      expect((await confirm(await newestToken())).mustSetPassword).toBeUndefined()
      expect(await canSignIn(PASSWORD)).toBe(true)
    })

    test('a third registration does not make either password work again', async () => {
      await signUp('typed by the owner')
      await signUp('attacker knows it')
      await signUp('attacker knows it')

      expect((await confirm(await newestToken())).mustSetPassword).toBe('void')
      expect(await canSignIn('attacker knows it')).toBe(false)
    })

    test('a registration does not reveal whether the passwords match', async () => {
      await signUp('typed by the owner')

      const same = await signUp('typed by the owner')
      const other = await signUp('attacker knows it')

      expect(other.data.user?.app_metadata).toEqual(same.data.user?.app_metadata)
    })
  })

  test('the company’s name is refused as a password', async () => {
    await auth.db.query(
      `insert into public.config (key, value) values ('COMPANY_NAME', 'Cars') on conflict (key) do update set value = 'Cars'`,
    )

    const { error } = await signUp('Cars2024!')

    expect(error).toBeInstanceOf(AuthWeakPasswordError)
    expect(error).toMatchObject({ status: 422, code: 'weak_password', reasons: ['pwned'] })
  })

  test('the confirmation email can be sent again', async () => {
    await signUp(PASSWORD)
    const first = await newestToken()

    const { error } = await auth.client().resend({ type: 'signup', email })

    expect(error).toBeNull()
    const second = await newestToken()
    expect(second).not.toBe(first)
    expect((await confirm(second)).error).toBeNull()
  })

  describe('a colleague who was invited as an admin', () => {
    const inviteEarlier = async (interval: string) => {
      const { data } = await auth.adminClient().inviteUserByEmail(email)
      const id = data.user?.id ?? ''
      await auth.db.query(`insert into forecourt.invitations (user_id, sent_at) values ($1, now() - $2::interval)`, [
        id,
        interval,
      ])
      await auth.db.query(`update auth.users set invited_at = now() - $2::interval where id = $1`, [id, interval])
      await auth.mailTo(email)
      return id
    }
    const roleOf = async (id: string) =>
      (await auth.db.query<{ role: string }>('select role from public.user_roles where user_id = $1', [id])).rows[0]
        ?.role
    const accept = async (type: 'invite' | 'signup' | 'recovery') =>
      auth.client().verifyOtp({ type, token_hash: await newestToken() })
    const timesOf = async (id: string) => {
      const { rows } = await auth.db.query(
        'select sent_at, invited_at from forecourt.invitations join auth.users on id = user_id where id = $1',
        [id],
      )
      return rows
    }

    const REQUESTS: [string, () => Promise<unknown>][] = [
      ['registers the address', () => auth.client().signUp({ email, password: 'attacker knows it' })],
      ['requests the confirmation again', () => auth.client().resend({ type: 'signup', email })],
      ['requests a sign-in link', () => auth.client().signInWithOtp({ email })],
    ]

    test.each(REQUESTS)(
      'an invited colleague becomes an admin by opening the link that is emailed when someone else %s',
      async (_, request) => {
        const id = await inviteEarlier('23 hours')
        const before = await timesOf(id)

        const response = await request()

        expect(JSON.stringify(response)).not.toContain('invited_at')
        expect(pageIn(await auth.mailTo(email)).searchParams.get('type')).toBe('invite')
        expect(await timesOf(id)).toEqual(before)
        const { data, error } = await accept('invite')
        expect(error).toBeNull()
        expect(data.user?.app_metadata.must_set_password).toBe('invited')
        expect(await roleOf(id)).toBe('admin')
        expect(await canSignIn('attacker knows it')).toBe(false)
      },
    )

    test.each(REQUESTS)(
      'an invited colleague does not become an admin if someone %s after the invitation has expired',
      async (_, request) => {
        const id = await inviteEarlier('25 hours')

        await request()

        expect((await accept('signup')).error).toBeNull()
        expect(await roleOf(id)).toBeUndefined()
      },
    )

    test('an invited colleague does not become an admin by resetting the password a year later', async () => {
      const id = await inviteEarlier('1 year')

      await auth.client().resetPasswordForEmail(email)

      expect((await accept('recovery')).error).toBeNull()
      expect(await roleOf(id)).toBeUndefined()
    })
  })

  test.each([
    ['proved', true],
    ['unproved', false],
  ])(
    'when the service changes an address, the account keeps leads sent as a guest only if that address was proved: %s',
    async (_, isProved) => {
      const { data } = await auth.adminClient().createUser({ email, password: PASSWORD, email_confirm: true })
      const id = data.user?.id ?? ''
      if (!isProved) await auth.db.query('insert into forecourt.unproved_emails (user_id) values ($1)', [id])
      await auth.db.query(
        `insert into public.enquiries (name, email, phone, message) values ('Guest', $1, '1', 'Hello')`,
        [email],
      )

      const change = { email: `new-${email}`, password: 'chosen by the dealer', email_confirm: true }
      const { error } = await auth.adminClient().updateUserById(id, change)

      expect(error).toBeNull()
      const { rows } = await auth.db.query('select user_id from public.enquiries where email = $1', [email])
      expect(rows).toEqual([{ user_id: isProved ? id : null }])
    },
  )

  /** Proves ownership of the account's address with a link, deletes the account and returns the leads it had. */
  const proveAndDelete = async (id: string, address: string) => {
    await auth.client().resetPasswordForEmail(address)
    const { searchParams } = pageIn(await auth.mailTo(address))
    const token_hash = searchParams.get('token_hash') ?? ''
    const proved = await auth.client().verifyOtp({ type: 'recovery', token_hash })
    const leads = await auth.db.query('select message from public.enquiries where user_id = $1 order by 1', [id])
    const deleted = await auth.adminClient().deleteUser(id)
    expect([proved.error, deleted.error]).toEqual([null, null])
    return leads.rows
  }
  const leadOf = (id: string | null, message: string, address = email) =>
    auth.db.query(`insert into public.enquiries (name, email, phone, message, user_id) values ('N', $1, '1', $2, $3)`, [
      address,
      message,
      id,
    ])

  test('an account keeps its leads when the service changes its address, and deleting the account leaves no trace', async () => {
    const { data } = await auth.adminClient().createUser({ email, password: PASSWORD, email_confirm: true })
    const id = data.user?.id ?? ''
    await leadOf(id, 'signed in')
    await leadOf(null, 'as a guest')
    const change = { email: `new-${email}`, password: 'chosen by the dealer' }
    const { error } = await auth.adminClient().updateUserById(id, change)
    await leadOf(id, 'by someone else', 'else@example.com')

    const kept = await proveAndDelete(id, `new-${email}`)

    expect(error).toBeNull()
    expect(kept).toEqual([{ message: 'as a guest' }, { message: 'signed in' }])
    expect(await auth.db.transaction((tx) => findTraces(tx, email))).toEqual([])
  })

  describe('an admin with a generated password', () => {
    const stateAfterSignIn = async (password: string) =>
      (await auth.client().signInWithPassword({ email, password })).data.user?.app_metadata.must_set_password as unknown

    test('an admin with a generated password is asked for a new password until one is set', async () => {
      const { password } = await createAdmin({ db: auth.db, email, password: null, queueMail })
      const client = auth.client()

      const { data } = await client.signInWithPassword({ email, password })
      expect(data.user?.app_metadata.must_set_password).toBe('issued')
      await client.updateUser({ password: 'one of my own' })

      expect(await stateAfterSignIn('one of my own')).toBeUndefined()
    })

    /**
     * Uses this test's auth service and a fake REST service. The latter finds the profile only if its id is passed as
     * `known`.
     */
    const throughServer = async (known?: string) => {
      const url = 'http://localhost'
      const requested: string[] = []
      const original = globalThis.fetch
      globalThis.fetch = (async (input: string, init?: RequestInit) => {
        const path = String(input).slice(url.length)
        if (path.startsWith('/auth')) return auth.request(path, init)
        requested.push(path)
        return Response.json(known && path.startsWith('/rest/v1/profiles?select') ? [{ id: known }] : [])
      }) as typeof fetch
      const created = createAdminThroughServer({ url, secretKey: auth.keys.secretKey, email })
      const { password } = await created.finally(() => {
        globalThis.fetch = original
      })
      return { password, requested }
    }

    test('an admin with a generated password is asked for a new password even if the running site created the account', async () => {
      const { password } = await throughServer()

      expect(await stateAfterSignIn(password)).toBe('issued')
    })

    test('an account that is made an admin loses its second steps, even if the running site makes the change', async () => {
      const { data } = await auth.adminClient().createUser({ email, password: PASSWORD, email_confirm: true })

      expect((await throughServer(data.user?.id)).requested).toContain('/rest/v1/rpc/reset_second_steps')
    })

    test('a new admin whose address was unproved loses all sign-in methods that someone else may have set up', async () => {
      const { data } = await auth.adminClient().createUser({ email, password: PASSWORD, email_confirm: true })
      const id = data.user?.id ?? ''
      await auth.db.query('insert into forecourt.unproved_emails (user_id) values ($1)', [id])
      await auth.db.query(
        `insert into auth.identities (provider_id, user_id, identity_data, provider) values ('x', $1, '{}', 'google')`,
        [id],
      )

      const { password } = await throughServer(id)

      const { data: signedIn } = await auth.client().signInWithPassword({ email, password })
      expect(signedIn.user?.identities?.map(({ provider }) => provider)).toEqual(['email'])
      expect(await ownEmail(auth.db, id)).toBe(email)
    })

    test('an admin with a generated password signs in without the earlier second step, and the reset of that step is recorded', async () => {
      const { data } = await auth.adminClient().createUser({ email, password: PASSWORD, email_confirm: true })
      await auth.db.query(
        `insert into auth.mfa_factors (user_id, factor_type, status) values ($1, 'totp', 'verified')`,
        [data.user?.id],
      )

      const { password } = await createAdmin({ db: auth.db, email, password: null, queueMail })

      const client = auth.client()
      await client.signInWithPassword({ email, password })
      expect((await client.mfa.getAuthenticatorAssuranceLevel()).data).toMatchObject({ nextLevel: 'aal1' })
      const { rows } = await auth.db.query(`select from public.activity where kind = 'second_steps_reset'`)
      expect(rows).toHaveLength(1)
    })

    test('an admin whose password was chosen rather than generated is not asked for a new password', async () => {
      await createAdmin({ db: auth.db, email, password: 'given by its owner', queueMail })

      expect(await stateAfterSignIn('given by its owner')).toBeUndefined()
    })
  })
})
