import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createAccessTokens } from '../src/auth/access-tokens.ts'
import { pruneAuth } from '../src/auth/prune.ts'
import type { Database } from '../src/db/database.ts'
import { makeKeys } from '../src/keys.ts'
import { ADDRESS_HEADER, type AuthHarness, PASSWORD, SITE_URL, startAuth } from '../test/auth-harness.ts'
import { engines } from '../test/engines.ts'

describe.each(engines)('the GoTrue protocol on $name', ({ open }) => {
  let db: Database
  let auth: AuthHarness
  let accessToken: string

  beforeAll(async () => {
    db = await open()
    auth = await startAuth(db)
    const client = await auth.signUp('protocol@example.com')
    accessToken = (await client.getSession()).data.session?.access_token ?? ''
  })
  afterAll(async () => {
    await auth.close()
    await db.close()
  })

  const refusal = async (method: string, path: string, body?: unknown) => {
    const response = await auth.request(`/auth/v1${path}`, {
      method,
      body: body === undefined ? undefined : JSON.stringify(body),
      headers: { authorization: `Bearer ${accessToken}`, 'x-supabase-api-version': '2024-01-01' },
    })
    const { code } = (await response.json()) as { code: string }
    return `${response.status} ${code}`
  }

  test('errors have the shape of the version that the client asks for', async () => {
    const ask = (headers: Record<string, string>) =>
      auth.request('/auth/v1/token?grant_type=password', {
        method: 'POST',
        body: JSON.stringify({ email: 'nobody@example.com', password: 'wrong password' }),
        headers,
      })

    const current = await ask({ 'x-supabase-api-version': '2024-01-01' })
    const older = await ask({})

    expect(await current.json()).toEqual({ code: 'invalid_credentials', message: 'Invalid login credentials' })
    expect(current.headers.get('x-supabase-api-version')).toBe('2024-01-01')
    expect(current.headers.get('x-sb-error-code')).toBe('invalid_credentials')
    expect(await older.json()).toEqual({
      code: 400,
      error_code: 'invalid_credentials',
      msg: 'Invalid login credentials',
    })
    expect(older.headers.get('x-supabase-api-version')).toBeNull()
    expect(older.headers.get('cache-control')).toBe('no-store')
  })

  test.each([
    ['POST', '/signup', { phone: '+447123456789', password: PASSWORD }, '400 phone_provider_disabled'],
    ['POST', '/signup', {}, '422 anonymous_provider_disabled'],
    ['POST', '/signup', { email: 'a@example.com' }, '400 validation_failed'],
    ['POST', '/signup', { email: 'no address', password: PASSWORD }, '400 validation_failed'],
    ['POST', '/signup', { email: 'a@example.com', password: 'x'.repeat(73) }, '400 validation_failed'],
    ['POST', '/signup', { email: 'a@example.com', password: PASSWORD, code_challenge: 'x' }, '400 validation_failed'],
    ['POST', '/signup', { email: 7, password: PASSWORD }, '400 bad_json'],
    ['POST', '/signup', [], '400 bad_json'],
    [
      'POST',
      '/token?grant_type=password',
      { phone: '+447123456789', password: PASSWORD },
      '422 phone_provider_disabled',
    ],
    ['POST', '/token?grant_type=password', {}, '400 validation_failed'],
    ['POST', '/token?grant_type=refresh_token', {}, '400 validation_failed'],
    ['POST', '/token?grant_type=refresh_token', { refresh_token: 'nonsense' }, '400 refresh_token_not_found'],
    ['POST', '/token?grant_type=pkce', {}, '404 flow_state_not_found'],
    ['POST', '/token?grant_type=id_token', {}, '400 provider_disabled'],
    ['POST', '/token?grant_type=constructor', {}, '400 invalid_credentials'],
    ['POST', '/token', {}, '400 invalid_credentials'],
    ['POST', '/otp', { email: 'a@example.com' }, '422 otp_disabled'],
    ['POST', '/otp', { phone: '+447123456789' }, '400 phone_provider_disabled'],
    ['POST', '/magiclink', { email: 'a@example.com' }, '422 otp_disabled'],
    ['POST', '/sso', { domain: 'example.com' }, '404 saml_provider_disabled'],
    ['GET', '/authorize?provider=google', undefined, '400 validation_failed'],
    ['GET', '/callback', undefined, '400 bad_oauth_callback'],
    ['GET', '/reauthenticate', undefined, '400 validation_failed'],
    ['GET', '/user/identities/authorize?provider=google', undefined, '404 manual_linking_disabled'],
    ['DELETE', '/user/identities/1', undefined, '404 manual_linking_disabled'],
    ['POST', '/factors', { factor_type: 'totp' }, '422 mfa_totp_enroll_not_enabled'],
    ['POST', '/factors', { factor_type: 'phone' }, '422 mfa_phone_enroll_not_enabled'],
    ['POST', '/factors/1/challenge', {}, '404 mfa_factor_not_found'],
    ['DELETE', '/factors/1', undefined, '404 mfa_factor_not_found'],
    ['POST', '/verify', { token_hash: 'x' }, '400 validation_failed'],
    ['POST', '/verify', { type: 'signup' }, '400 validation_failed'],
    ['POST', '/verify', { type: 'nonsense', token_hash: 'x' }, '400 validation_failed'],
    ['POST', '/verify', { type: 'signup', token_hash: 'x', email: 'a@example.com' }, '400 validation_failed'],
    ['POST', '/verify', { type: 'signup', token: '123456', email: 'nonsense' }, '422 validation_failed'],
    ['POST', '/verify', { type: 'signup', token: '123456', email: 'a@example.com' }, '403 otp_expired'],
    ['POST', '/verify', { type: 'sms', token: '123456', phone: '+447123456789' }, '403 otp_expired'],
    ['GET', '/verify?type=signup', undefined, '400 validation_failed'],
    ['POST', '/resend', { email: 'a@example.com' }, '400 validation_failed'],
    ['POST', '/resend', { type: 'sms', phone: '+447123456789' }, '400 phone_provider_disabled'],
    ['POST', '/recover', {}, '400 validation_failed'],
    ['PUT', '/user', { email: 'other@example.com' }, '422 email_provider_disabled'],
    ['PUT', '/user', { phone: '+447123456789' }, '400 phone_provider_disabled'],
    ['PUT', '/user', { password: PASSWORD }, '422 same_password'],
    ['PUT', '/user', { password: 'new password', current_password: 'wrong' }, '400 current_password_invalid'],
    ['POST', '/logout?scope=everywhere', undefined, '400 validation_failed'],
    ['GET', '/nonsense', undefined, '404 not_found'],
  ])('%s %s with %j answers %s %s', async (method, path, body, expected) => {
    expect(await refusal(method, path, body)).toBe(expected)
  })

  test('a body that is no JSON is called that', async () => {
    const response = await auth.request('/auth/v1/signup', { method: 'POST', body: '{"email":' })

    expect(response.status).toBe(400)
    expect(await response.json()).toMatchObject({ error_code: 'bad_json' })
  })

  test('without a token there is no user', async () => {
    const response = await auth.request('/auth/v1/user')

    expect(response.status).toBe(401)
    expect(await response.json()).toMatchObject({ error_code: 'no_authorization' })
  })

  test('settings, health and keys are open to everyone', async () => {
    const settings = await (await auth.request('/auth/v1/settings')).json()
    const health = await (await auth.request('/auth/v1/health')).json()
    const keySet = await auth.request('/auth/v1/.well-known/jwks.json')

    expect(settings).toMatchObject({ external: { email: true, phone: false, google: false }, disable_signup: false })
    expect(health).toMatchObject({ name: 'GoTrue' })
    expect(keySet.headers.get('cache-control')).toBe('public, max-age=600')
    const { keys } = (await keySet.json()) as { keys: Record<string, unknown>[] }
    expect(keys).toMatchObject([{ kid: auth.keys.signing.kid, kty: 'EC', crv: 'P-256', alg: 'ES256', use: 'sig' }])
    expect(keys[0]).not.toHaveProperty('d')
  })

  test('tokens of a retired key stay good, and new ones are signed with the new key', async () => {
    const before = createAccessTokens(auth.keys, `${SITE_URL}/auth/v1`)
    const fresh = await makeKeys()
    const after = createAccessTokens({ ...fresh, retired: [auth.keys.signing.publicJwk] }, `${SITE_URL}/auth/v1`)

    expect(await after.verify(accessToken)).toMatchObject({ email: 'protocol@example.com' })
    const claims = await before.verify(accessToken)
    const { token } = await after.issue(claims)
    await expect(before.verify(token)).rejects.toThrow()
    expect(after.publicKeys().map(({ kid }) => kid)).toEqual([fresh.signing.kid, auth.keys.signing.kid])
  })

  test('the service makes, reads and changes accounts', async () => {
    const admin = auth.adminClient()

    const created = await admin.createUser({ email: 'Made@Example.com', password: PASSWORD, email_confirm: true })
    const taken = await admin.createUser({ email: 'made@example.com', password: PASSWORD })
    const id = created.data.user?.id ?? ''
    const signedIn = auth.client()
    await signedIn.signInWithPassword({ email: 'made@example.com', password: PASSWORD })
    const changed = await admin.updateUserById(id, {
      email: 'moved@example.com',
      password: 'another password',
      user_metadata: { first_name: 'Grace' },
      app_metadata: { note: 'vip' },
    })

    expect(created.data.user).toMatchObject({ email: 'made@example.com' })
    expect(taken.error).toMatchObject({ code: 'email_exists', status: 422 })
    expect(changed.data.user).toMatchObject({
      email: 'moved@example.com',
      user_metadata: { first_name: 'Grace' },
      app_metadata: { provider: 'email', note: 'vip' },
    })
    expect(changed.data.user?.identities?.[0]?.identity_data?.email).toBe('moved@example.com')
    expect((await signedIn.refreshSession()).error).toBeTruthy()
    expect((await admin.getUserById(id)).data.user?.email).toBe('moved@example.com')
    expect((await admin.getUserById('00000000-0000-0000-0000-000000000000')).error).toMatchObject({
      code: 'user_not_found',
      status: 404,
    })
    const { data: list } = await admin.listUsers({ page: 1, perPage: 1 })
    expect(list.users).toHaveLength(1)
  })

  test('limits are shared where several processes share a database', async () => {
    const another = await startAuth(db)
    const guess = (harness: AuthHarness) =>
      harness.post('/auth/v1/token?grant_type=password', { email: 'shared@example.com', password: 'guess' })
    for (let count = 0; count < 10; count += 1) await guess(count % 2 ? auth : another)

    const statuses = [(await guess(auth)).status, (await guess(another)).status]

    // The embedded engine has one process only; its limits are in memory.
    expect(statuses).toEqual(db.engine === 'postgres' ? [429, 429] : [400, 400])
    await another.close()
  })

  test('an address that a proxy garbled does not stop a sign-in', async () => {
    const response = await auth.post(
      '/auth/v1/token?grant_type=password',
      { email: 'protocol@example.com', password: PASSWORD },
      { [ADDRESS_HEADER]: 'unknown, 10.0.0.1:4711' },
    )

    expect(response.status).toBe(200)
  })

  test('housekeeping removes what has had its day, and nothing else', async () => {
    const client = await auth.signUp('keeper@example.com')
    await client.refreshSession()
    await db.query(`update auth.refresh_tokens set updated_at = now() - interval '31 days' where revoked`)

    await pruneAuth(db)

    expect((await db.query('select from auth.refresh_tokens where revoked')).rowCount).toBe(0)
    expect((await client.refreshSession()).error).toBeNull()
  })
})
