// Signing in with an OpenID Connect provider opens the right account, despite faulty providers and attackers.

import { createHash } from 'node:crypto'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { authOn, fragmentOf, ownEmail, PASSWORD, pageIn, SITE_URL, startAuth } from './auth-harness.ts'
import { serviceEngines } from './engines.ts'
import {
  CLIENT_ID,
  CLIENT_SECRET,
  type OpenIdTestProvider,
  type Person,
  type ProviderFault,
  startOpenIdProvider,
} from './openid-provider.ts'

describe.each(serviceEngines)('providers on $name', ({ open }) => {
  let provider: OpenIdTestProvider
  let people = 0
  let person: Person
  let email: string

  const settingsOf = (name: string, domains: string) => ({
    [`GOTRUE_EXTERNAL_${name}_ENABLED`]: 'true',
    [`GOTRUE_EXTERNAL_${name}_CLIENT_ID`]: CLIENT_ID,
    [`GOTRUE_EXTERNAL_${name}_SECRET`]: CLIENT_SECRET,
    [`GOTRUE_EXTERNAL_${name}_URL`]: provider.issuer,
    [`GOTRUE_EXTERNAL_${name}_AUTHORITATIVE_DOMAINS`]: domains,
  })
  beforeAll(async () => {
    provider = await startOpenIdProvider()
  })
  afterAll(() => provider.close())
  const auth = authOn(open, () => ({
    env: {
      // Keycloak is authoritative for the dealer's own addresses, Google for none.
      ...settingsOf('KEYCLOAK', 'cars.example'),
      ...settingsOf('GOOGLE', ''),
      GOTRUE_SECURITY_MANUAL_LINKING_ENABLED: 'true',
    },
  }))
  beforeEach(() => {
    people += 1
    email = `someone-${people}@cars.example`
    person = { sub: `subject-${people}`, email, email_verified: true, given_name: 'Ada', family_name: 'Byron' }
  })
  afterEach(() => provider.setFault(null))

  const go = async (path: string, headers: Record<string, string> = {}) => {
    const response = await auth.request(path, { headers })
    return {
      location: response.headers.get('location') ?? '',
      cookie: response.headers.get('set-cookie')?.split(';')[0] ?? '',
      response,
    }
  }
  const begin = (name = 'keycloak', more = '') =>
    go(`/auth/v1/authorize?provider=${name}&redirect_to=${encodeURIComponent(`${SITE_URL}/auth`)}${more}`)
  const comeBack = (address: URL, cookie: string) =>
    auth.request(`${address.pathname}${address.search}`, { headers: { cookie } })
  const signIn = async (who: Person = person, name = 'keycloak') => {
    const { location, cookie } = await begin(name)
    return comeBack(provider.agree(location, who), cookie)
  }
  const sessionOf = async (response: Response) => {
    const fragment = fragmentOf(response)
    const client = auth.client()
    const { data, error } = await client.setSession({
      access_token: fragment.get('access_token') ?? '',
      refresh_token: fragment.get('refresh_token') ?? '',
    })
    if (error) throw error
    return { client, user: data.user }
  }
  const problemOf = (response: Response) =>
    new URL(response.headers.get('location') ?? '').searchParams.get('error_code')
  const confirmed = async () => {
    const { data } = await auth.adminClient().createUser({ email, password: PASSWORD, email_confirm: true })
    return data.user?.id
  }

  test('a new user gets an account, and the next sign-in opens the same account', async () => {
    const first = await sessionOf(await signIn())
    const again = await sessionOf(await signIn({ ...person, email: `changed-${email}` }))

    expect(first.user).toMatchObject({
      email,
      app_metadata: { provider: 'keycloak', providers: ['keycloak'] },
      user_metadata: { first_name: 'Ada', last_name: 'Byron' },
      identities: [{ provider: 'keycloak', id: person.sub }],
    })
    expect(again.user?.id).toBe(first.user?.id)
    expect(again.user?.email).toBe(email)
    const { data } = await first.client.getClaims()
    expect(data?.claims.amr).toMatchObject([{ method: 'oauth' }])
    expect(await (await auth.request('/auth/v1/settings')).json()).toMatchObject({
      external: { keycloak: true, apple: false },
    })
  })

  test('only the browser that started a PKCE flow gets the session', async () => {
    const verifier = 'v'.repeat(50)
    const challenge = createHash('sha256').update(verifier).digest('base64url')
    const { location } = await begin('keycloak', `&code_challenge=${challenge}&code_challenge_method=s256`)
    const back = await comeBack(provider.agree(location, person), '')
    const auth_code = new URL(back.headers.get('location') ?? '').searchParams.get('code')

    const stolen = await auth.post('/auth/v1/token?grant_type=pkce', { auth_code, code_verifier: 'w'.repeat(50) })
    const session = await auth.post('/auth/v1/token?grant_type=pkce', { auth_code, code_verifier: verifier })

    expect(stolen.status).toBe(400)
    expect(await session.json()).toMatchObject({ user: { email } })
  })

  test('a user can sign in with Apple, which posts the result as a form', async () => {
    const harness = await startAuth(auth.db, { env: settingsOf('APPLE', '') })
    const begun = await harness.request('/auth/v1/authorize?provider=apple')
    const address = new URL(begun.headers.get('location') ?? '')
    const back = provider.agree(address.href, person)
    const cookie = begun.headers.get('set-cookie')?.split(';')[0] ?? ''
    const form = { method: 'POST', body: back.searchParams, headers: { cookie } }
    const response = await harness.request(back.pathname, form)
    await harness.close()

    expect(address.searchParams.get('response_mode')).toBe('form_post')
    expect(fragmentOf(response).has('access_token')).toBe(true)
  })

  describe('an identity whose address has an account', () => {
    test('an identity is linked to the account with the same address if the provider is authoritative for that address', async () => {
      const id = await confirmed()

      const { user } = await sessionOf(await signIn())

      expect(user?.id).toBe(id)
      expect(user?.app_metadata).toEqual({ provider: 'email', providers: ['email', 'keycloak'] })
      expect((await auth.client().signInWithPassword({ email, password: PASSWORD })).error).toBeNull()
    })

    test.each([
      ['the provider is not authoritative for the address', 'google', true],
      ['the provider has not verified the address', 'keycloak', false],
    ])('an identity is not linked to the account with the same address if %s', async (_, name, email_verified) => {
      const id = await confirmed()

      const response = await signIn({ ...person, email_verified }, name)

      expect(problemOf(response)).toMatch(/user_already_exists|provider_email_needs_verification/)
      expect(fragmentOf(response).has('access_token')).toBe(false)
      const { data } = await auth.adminClient().getUserById(id ?? '')
      expect(data.user?.identities).toHaveLength(1)
    })

    test('an identity is not linked to an unconfirmed account', async () => {
      await auth.client().signUp({ email, password: PASSWORD })

      expect(problemOf(await signIn())).toBe('user_already_exists')
    })
  })

  test('only an authoritative provider or an emailed link proves an account’s address', async () => {
    const own = await sessionOf(await signIn())
    const guest = `guest-${people}@elsewhere.example`
    const other = await sessionOf(await signIn({ ...person, sub: `g-${people}`, email: guest }, 'google'))

    expect(await ownEmail(auth.db, own.user?.id)).toBe(email)
    expect(other.user?.email_confirmed_at).toBeTruthy()
    expect(await ownEmail(auth.db, other.user?.id)).toBeNull()
    // An emailed link proves the address, and the provider's identity is removed.
    await auth.client().signInWithOtp({ email: guest })
    const token_hash = pageIn(await auth.mailTo(guest)).searchParams.get('token_hash') ?? ''
    await auth.client().verifyOtp({ type: 'magiclink', token_hash })
    expect(await ownEmail(auth.db, other.user?.id)).toBe(guest)
    expect((await other.client.getUser()).error).toBeTruthy()
    expect(problemOf(await signIn({ ...person, sub: `g-${people}`, email: guest }, 'google'))).toBe(
      'user_already_exists',
    )
  })

  test.each<ProviderFault>([
    'another issuer',
    'another audience',
    'another authorised party',
    'another nonce',
    'another key',
    'signed with the client secret',
    'no signature',
    'expired',
    'issued long ago',
    'token endpoint down',
    'token endpoint redirected',
  ])('a faulty provider cannot sign anyone in: %s', async (kind) => {
    const { location, cookie } = await begin()
    provider.setFault(kind)

    const response = await comeBack(provider.agree(location, person), cookie)

    expect(problemOf(response)).toBe('unexpected_failure')
    expect(fragmentOf(response).has('access_token')).toBe(false)
  })

  test.each<ProviderFault>([
    'discovery down',
    'discovery redirected',
    'discovery of another issuer',
    'discovery of plain HTTP',
  ])('a failed discovery is not cached: %s', async (kind) => {
    const harness = await startAuth(auth.db, { env: settingsOf('KEYCLOAK', '') })
    provider.setFault(kind)
    const failed = await harness.request('/auth/v1/authorize?provider=keycloak')
    provider.setFault(null)
    const later = await harness.request('/auth/v1/authorize?provider=keycloak')
    await harness.close()

    expect([failed.status, later.status]).toEqual([500, 302])
  })

  describe('attacks', () => {
    test('a callback URL can be used only once', async () => {
      const { location, cookie } = await begin()
      const back = provider.agree(location, person)
      await comeBack(back, cookie)

      const again = provider.agree(location, person)
      expect(problemOf(await comeBack(again, cookie))).toBe('bad_oauth_state')
    })

    test('an attacker’s callback URL does not sign in another browser', async () => {
      const { location } = await begin()
      const elsewhere = await begin()

      const response = await comeBack(provider.agree(location, person), elsewhere.cookie)

      expect(problemOf(response)).toBe('bad_oauth_state')
      expect(fragmentOf(response).has('access_token')).toBe(false)
    })

    test('a code that another provider issued is refused', async () => {
      const { location, cookie } = await begin()
      const back = provider.agree(location, person)
      back.searchParams.set('iss', 'https://evil.example')

      expect(problemOf(await comeBack(back, cookie))).toBe('unexpected_failure')
    })

    test('an invented or missing state is refused', async () => {
      const invented = await auth.request('/auth/v1/callback?code=x&state=invented')

      expect(problemOf(invented)).toBe('bad_oauth_state')
      expect((await auth.request('/auth/v1/callback?code=x')).status).toBe(400)
      const form = { method: 'POST', body: 'no form', headers: { 'content-type': 'multipart/form-data' } }
      expect((await auth.request('/auth/v1/callback', form)).status).toBe(400)
    })

    test('the callback redirects only to the site and does not repeat the provider’s error text', async () => {
      const { location, cookie } = await go('/auth/v1/authorize?provider=keycloak&redirect_to=https://evil.example/')
      const back = provider.agree(location, person)
      back.searchParams.set('error', 'access_denied')
      back.searchParams.set('error_description', 'Call 0900 123')

      const response = await comeBack(back, cookie)

      expect(new URL(response.headers.get('location') ?? '').origin).toBe(SITE_URL)
      expect(response.headers.get('location')).not.toContain('0900')
    })

    test('a caller cannot set the client id, redirect URL or state', async () => {
      const { location } = await begin('keycloak', '&client_id=evil&redirect_uri=https://evil.example&state=fixed')

      const { searchParams } = new URL(location)
      expect(searchParams.get('client_id')).toBe(CLIENT_ID)
      expect(searchParams.get('redirect_uri')).toBe(`${SITE_URL}/auth/v1/callback`)
      expect(searchParams.get('state')).not.toBe('fixed')
    })
  })

  describe('with an ID token', () => {
    const hashed = (nonce: string) => createHash('sha256').update(nonce).digest('hex')
    const withToken = (token: string, nonce?: string, name = 'keycloak') =>
      auth.client().signInWithIdToken({ provider: name, token, nonce })

    test('an app can sign in with an ID token', async () => {
      const { data, error } = await withToken(await provider.idToken(person, hashed('raw')), 'raw')

      expect(error).toBeNull()
      expect(data.user).toMatchObject({ email })
    })

    test('each ID token can be used only once', async () => {
      const token = await provider.idToken(person)

      const responses = await Promise.all([withToken(token), withToken(token)])

      expect(responses.filter(({ error }) => error === null)).toHaveLength(1)
    })

    test('a wrong or missing nonce is refused', async () => {
      const wrong = await withToken(await provider.idToken(person, hashed('raw')), 'another')
      const missing = await withToken(await provider.idToken(person, hashed('raw')))

      expect([wrong.error?.message, missing.error?.message]).toEqual([
        'Nonces mismatch',
        'Passed nonce and nonce in id_token should either both exist or not.',
      ])
    })

    test.each<ProviderFault>([
      'another issuer',
      'another audience',
      'another authorised party',
      'another key',
      'signed with the client secret',
      'no signature',
      'expired',
      'issued long ago',
    ])('a faulty token is refused: %s', async (kind) => {
      provider.setFault(kind)

      expect((await withToken(await provider.idToken(person))).error).toMatchObject({
        status: 400,
        message: 'Bad ID token',
      })
    })

    test('a provider that is not configured is disabled', async () => {
      const { error } = await withToken(await provider.idToken(person), undefined, 'apple')

      expect(error).toMatchObject({
        code: 'provider_disabled',
        status: 400,
        message: 'Provider (issuer "https://appleid.apple.com") is not enabled',
      })
    })
  })

  describe('linked manually', () => {
    const signedIn = async () => {
      await confirmed()
      const client = auth.client()
      await client.signInWithPassword({ email, password: PASSWORD })
      const { data } = await client.getSession()
      return { client, token: data.session?.access_token ?? '' }
    }
    const beginLink = async (token: string) => {
      const { response, cookie } = await go(
        '/auth/v1/user/identities/authorize?provider=google&skip_http_redirect=true',
        {
          authorization: `Bearer ${token}`,
        },
      )
      return { url: ((await response.json()) as { url: string }).url, cookie }
    }

    test('a linked provider can be used to sign in to the account until the provider is unlinked', async () => {
      const { client, token } = await signedIn()
      const { url, cookie } = await beginLink(token)
      const who = { ...person, email: 'private@elsewhere.example' }
      await comeBack(provider.agree(url, who), cookie)

      const { data } = await client.getUserIdentities()
      const google = data?.identities.find(({ provider: name }) => name === 'google')
      const own = data?.identities.find(({ provider: name }) => name === 'email')
      const byGoogle = await sessionOf(await signIn(who, 'google'))
      expect(byGoogle.user?.email).toBe(email)

      if (!google || !own) throw new Error('an identity is missing')
      const kept = await client.unlinkIdentity(own)
      const gone = await client.unlinkIdentity(google)
      const last = await client.unlinkIdentity(own)
      expect(gone.error).toBeNull()
      expect([kept.error?.code, last.error?.code]).toEqual([
        'email_conflict_identity_not_deletable',
        'single_identity_not_deletable',
      ])
    })

    test('an ID token links a provider, but only for a signed-in user', async () => {
      const { client } = await signedIn()
      const token = await provider.idToken({ ...person, sub: `app-${people}`, email: 'app@elsewhere.example' })

      const refused = await auth.post('/auth/v1/token?grant_type=id_token', {
        provider: 'google',
        id_token: token,
        link_identity: true,
      })
      const { data, error } = await client.linkIdentity({ provider: 'google', token })

      expect(refused.status).toBe(401)
      expect(error).toBeNull()
      expect(data.user?.email).toBe(email)
      expect((await client.getUserIdentities()).data?.identities).toHaveLength(2)
    })

    test('an identity that belongs to another account cannot be linked', async () => {
      const { token } = await signedIn()
      const guest = { ...person, sub: `taken-${people}`, email: `taken-${people}@elsewhere.example` }
      await sessionOf(await signIn(guest, 'google'))
      const { url, cookie } = await beginLink(token)

      expect(problemOf(await comeBack(provider.agree(url, guest), cookie))).toBe('identity_already_exists')
    })

    test('an attacker’s linking URL cannot be used to link a victim’s identity in another browser', async () => {
      const { client, token } = await signedIn()
      const { url } = await beginLink(token)
      const victim = await begin('google')

      const response = await comeBack(provider.agree(url, { ...person, sub: `victim-${people}` }), victim.cookie)

      expect(problemOf(response)).toBe('bad_oauth_state')
      expect((await client.getUserIdentities()).data?.identities).toHaveLength(1)
    })
  })

  describe('by domain', () => {
    const signInWith = (domain: string) =>
      auth.client().signInWithSSO({ domain, options: { skipBrowserRedirect: true } })

    test('a user is sent to the provider that is authoritative for their domain', async () => {
      const { data, error } = await signInWith('Cars.example')

      expect(error).toBeNull()
      expect(data?.url).toContain(`${provider.issuer}/authorize`)
    })

    test('an unknown domain and a wildcard are refused', async () => {
      expect((await signInWith('elsewhere.example')).error).toMatchObject({
        code: 'sso_provider_not_found',
        status: 404,
      })
      expect((await signInWith('*')).error).toMatchObject({ code: 'sso_provider_not_found' })
    })
  })
})
