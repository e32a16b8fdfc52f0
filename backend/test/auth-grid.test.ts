// Every operation of the auth service, called by every kind of caller. The operations' effects are tested elsewhere;
// these calls change nothing, and the response's status shows how far the caller got.

import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { codeOf } from '../wire/totp-app.ts'
import { authOn, PASSWORD } from './auth-harness.ts'
import { serviceEngines } from './engines.ts'
import { CLIENT_ID, CLIENT_SECRET, type OpenIdTestProvider, startOpenIdProvider } from './openid-provider.ts'

const CALLERS = [
  'none',
  'publishable key',
  'anonymous',
  'customer aal1',
  'customer aal2',
  'admin',
  'secret key',
] as const
type Caller = (typeof CALLERS)[number]

const UNKNOWN_ID = '00000000-0000-0000-0000-000000000000'
const NO_TOKEN = '401 no_authorization'
const NO_USER = '403 bad_jwt'
const NO_SERVICE = '403 not_admin'
const BAD = '400 validation_failed'

type Row = [
  method: string,
  route: string,
  responses: string | Partial<Record<Caller, string>>,
  body?: object,
  query?: string,
]

/** The same response for every caller. */
const OPEN: Row[] = [
  ['GET', '/settings', '200'],
  ['GET', '/health', '200'],
  ['GET', '/.well-known/jwks.json', '200'],
  ['POST', '/signup', BAD, { email: 'x', password: PASSWORD }],
  ['POST', '/token', BAD, {}, '?grant_type=password'],
  ['POST', '/token', BAD, {}, '?grant_type=refresh_token'],
  ['POST', '/token', BAD, {}, '?grant_type=pkce'],
  ['POST', '/token', BAD, {}, '?grant_type=id_token'],
  ['GET', '/verify', BAD],
  ['POST', '/verify', BAD, {}],
  ['POST', '/otp', BAD, {}],
  ['POST', '/magiclink', BAD, {}],
  ['POST', '/resend', BAD, {}],
  ['POST', '/recover', BAD, {}],
  ['GET', '/authorize', BAD],
  ['GET', '/callback', '400 bad_oauth_callback'],
  ['POST', '/callback', '400 bad_oauth_callback'],
  ['POST', '/sso', BAD, {}],
]

const users = (response: string, others: Partial<Record<Caller, string>> = {}): Partial<Record<Caller, string>> => ({
  none: NO_TOKEN,
  'publishable key': NO_USER,
  'secret key': NO_USER,
  anonymous: response,
  'customer aal1': response,
  'customer aal2': response,
  admin: response,
  ...others,
})

/** The customer has a second step, which they have not passed at aal1. `:own` is that factor, `:identity` their identity. */
const USERS: Row[] = [
  ['GET', '/user', users('200')],
  ['PUT', '/user', users('200'), { data: { colour: 'red' } }],
  [
    'PUT',
    '/user',
    users('422 same_password', { anonymous: '422 validation_failed', 'customer aal1': '401 insufficient_aal' }),
    { password: PASSWORD },
  ],
  ['PUT', '/user', users('200', { 'customer aal1': '401 insufficient_aal' }), { email: 'grid-new@example.com' }],
  ['PUT', '/user', users('200', { 'customer aal1': '401 insufficient_aal' }), { phone: '447000000001' }],
  ['PUT', '/user', users('403 not_admin'), { app_metadata: { role: 'admin' } }],
  ['GET', '/reauthenticate', users('200', { anonymous: BAD })],
  ['POST', '/logout', users(BAD), undefined, '?scope=nonsense'],
  [
    'POST',
    '/factors',
    users('200', { anonymous: '403 no_authorization', 'customer aal1': '403 insufficient_aal' }),
    { factor_type: 'totp' },
  ],
  [
    'POST',
    '/factors/:own/challenge',
    users('200', { anonymous: '404 mfa_factor_not_found', admin: '404 mfa_factor_not_found' }),
    {},
  ],
  [
    'POST',
    '/factors/:own/verify',
    users('422 mfa_factor_not_found', { anonymous: '404 mfa_factor_not_found', admin: '404 mfa_factor_not_found' }),
    { challenge_id: UNKNOWN_ID, code: '000000' },
  ],
  ['GET', '/recovery-codes', users('200')],
  [
    'POST',
    '/recovery-codes',
    users('200', {
      anonymous: '404 mfa_factor_not_found',
      'customer aal1': '403 insufficient_aal',
      admin: '404 mfa_factor_not_found',
    }),
  ],
  ['POST', '/recovery-codes/verify', users('422 mfa_verification_failed'), { code: 'AAAAA-AAAAA' }],
  [
    'GET',
    '/user/identities/authorize',
    users('200', { anonymous: '422 email_not_confirmed', 'customer aal1': '401 insufficient_aal' }),
    undefined,
    '?provider=keycloak&skip_http_redirect=true',
  ],
  [
    'DELETE',
    '/user/identities/:identity',
    users('422 identity_not_found', {
      'customer aal1': '401 insufficient_aal',
      'customer aal2': '422 single_identity_not_deletable',
    }),
  ],
  // This comes last because it removes the second step.
  [
    'DELETE',
    '/factors/:own',
    users('200', {
      anonymous: '404 mfa_factor_not_found',
      'customer aal1': '422 insufficient_aal',
      admin: '404 mfa_factor_not_found',
    }),
  ],
]

