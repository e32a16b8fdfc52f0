import { beforeAll, describe, expect, test } from 'vitest'
import { type Account, connect, newEmail, PASSWORD } from './connect.ts'
import { targets } from './target.ts'

const UNKNOWN_ID = '00000000-0000-0000-0000-000000000000'

describe.each(targets)('the GoTrue protocol on $name', (target) => {
  const backend = connect(target)
  let account: Account

  beforeAll(async () => {
    account = await backend.account()
  })

  const refusal = async (method: string, path: string, body?: unknown) => {
    const response = await backend.request(`/auth/v1${path}`, {
      method,
      body: body === undefined ? undefined : JSON.stringify(body),
      as: account,
      headers: { 'content-type': 'application/json', 'x-supabase-api-version': '2024-01-01' },
    })
    const { code } = (await response.json()) as { code: string }
    return `${response.status} ${code}`
  }

  test('errors have the format for the API version that the client sends', async () => {
    const signIn = (headers: Record<string, string>) =>
      backend.request('/auth/v1/token?grant_type=password', {
        method: 'POST',
        body: JSON.stringify({ email: newEmail('unknown'), password: 'wrong password' }),
        headers: { 'content-type': 'application/json', ...headers },
      })

    const current = await signIn({ 'x-supabase-api-version': '2024-01-01' })
    const older = await signIn({})

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
    ['POST', '/token?grant_type=pkce', {}, '400 validation_failed'],
    ['POST', '/token?grant_type=id_token', { provider: 'google', id_token: 'x' }, '400 provider_disabled'],
    ['POST', '/token?grant_type=constructor', {}, '400 invalid_credentials'],
    ['POST', '/token', {}, '400 invalid_credentials'],
    ['POST', '/otp', {}, '400 validation_failed'],
    ['POST', '/otp', { email: 'a@example.com', channel: 'sms' }, '400 validation_failed'],
    ['POST', '/otp', { phone: '+447123456789' }, '400 phone_provider_disabled'],
    ['POST', '/magiclink', { email: 'no address' }, '400 validation_failed'],
    ['POST', '/sso', { domain: 'example.com' }, '404 saml_provider_disabled'],
    ['GET', '/authorize?provider=google', undefined, '400 validation_failed'],
    ['GET', '/callback', undefined, '400 bad_oauth_callback'],
    ['GET', '/user/identities/authorize?provider=google', undefined, '404 manual_linking_disabled'],
    ['DELETE', '/user/identities/1', undefined, '404 manual_linking_disabled'],
    ['POST', '/factors', {}, '400 validation_failed'],
    ['POST', '/factors', { factor_type: 'webauthn' }, '422 mfa_webauthn_enroll_not_enabled'],
    ['POST', '/factors', { factor_type: 'phone' }, '422 mfa_phone_enroll_not_enabled'],
    ['POST', '/factors/1/challenge', {}, '404 validation_failed'],
    ['POST', `/factors/${UNKNOWN_ID}/challenge`, {}, '404 mfa_factor_not_found'],
    ['POST', `/factors/${UNKNOWN_ID}/verify`, { challenge_id: UNKNOWN_ID }, '400 validation_failed'],
    ['POST', `/factors/${UNKNOWN_ID}/verify`, { challenge_id: UNKNOWN_ID, code: '1' }, '404 mfa_factor_not_found'],
    ['DELETE', `/factors/${UNKNOWN_ID}`, undefined, '404 mfa_factor_not_found'],
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
    ['PUT', '/user', { email: 'no address' }, '400 validation_failed'],
    ['PUT', '/user', { password: 'new password', nonce: '123456' }, '422 reauthentication_not_valid'],
    ['PUT', '/user', { phone: '+447123456789' }, '400 phone_provider_disabled'],
    ['PUT', '/user', { password: PASSWORD }, '422 same_password'],
    ['PUT', '/user', { password: 'new password', current_password: 'wrong' }, '400 current_password_invalid'],
    ['POST', '/logout?scope=everywhere', undefined, '400 validation_failed'],
    ['GET', '/nonsense', undefined, '404 not_found'],
  ])('%s %s with %j returns %s %s', async (method, path, body, expected) => {
    expect(await refusal(method, path, body)).toBe(expected)
  })

  test('a body with invalid JSON is refused as bad_json', async () => {
    const response = await backend.request('/auth/v1/signup', {
      method: 'POST',
      body: '{"email":',
      headers: { 'content-type': 'application/json' },
    })

    expect(response.status).toBe(400)
    expect(await response.json()).toMatchObject({ error_code: 'bad_json' })
  })

  test('reading the user without a token is refused', async () => {
    const response = await backend.request('/auth/v1/user')

    expect(response.status).toBe(401)
    expect(await response.json()).toMatchObject({ error_code: 'no_authorization' })
  })

  test('settings, health and public keys can be read by everyone', async () => {
    const settings = await (await backend.request('/auth/v1/settings')).json()
    const health = await (await backend.request('/auth/v1/health')).json()
    const keySet = await backend.request('/auth/v1/.well-known/jwks.json')

    expect(settings).toMatchObject({ external: { email: true, phone: false, google: false }, disable_signup: false })
    expect(health).toMatchObject({ name: 'GoTrue' })
    expect(keySet.headers.get('cache-control')).toBe('public, max-age=600')
    const { keys } = (await keySet.json()) as { keys: Record<string, unknown>[] }
    expect(keys).toMatchObject([{ kid: expect.any(String), kty: 'EC', crv: 'P-256', alg: 'ES256', use: 'sig' }])
    expect(keys[0]).not.toHaveProperty('d')
  })

  test('the service creates, reads and changes accounts', async () => {
    const { admin } = backend
    const email = newEmail('created')
    const moved = newEmail('moved')

    const created = await admin.createUser({
      email: email.replace('created', 'Created'),
      password: PASSWORD,
      email_confirm: true,
    })
    const taken = await admin.createUser({ email, password: PASSWORD })
    const id = created.data.user?.id ?? ''
    const signedIn = backend.auth()
    await signedIn.signInWithPassword({ email, password: PASSWORD })
    const changed = await admin.updateUserById(id, {
      email: moved,
      password: 'another password',
      user_metadata: { first_name: 'Grace' },
      app_metadata: { note: 'vip' },
    })

    expect(created.data.user).toMatchObject({ email })
    expect(taken.error).toMatchObject({ code: 'email_exists', status: 422 })
    expect(changed.data.user).toMatchObject({
      email: moved,
      user_metadata: { first_name: 'Grace' },
      app_metadata: { provider: 'email', note: 'vip' },
    })
    expect(changed.data.user?.identities?.[0]?.identity_data?.email).toBe(moved)
    expect((await signedIn.refreshSession()).error).toBeTruthy()
    expect((await admin.getUserById(id)).data.user?.email).toBe(moved)
    expect((await admin.getUserById('00000000-0000-0000-0000-000000000000')).error).toMatchObject({
      code: 'user_not_found',
      status: 404,
    })
    const { data: list } = await admin.listUsers({ page: 1, perPage: 1 })
    expect(list.users).toHaveLength(1)
  })

  test('a malformed client address from a proxy does not prevent a sign-in', async () => {
    const response = await backend.post(
      '/auth/v1/token?grant_type=password',
      { email: account.email, password: PASSWORD },
      { from: 'unknown, 10.0.0.1:4711' },
    )

    expect(response.status).toBe(200)
  })
})
