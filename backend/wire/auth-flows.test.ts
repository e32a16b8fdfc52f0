import { AuthWeakPasswordError } from '@supabase/auth-js'
import { beforeEach, describe, expect, test } from 'vitest'
import { connect, newEmail, PASSWORD } from './connect.ts'
import { fragmentOf, linkIn, tokenIn } from './mailbox.ts'
import { need, targets } from './target.ts'

describe.each(targets)('auth flows on $name', (target) => {
  const backend = connect(target)
  const { siteUrl } = target

  describe('by email', () => {
    beforeEach(need(target, 'mail'))

    test('a customer signs up, confirms with the emailed link and is signed in', async () => {
      const client = backend.auth()
      const email = newEmail('ada')

      const { data, error } = await client.signUp({
        email: email.replace('ada', 'Ada').replace('example', 'Example'),
        password: PASSWORD,
        options: { data: { first_name: 'Ada', last_name: 'Byron' }, emailRedirectTo: `${siteUrl}/` },
      })

      expect(error).toBeNull()
      expect(data.session).toBeNull()
      expect(data.user).toMatchObject({ email, user_metadata: { first_name: 'Ada' }, role: 'authenticated' })
      expect(data.user?.identities).toHaveLength(1)
      expect(data.user?.email_confirmed_at).toBeUndefined()

      const response = await backend.request(linkIn(await backend.emails.next(email)))
      expect(response.status).toBe(303)
      expect(response.headers.get('location')).toMatch(new RegExp(`^${siteUrl}/#access_token=`))
      const fragment = fragmentOf(response)
      expect(Object.fromEntries(fragment)).toMatchObject({ token_type: 'bearer', expires_in: '3600', type: 'signup' })

      const { data: signedIn } = await client.setSession({
        access_token: fragment.get('access_token') ?? '',
        refresh_token: fragment.get('refresh_token') ?? '',
      })
      expect(signedIn.user?.email_confirmed_at).toBeTruthy()
      const profile = backend.service.from('profiles').select('first_name, last_name, email').eq('id', data.user?.id)
      expect((await profile).data).toEqual([{ first_name: 'Ada', last_name: 'Byron', email }])
    })

    test('signing up with a taken address returns a user without identities and sends no email', async () => {
      const { email } = await backend.account()

      const { data, error } = await backend.auth().signUp({ email, password: 'another password' })

      expect(error).toBeNull()
      expect(data.user).toMatchObject({ email, identities: [] })
      // Any earlier email would have arrived by the time this one does.
      await backend.auth().resetPasswordForEmail(email)
      await backend.emails.next(email)
      expect(await backend.emails.to(email)).toHaveLength(1)
      const { error: refused } = await backend.auth().signInWithPassword({ email, password: PASSWORD })
      expect(refused).toBeNull()
    })

    test('a customer resets a forgotten password with the emailed link', async () => {
      const { email, client: old } = await backend.account()
      const client = backend.auth()

      const { error } = await client.resetPasswordForEmail(email, { redirectTo: `${siteUrl}/auth?type=recovery` })
      expect(error).toBeNull()
      const response = await backend.request(linkIn(await backend.emails.next(email)))
      expect(response.headers.get('location')).toMatch(new RegExp(`^${siteUrl}/auth\\?type=recovery#access_token=`))
      const fragment = fragmentOf(response)
      expect(fragment.get('type')).toBe('recovery')
      await client.setSession({
        access_token: fragment.get('access_token') ?? '',
        refresh_token: fragment.get('refresh_token') ?? '',
      })
      const same = await client.updateUser({ password: PASSWORD })
      const changed = await client.updateUser({ password: 'a new beginning' })

      expect(same.error).toMatchObject({ code: 'same_password', status: 422 })
      expect(changed.error).toBeNull()
      expect((await old.refreshSession()).error).toBeTruthy()
      const { error: signIn } = await backend.auth().signInWithPassword({ email, password: 'a new beginning' })
      expect(signIn).toBeNull()
    })

    test('the client reports the events that the site listens for', async () => {
      const { email } = await backend.account()
      const client = backend.auth()
      const events: string[] = []
      client.onAuthStateChange((event) => void events.push(event))
      await client.initialize()
      await expect.poll(() => events).toEqual(['INITIAL_SESSION'])

      await client.signInWithPassword({ email, password: PASSWORD })
      await client.refreshSession()
      await client.updateUser({ data: { phone: '07123 456789' } })
      await client.signOut()
      await client.resetPasswordForEmail(email)
      await client.verifyOtp({ type: 'recovery', token_hash: tokenIn(await backend.emails.next(email)) })

      expect(events).toEqual([
        'INITIAL_SESSION',
        'SIGNED_IN',
        'TOKEN_REFRESHED',
        'USER_UPDATED',
        'SIGNED_OUT',
        'PASSWORD_RECOVERY',
      ])
    })

    test('an unconfirmed user can request the confirmation email again', async () => {
      const email = newEmail()
      await backend.admin.createUser({ email, password: PASSWORD })

      const { error } = await backend.auth().resend({ type: 'signup', email })

      expect(error).toBeNull()
      const response = await backend.request(linkIn(await backend.emails.next(email)))
      expect(fragmentOf(response).get('access_token')).toBeTruthy()
    })
  })

  describe('in our emails', () => {
    beforeEach(need(target, 'mail', 'our rules'))

    test('the confirmation addresses the recipient by name', async () => {
      const email = newEmail()
      await backend.auth().signUp({ email, password: PASSWORD, options: { data: { first_name: 'Ada' } } })

      const mail = await backend.emails.next(email)

      expect(mail.subject).toContain('Confirm your account')
      expect(mail.text).toContain('Hello Ada,')
    })
  })

  test('signing in reveals that an account is unconfirmed only if the password is right', async () => {
    const client = backend.auth()
    const email = newEmail()
    await client.signUp({ email, password: PASSWORD })

    const right = await client.signInWithPassword({ email, password: PASSWORD })
    const wrong = await client.signInWithPassword({ email, password: 'something else' })

    expect(right.error).toMatchObject({ code: 'email_not_confirmed', status: 400 })
    expect(wrong.error).toMatchObject({
      code: 'invalid_credentials',
      status: 400,
      message: 'Invalid login credentials',
    })
  })

  test('the access token of a confirmed customer has the same claims as on hosted Supabase', async () => {
    const { email } = await backend.account()
    const client = backend.auth()

    const { data } = await client.signInWithPassword({ email, password: PASSWORD })

    const keySet = await (await backend.request('/auth/v1/.well-known/jwks.json')).json()
    const { data: claims, error } = await client.getClaims()
    expect(error).toBeNull()
    expect(claims?.header).toMatchObject({ alg: 'ES256', kid: keySet.keys[0].kid })
    expect(claims?.claims).toMatchObject({
      iss: expect.stringMatching(/^https?:\/\/.*\/auth\/v1$/),
      sub: data.user?.id,
      aud: 'authenticated',
      role: 'authenticated',
      email,
      phone: '',
      aal: 'aal1',
      amr: [{ method: 'password' }],
      app_metadata: { provider: 'email', providers: ['email'] },
      is_anonymous: false,
    })
    if (target.isOurs) expect(claims?.claims.iss).toBe(`${siteUrl}/auth/v1`)
    expect(claims?.claims.session_id).toMatch(/^[0-9a-f-]{36}$/)
    expect((claims?.claims.exp ?? 0) - (claims?.claims.iat ?? 0)).toBe(3600)
  })

  test('a refresh rotates the token and keeps the session', async () => {
    const { client } = await backend.account()
    const before = (await client.getSession()).data.session

    const { data, error } = await client.refreshSession()

    expect(error).toBeNull()
    expect(data.session?.refresh_token).not.toBe(before?.refresh_token)
    expect(claimOf(data.session?.access_token, 'session_id')).toBe(claimOf(before?.access_token, 'session_id'))
  })

  test('two tabs that refresh at the same time get the same session', async () => {
    const { client: first } = await backend.account()
    const { data: start } = await first.getSession()
    const second = backend.auth(new Map([['test-auth', JSON.stringify(start.session)]]))

    const [one, two] = await Promise.all([first.refreshSession(), second.refreshSession()])

    expect(one.error ?? two.error).toBeNull()
    expect(one.data.session?.refresh_token).toBe(two.data.session?.refresh_token)
    const third = await second.refreshSession()
    expect(third.error).toBeNull()
    // A third tab that missed two refreshes is still within the grace period.
    const late = await backend.post('/auth/v1/token?grant_type=refresh_token', {
      refresh_token: start.session?.refresh_token,
    })
    expect(((await late.json()) as { refresh_token: string }).refresh_token).toBe(third.data.session?.refresh_token)
  })

  test('metadata is merged key by key, and null removes a key', async () => {
    const { client } = await backend.account()
    await client.updateUser({ data: { first_name: 'Grace', phone: '1' } })

    const { data } = await client.updateUser({ data: { phone: null, last_name: 'Byron' } })

    expect(data.user?.user_metadata).toEqual({ first_name: 'Grace', last_name: 'Byron' })
  })

  test.each([
    ['local', { here: false, elsewhere: true }],
    ['others', { here: true, elsewhere: false }],
    ['global', { here: false, elsewhere: false }],
  ] as const)('signing out with scope %s ends the right sessions', async (scope, alive) => {
    const { email, client: here, token } = await backend.account()
    const elsewhere = backend.auth()
    await elsewhere.signInWithPassword({ email, password: PASSWORD })

    const { error } = await here.signOut({ scope })

    expect(error).toBeNull()
    expect((await here.getUser(token)).error === null).toBe(alive.here)
    expect((await elsewhere.getUser()).error === null).toBe(alive.elsewhere)
  })

  test('a short password is refused as weak', async () => {
    const { error } = await backend.auth().signUp({ email: newEmail(), password: '12345' })

    expect(error).toBeInstanceOf(AuthWeakPasswordError)
    expect(error).toMatchObject({ status: 422, reasons: ['length'] })
  })

  describe('rules beyond the protocol', () => {
    beforeEach(need(target, 'our rules'))

    test('a disabled customer can sign in, but cannot refresh the session or change anything', async () => {
      const { id, email, client } = await backend.account()
      await backend.service.from('profiles').update({ disabled: true }).eq('id', id).throwOnError()

      const refresh = await client.refreshSession()
      const signIn = await client.signInWithPassword({ email, password: PASSWORD })
      const update = await client.updateUser({ password: 'something new' })

      expect(refresh.error).toMatchObject({ code: 'user_banned' })
      expect(signIn.error).toBeNull()
      expect(update.error).toMatchObject({ code: 'user_banned' })
    })
  })
})

function claimOf(token: string | undefined, name: string): unknown {
  const payload = JSON.parse(Buffer.from(token?.split('.')[1] ?? '', 'base64url').toString()) as Record<string, unknown>
  return payload[name]
}
