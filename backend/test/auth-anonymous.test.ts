// Anonymous users, which are disabled by default.

import { describe, expect, test } from 'vitest'
import { AUTH_RATES } from '../src/auth/limits.ts'
import { ADDRESS_HEADER, authOn, ownEmail, PASSWORD, pageIn } from './auth-harness.ts'
import { serviceEngines } from './engines.ts'

describe.each(serviceEngines)('anonymous sign-in on $name', ({ open }) => {
  const auth = authOn(open, () => ({ env: { GOTRUE_EXTERNAL_ANONYMOUS_USERS_ENABLED: 'true' } }))
  const signInAnonymously = async () => {
    const client = auth.client()
    const { data, error } = await client.signInAnonymously({ options: { data: { colour: 'red' } } })
    if (error) throw error
    return { client, user: data.user, session: data.session }
  }

  test('anonymous sign-in opens a session that is marked as anonymous', async () => {
    const { client, user } = await signInAnonymously()
    const { data } = await client.getClaims()

    expect(user).toMatchObject({ is_anonymous: true, email: '', user_metadata: { colour: 'red' } })
    expect(data?.claims).toMatchObject({ is_anonymous: true, amr: [{ method: 'anonymous' }], role: 'authenticated' })
    expect((await client.refreshSession()).error).toBeNull()
    const settings = await (await auth.request('/auth/v1/settings')).json()
    expect(settings).toMatchObject({ external: { anonymous_users: true } })
  })

  test('an anonymous account becomes an ordinary account once an email address is confirmed', async () => {
    const { client, user } = await signInAnonymously()
    const { data: requested, error } = await client.updateUser({ email: 'named@example.com', password: PASSWORD })
    expect(error).toBeNull()
    expect(requested.user).toMatchObject({ is_anonymous: true, new_email: 'named@example.com' })

    const token = pageIn(await auth.mailTo('named@example.com')).searchParams.get('token_hash') ?? ''
    const { data } = await auth.client().verifyOtp({ type: 'email_change', token_hash: token })
    const signIn = await auth.client().signInWithPassword({ email: 'named@example.com', password: PASSWORD })

    expect(data.user).toMatchObject({
      id: user?.id,
      is_anonymous: false,
      email: 'named@example.com',
      app_metadata: { provider: 'email', providers: ['email'] },
    })
    expect(data.user?.identities).toMatchObject([{ provider: 'email' }])
    expect(signIn.error).toBeNull()
  })

  test('an anonymous account has no email address, password or second step and cannot reauthenticate', async () => {
    const { client, user } = await signInAnonymously()

    const password = await client.updateUser({ password: PASSWORD })
    const factor = await client.mfa.enroll({ factorType: 'totp' })
    const code = await client.reauthenticate()

    expect([password.error, factor.error, code.error]).toMatchObject([
      { code: 'validation_failed', status: 422 },
      { code: 'no_authorization', status: 403 },
      { code: 'validation_failed', status: 400 },
    ])
    expect(await ownEmail(auth.db, user?.id)).toBeNull()
  })

  test('anonymous sign-in does not record activity or send an email', async () => {
    const before = await auth.db.query('select from public.activity')
    const emails = await auth.db.query('select from public.email_outbox')
    await signInAnonymously()

    expect((await auth.db.query('select from public.activity')).rowCount).toBe(before.rowCount)
    expect((await auth.db.query('select from public.email_outbox')).rowCount).toBe(emails.rowCount)
  })

  test('anonymous sign-in is limited per network', async () => {
    const signUp = () => auth.post('/auth/v1/signup', {}, { [ADDRESS_HEADER]: '198.51.100.77' })
    const { points } = AUTH_RATES.anonymousAddress

    const responses = await Promise.all(Array.from({ length: points + 2 }, signUp))

    expect(responses.filter(({ status }) => status === 200)).toHaveLength(points)
    expect(responses.filter(({ status }) => status === 429)).toHaveLength(2)
  })
})