/** These need the secret key. To the auth service, a site admin is an ordinary user, as the role is only in the database. */
const service = (response: string): Partial<Record<Caller, string>> => ({
  ...Object.fromEntries(CALLERS.map((caller) => [caller, NO_SERVICE])),
  none: NO_TOKEN,
  'secret key': response,
})

const SERVICE: Row[] = [
  ['GET', '/admin/users', service('200')],
  ['POST', '/admin/users', service(BAD), {}],
  ['GET', `/admin/users/${UNKNOWN_ID}`, service('404 user_not_found')],
  ['PUT', `/admin/users/${UNKNOWN_ID}`, service('404 user_not_found'), {}],
  ['DELETE', `/admin/users/${UNKNOWN_ID}`, service('404 user_not_found'), {}],
  ['GET', `/admin/users/${UNKNOWN_ID}/factors`, service('404 user_not_found')],
  ['DELETE', `/admin/users/${UNKNOWN_ID}/factors/${UNKNOWN_ID}`, service('404 user_not_found')],
  ['POST', '/admin/generate_link', service(BAD), {}],
  ['POST', '/invite', service(BAD), {}],
]

describe.each(serviceEngines)('auth operations on $name', ({ open }) => {
  let provider: OpenIdTestProvider
  beforeAll(async () => {
    provider = await startOpenIdProvider()
  })
  afterAll(() => provider.close())
  const auth = authOn(open, () => ({
    env: {
      GOTRUE_EXTERNAL_ANONYMOUS_USERS_ENABLED: 'true',
      GOTRUE_EXTERNAL_PHONE_ENABLED: 'true',
      GOTRUE_SECURITY_MANUAL_LINKING_ENABLED: 'true',
      GOTRUE_EXTERNAL_KEYCLOAK_ENABLED: 'true',
      GOTRUE_EXTERNAL_KEYCLOAK_CLIENT_ID: CLIENT_ID,
      GOTRUE_EXTERNAL_KEYCLOAK_SECRET: CLIENT_SECRET,
      GOTRUE_EXTERNAL_KEYCLOAK_URL: provider.issuer,
      GOTRUE_EXTERNAL_KEYCLOAK_AUTHORITATIVE_DOMAINS: 'cars.example',
    },
  }))
  const tokens: Partial<Record<Caller, string>> = {}
  let ownFactor = ''
  let ownIdentity = ''

  beforeAll(async () => {
    const tokenOf = async (client: ReturnType<typeof auth.client>) =>
      (await client.getSession()).data.session?.access_token ?? ''
    const signIn = async (email: string) => {
      const client = auth.client()
      await client.signInWithPassword({ email, password: PASSWORD })
      return client
    }
    const make = (email: string) => auth.adminClient().createUser({ email, password: PASSWORD, email_confirm: true })
    ownIdentity = (await make('customer@example.com')).data.user?.identities?.[0]?.identity_id ?? ''
    const { data: admin } = await make('admin@example.com')
    await auth.db.query(`insert into public.user_roles (user_id, role) values ($1, 'admin')`, [admin.user?.id])

    const anonymous = auth.client()
    await anonymous.signInAnonymously()
    const customer = await signIn('customer@example.com')
    const { data: factor } = await customer.mfa.enroll({ factorType: 'totp' })
    ownFactor = factor?.id ?? ''
    await customer.mfa.challengeAndVerify({ factorId: ownFactor, code: codeOf(factor?.totp.secret ?? '') })
    tokens['publishable key'] = auth.keys.publishableKey
    tokens.anonymous = await tokenOf(anonymous)
    tokens['customer aal2'] = await tokenOf(customer)
    // This comes after aal2 because passing the second step ends sessions at aal1.
    tokens['customer aal1'] = await tokenOf(await signIn('customer@example.com'))
    tokens.admin = await tokenOf(await signIn('admin@example.com'))
    tokens['secret key'] = auth.keys.secretKey
  })

  const call = async (caller: Caller, [method, route, , body, query = '']: Row) => {
    const token = tokens[caller]
    const response = await auth.request(
      `/auth/v1${route.replace(':own', ownFactor).replace(':identity', ownIdentity)}${query}`,
      {
        method,
        body: body && JSON.stringify(body),
        headers: {
          'content-type': 'application/json',
          'x-supabase-api-version': '2024-01-01',
          ...(token && { apikey: token, authorization: `Bearer ${token}` }),
        },
      },
    )
    return `${response.status} ${response.headers.get('x-sb-error-code') ?? ''}`.trim()
  }

  test('every auth route is in the list of operations', () => {
    const named = [...OPEN, ...USERS, ...SERVICE].map(
      ([method, route]) => `${method} ${route.replace(/:own|:identity/, ':id').replaceAll(UNKNOWN_ID, ':id')}`,
    )
    const offered = auth.app.routes
      .filter(({ method, path }) => method !== 'ALL' && path.startsWith('/auth/v1/'))
      .map(({ method, path }) => `${method} ${path.slice('/auth/v1'.length).replace(':factorId', ':id')}`)

    expect([...new Set(named)].sort()).toEqual([...new Set(offered)].sort())
  })

  test.each([...OPEN, ...SERVICE, ...USERS])('%s %s accepts only the callers that may use it', async (...row) => {
    const [, , responses] = row
    const found: Partial<Record<Caller, string>> = {}
    for (const caller of CALLERS) found[caller] = await call(caller, row)

    expect(found).toEqual(
      typeof responses === 'string' ? Object.fromEntries(CALLERS.map((caller) => [caller, responses])) : responses,
    )
  })
})
