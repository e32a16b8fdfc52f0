import { AuthWeakPasswordError } from '@supabase/auth-js'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Database } from '../src/db/database.ts'
import { type AuthHarness, fragmentOf, linkIn, PASSWORD, pathOf, SITE_URL, startAuth } from '../test/auth-harness.ts'
import { engines } from '../test/engines.ts'

describe.each(engines)('auth flows on $name', ({ open }) => {
  let db: Database
  let auth: AuthHarness

  beforeAll(async () => {
    db = await open()
    auth = await startAuth(db)
  })
  afterAll(async () => {
    await auth.close()
    await db.close()
  })

  test('a customer signs up, confirms by the mailed link and is signed in', async () => {
    const client = auth.client()

    const { data, error } = await client.signUp({
      email: 'Ada@Example.com',
      password: PASSWORD,
      options: { data: { first_name: 'Ada', last_name: 'Byron' }, emailRedirectTo: `${SITE_URL}/` },
    })

    expect(error).toBeNull()
    expect(data.session).toBeNull()
    expect(data.user).toMatchObject({
      email: 'ada@example.com',
      user_metadata: { first_name: 'Ada' },
      role: 'authenticated',
    })
    expect(data.user?.identities).toHaveLength(1)
    expect(data.user?.email_confirmed_at).toBeUndefined()

    const mail = await auth.mailTo('ada@example.com')
    expect(mail.subject).toContain('Confirm your account')
    expect(mail.text).toContain('Dear Ada,')
    const response = await auth.request(pathOf(linkIn(mail)))
    expect(response.status).toBe(303)
    expect(response.headers.get('location')).toMatch(new RegExp(`^${SITE_URL}/#access_token=`))
    const fragment = fragmentOf(response)
    expect(Object.fromEntries(fragment)).toMatchObject({ token_type: 'bearer', expires_in: '3600', type: 'signup' })

    const { data: signedIn } = await client.setSession({
      access_token: fragment.get('access_token') ?? '',
      refresh_token: fragment.get('refresh_token') ?? '',
    })
    expect(signedIn.user?.email_confirmed_at).toBeTruthy()
    const { rows } = await db.query('select first_name, last_name, email from public.profiles where id = $1', [
      data.user?.id,
    ])
    expect(rows).toEqual([{ first_name: 'Ada', last_name: 'Byron', email: 'ada@example.com' }])
  })

  test('signing in before the confirmation says so, but only with the right password', async () => {
    const client = auth.client()
    await client.signUp({ email: 'early@example.com', password: PASSWORD })

    const right = await client.signInWithPassword({ email: 'early@example.com', password: PASSWORD })
    const wrong = await client.signInWithPassword({ email: 'early@example.com', password: 'something else' })

    expect(right.error).toMatchObject({ code: 'email_not_confirmed', status: 400 })
    expect(wrong.error).toMatchObject({
      code: 'invalid_credentials',
      status: 400,
      message: 'Invalid login credentials',
    })
  })

  test('a confirmed customer signs in with the claims that hosted Supabase gives', async () => {
    await auth.signUp('claims@example.com')
    const client = auth.client()

    const { data } = await client.signInWithPassword({ email: 'claims@example.com', password: PASSWORD })

    const { data: claims, error } = await client.getClaims()
    expect(error).toBeNull()
    expect(claims?.header).toMatchObject({ alg: 'ES256', kid: auth.keys.signing.kid })
    expect(claims?.claims).toMatchObject({
      iss: `${SITE_URL}/auth/v1`,
      sub: data.user?.id,
      aud: 'authenticated',
      role: 'authenticated',
      email: 'claims@example.com',
      phone: '',
      aal: 'aal1',
      amr: [{ method: 'password' }],
      app_metadata: { provider: 'email', providers: ['email'] },
      is_anonymous: false,
    })
    expect(claims?.claims.session_id).toMatch(/^[0-9a-f-]{36}$/)
    expect((claims?.claims.exp ?? 0) - (claims?.claims.iat ?? 0)).toBe(3600)
  })

  test('a taken address answers with a user without identities, and sends nothing', async () => {
    await auth.signUp('taken@example.com')
    await db.query('delete from public.email_outbox')

    const { data, error } = await auth.client().signUp({ email: 'taken@example.com', password: 'another password' })

    expect(error).toBeNull()
    expect(data.user).toMatchObject({ email: 'taken@example.com', identities: [] })
    expect((await db.query('select from public.email_outbox')).rowCount).toBe(0)
    const { error: refused } = await auth
      .client()
      .signInWithPassword({ email: 'taken@example.com', password: PASSWORD })
    expect(refused).toBeNull()
  })

  test('a refresh rotates the token and keeps the session', async () => {
    const client = await auth.signUp('refresh@example.com')
    const before = (await client.getSession()).data.session

    const { data, error } = await client.refreshSession()

    expect(error).toBeNull()
    expect(data.session?.refresh_token).not.toBe(before?.refresh_token)
    expect(claimOf(data.session?.access_token, 'session_id')).toBe(claimOf(before?.access_token, 'session_id'))
    const { rows } = await db.query<{ token: string }>('select token from auth.refresh_tokens')
    expect(rows.map(({ token }) => token)).not.toContain(data.session?.refresh_token)
  })

  test('two tabs that refresh at once get the same session', async () => {
    const first = await auth.signUp('tabs@example.com')
    const { data: start } = await first.getSession()
    const second = auth.client(new Map([['test-auth', JSON.stringify(start.session)]]))

    const [one, two] = await Promise.all([first.refreshSession(), second.refreshSession()])

    expect(one.error ?? two.error).toBeNull()
    expect(one.data.session?.refresh_token).toBe(two.data.session?.refresh_token)
    const third = await second.refreshSession()
    expect(third.error).toBeNull()
    // A third tab that slept through two refreshes is still in time.
    const late = await auth.post('/auth/v1/token?grant_type=refresh_token', {
      refresh_token: start.session?.refresh_token,
    })
    expect(((await late.json()) as { refresh_token: string }).refresh_token).toBe(third.data.session?.refresh_token)
  })

  test('a token used again after the grace ends the whole family', async () => {
    const client = await auth.signUp('thief@example.com')
    const stolen = (await client.getSession()).data.session?.refresh_token
    await client.refreshSession()
    await db.query(`update auth.refresh_tokens set updated_at = updated_at - interval '1 minute' where revoked`)

    const reuse = await auth.post('/auth/v1/token?grant_type=refresh_token', { refresh_token: stolen })

    expect(reuse.status).toBe(400)
    expect(await reuse.json()).toMatchObject({ code: 'refresh_token_already_used' })
    expect((await client.refreshSession()).error).toMatchObject({ code: 'refresh_token_not_found' })
    expect((await client.getUser()).error).toBeTruthy()
  })

  test('a forgotten password is replaced through the mailed link', async () => {
    const old = await auth.signUp('forgot@example.com')
    const client = auth.client()

    const { error } = await client.resetPasswordForEmail('forgot@example.com', {
      redirectTo: `${SITE_URL}/auth?type=recovery`,
    })
    expect(error).toBeNull()
    const response = await auth.request(pathOf(linkIn(await auth.mailTo('forgot@example.com'))))
    expect(response.headers.get('location')).toMatch(new RegExp(`^${SITE_URL}/auth\\?type=recovery#access_token=`))
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
    const { error: signIn } = await auth
      .client()
      .signInWithPassword({ email: 'forgot@example.com', password: 'a new beginning' })
    expect(signIn).toBeNull()
  })

  test('the client reports the events that the site listens to', async () => {
    await auth.signUp('events@example.com')
    const client = auth.client()
    const events: string[] = []
    client.onAuthStateChange((event) => void events.push(event))
    await client.initialize()
    await settle()

    await client.signInWithPassword({ email: 'events@example.com', password: PASSWORD })
    await client.refreshSession()
    await client.updateUser({ data: { phone: '07123 456789' } })
    await client.signOut()
    await client.resetPasswordForEmail('events@example.com')
    const token = new URL(linkIn(await auth.mailTo('events@example.com'))).searchParams.get('token') ?? ''
    await client.verifyOtp({ type: 'recovery', token_hash: token })

    expect(events).toEqual([
      'INITIAL_SESSION',
      'SIGNED_IN',
      'TOKEN_REFRESHED',
      'USER_UPDATED',
      'SIGNED_OUT',
      'PASSWORD_RECOVERY',
    ])
  })

  test('metadata is merged key by key, and null removes a key', async () => {
    const client = await auth.signUp('data@example.com')
    await client.updateUser({ data: { first_name: 'Ada', phone: '1' } })

    const { data } = await client.updateUser({ data: { phone: null, last_name: 'Byron' } })

    expect(data.user?.user_metadata).toEqual({ first_name: 'Ada', last_name: 'Byron' })
  })

  test.each([
    ['local', { here: false, elsewhere: true }],
    ['others', { here: true, elsewhere: false }],
    ['global', { here: false, elsewhere: false }],
  ] as const)('signing out with scope %s', async (scope, alive) => {
    const email = `${scope}@example.com`
    const here = await auth.signUp(email)
    const elsewhere = auth.client()
    await elsewhere.signInWithPassword({ email, password: PASSWORD })
    const token = (await here.getSession()).data.session?.access_token

    const { error } = await here.signOut({ scope })

    expect(error).toBeNull()
    expect((await here.getUser(token)).error === null).toBe(alive.here)
    expect((await elsewhere.getUser()).error === null).toBe(alive.elsewhere)
  })

  test('a short password is refused as weak', async () => {
    const { error } = await auth.client().signUp({ email: 'weak@example.com', password: '12345' })

    expect(error).toBeInstanceOf(AuthWeakPasswordError)
    expect(error).toMatchObject({ status: 422, reasons: ['length'] })
  })

  test('the confirmation can be sent again', async () => {
    const client = auth.client()
    await client.signUp({ email: 'again@example.com', password: PASSWORD })
    const first = linkIn(await auth.mailTo('again@example.com'))

    const { error } = await client.resend({ type: 'signup', email: 'again@example.com' })

    expect(error).toBeNull()
    const second = linkIn(await auth.mailTo('again@example.com'))
    expect(second).not.toBe(first)
    expect(fragmentOf(await auth.request(pathOf(second))).get('access_token')).toBeTruthy()
  })

  test('a disabled customer signs in, but cannot refresh or change anything', async () => {
    const client = await auth.signUp('disabled@example.com')
    await db.query(`update public.profiles set disabled = true where email = 'disabled@example.com'`)

    const refresh = await client.refreshSession()
    const signIn = await client.signInWithPassword({ email: 'disabled@example.com', password: PASSWORD })
    const update = await client.updateUser({ password: 'something new' })

    expect(refresh.error).toMatchObject({ code: 'user_banned' })
    expect(signIn.error).toBeNull()
    expect(update.error).toMatchObject({ code: 'user_banned' })
  })
})

const settle = () => new Promise((resolve) => setTimeout(resolve, 20))

function claimOf(token: string | undefined, name: string): unknown {
  const payload = JSON.parse(Buffer.from(token?.split('.')[1] ?? '', 'base64url').toString()) as Record<string, unknown>
  return payload[name]
}
