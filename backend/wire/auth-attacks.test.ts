import { generateKeyPairSync } from 'node:crypto'
import { importJWK, type JWTPayload, SignJWT, UnsecuredJWT } from 'jose'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import type { Database } from '../src/db/database.ts'
import {
  ADDRESS_HEADER,
  type AuthHarness,
  fragmentOf,
  linkIn,
  PASSWORD,
  pathOf,
  SITE_URL,
  startAuth,
} from '../test/auth-harness.ts'
import { engines } from '../test/engines.ts'

const argon2 = vi.hoisted(() => ({ verifications: 0 }))
vi.mock('@node-rs/argon2', async (importOriginal) => {
  const original = await importOriginal<typeof import('@node-rs/argon2')>()
  const verify: typeof original.verify = (...args) => {
    argon2.verifications += 1
    return original.verify(...args)
  }
  return { ...original, verify }
})

describe.each(engines)('attacks on $name', ({ open }) => {
  let db: Database
  let auth: AuthHarness
  let customers = 0

  beforeAll(async () => {
    db = await open()
    auth = await startAuth(db)
  })
  afterAll(async () => {
    await auth.close()
    await db.close()
  })
  beforeEach(() => {
    customers += 1
  })

  const newEmail = () => `customer-${customers}@example.com`

  describe('access tokens', () => {
    let payload: JWTPayload
    let genuine: string
    const userStatus = async (token: string) => {
      const response = await auth.request('/auth/v1/user', {
        headers: { authorization: `Bearer ${token}`, 'x-supabase-api-version': '2024-01-01' },
      })
      return `${response.status} ${((await response.json()) as { code?: string }).code ?? ''}`.trim()
    }
    const sign = async (claims: JWTPayload, header: Record<string, unknown> = {}) =>
      new SignJWT(claims)
        .setProtectedHeader({ alg: 'ES256', kid: auth.keys.signing.kid, ...header })
        .sign(await importJWK(auth.keys.signing.privateJwk, 'ES256'))

    beforeAll(async () => {
      const client = await auth.signUp('tokens@example.com')
      genuine = (await client.getSession()).data.session?.access_token ?? ''
      payload = JSON.parse(Buffer.from(genuine.split('.')[1] ?? '', 'base64url').toString()) as JWTPayload
    })

    test('a genuine token is accepted', async () => {
      expect(await userStatus(genuine)).toBe('200')
    })

    test('an unsigned token is refused', async () => {
      expect(await userStatus(new UnsecuredJWT(payload).encode())).toBe('403 bad_jwt')
    })

    test.each(['the key as JSON', 'its x coordinate', 'the hmac secret'])(
      'a token signed with %s as a shared secret is refused',
      async (name) => {
        const { publicJwk } = auth.keys.signing
        const secrets: Record<string, string> = {
          'the key as JSON': JSON.stringify(publicJwk),
          'its x coordinate': publicJwk.x ?? '',
          'the hmac secret': auth.keys.hmacSecret,
        }
        const token = await new SignJWT(payload)
          .setProtectedHeader({ alg: 'HS256', kid: auth.keys.signing.kid })
          .sign(Buffer.from(secrets[name] ?? ''))

        expect(await userStatus(token)).toBe('403 bad_jwt')
      },
    )

    test('a token of another key is refused, even if it brings that key along', async () => {
      const pair = generateKeyPairSync('ec', { namedCurve: 'P-256' })
      const jwk = pair.publicKey.export({ format: 'jwk' })
      const token = await new SignJWT(payload)
        .setProtectedHeader({ alg: 'ES256', kid: auth.keys.signing.kid, jwk: jwk as Record<string, string> })
        .sign(pair.privateKey)

      expect(await userStatus(token)).toBe('403 bad_jwt')
    })

    test('a changed payload is refused', async () => {
      const [header, , signature] = genuine.split('.')
      const changed = Buffer.from(JSON.stringify({ ...payload, role: 'service_role' })).toString('base64url')

      expect(await userStatus(`${header}.${changed}.${signature}`)).toBe('403 bad_jwt')
    })

    test.each([
      ['an expired one', { exp: 1_700_000_000 }],
      ['one of another issuer', { iss: 'https://elsewhere.example/auth/v1' }],
      ['one for another audience', { aud: 'someone-else' }],
      ['one without an end', { exp: undefined }],
      ['one without a session', { session_id: undefined }],
    ])('%s is refused, though the key is right', async (_, change) => {
      expect(await userStatus(await sign({ ...payload, ...change }))).toBe('403 bad_jwt')
    })

    test("a session id of someone else's session is refused", async () => {
      const other = await auth.signUp('other-session@example.com')
      const { data } = await other.getClaims()

      const token = await sign({ ...payload, session_id: data?.claims.session_id })

      expect(await userStatus(token)).toBe('403 session_not_found')
    })
  })

  describe('links', () => {
    const linkFor = async (email: string) => {
      await auth.client().signUp({ email, password: PASSWORD })
      return linkIn(await auth.mailTo(email))
    }

    test('a link works once', async () => {
      const path = pathOf(await linkFor(newEmail()))

      const first = fragmentOf(await auth.request(path))
      const second = await auth.request(path)

      expect(first.get('access_token')).toBeTruthy()
      expect(second.status).toBe(303)
      expect(Object.fromEntries(fragmentOf(second))).toMatchObject({
        error: 'access_denied',
        error_code: 'otp_expired',
      })
    })

    test('two requests with one link at once open one session', async () => {
      const path = pathOf(await linkFor(newEmail()))

      const answers = await Promise.all([auth.request(path), auth.request(path)])

      expect(answers.filter((answer) => fragmentOf(answer).has('access_token'))).toHaveLength(1)
    })

    test('asking for its head does not use a link up', async () => {
      const path = pathOf(await linkFor(newEmail()))

      const head = await auth.request(path, { method: 'HEAD' })

      expect(head.headers.get('location')).toBeNull()
      expect(fragmentOf(await auth.request(path)).get('access_token')).toBeTruthy()
    })

    test('a link of one kind is no good as another', async () => {
      const path = pathOf(await linkFor(newEmail())).replace('type=signup', 'type=recovery')

      expect(fragmentOf(await auth.request(path)).get('error_code')).toBe('otp_expired')
    })

    test('an old link has expired', async () => {
      const path = pathOf(await linkFor(newEmail()))
      await db.query(`update auth.one_time_tokens set created_at = created_at - interval '25 hours'`)

      expect(fragmentOf(await auth.request(path)).get('error_code')).toBe('otp_expired')
    })

    test('a link is void when the account has another address by now', async () => {
      const email = newEmail()
      const path = pathOf(await linkFor(email))
      await db.query('update auth.users set email = $2 where email = $1', [email, `moved-${email}`])

      expect(fragmentOf(await auth.request(path)).get('error_code')).toBe('otp_expired')
    })

    test('neither the link nor a token is in the database in the clear', async () => {
      const token = new URL(await linkFor(newEmail())).searchParams.get('token')

      const { rows } = await db.query('select token_hash from auth.one_time_tokens')
      const { rows: outbox } = await db.query('select data from public.email_outbox')

      expect(JSON.stringify([rows, outbox])).not.toContain(token)
    })

    test.each([
      'https://evil.example/',
      '//evil.example',
      'https://cars.example@evil.example/',
      'https://cars.example.evil.example/',
      'http://cars.example/',
      'https://cars.example:8443/',
      'javascript:alert(1)',
      'http://127.0.0.1:9999/',
      '\\\\evil.example',
      'https:/\\evil.example',
    ])('a link does not lead to %s', async (target) => {
      const email = `redirect-${customers}@example.com`
      await auth.post(`/auth/v1/signup?redirect_to=${encodeURIComponent(target)}`, { email, password: PASSWORD })
      const link = new URL(linkIn(await auth.mailTo(email)))
      expect(new URL(link.searchParams.get('redirect_to') ?? '').origin).toBe(SITE_URL)

      link.searchParams.set('redirect_to', target)
      const response = await auth.request(pathOf(link.href))

      expect(new URL(response.headers.get('location') ?? '').origin).toBe(SITE_URL)
    })

    test('a referer elsewhere is no way out either', async () => {
      const link = new URL(await linkFor(newEmail()))
      link.searchParams.delete('redirect_to')

      const response = await auth.request(pathOf(link.href), { headers: { referer: 'https://evil.example/' } })

      expect(new URL(response.headers.get('location') ?? '').origin).toBe(SITE_URL)
    })
  })

  describe('mail injection', () => {
    test.each([
      'victim@example.com\r\nBcc: everyone@example.com',
      'victim@example.com, everyone@example.com',
      'Someone <victim@example.com>',
      'victim@example.com%0aBcc:everyone@example.com',
    ])('%j is no address', async (email) => {
      const signUp = await auth.post('/auth/v1/signup', { email, password: PASSWORD })
      const recover = await auth.post('/auth/v1/recover', { email })

      expect([signUp.status, recover.status]).toEqual([400, 400])
    })

    test('line breaks and markup in a name reach neither headers nor the body', async () => {
      const email = newEmail()
      const name = 'Eve\r\nBcc: everyone@example.com\r\n\r\n<script>alert(1)</script>'
      await auth.client().signUp({ email, password: PASSWORD, options: { data: { first_name: name } } })

      const mail = await auth.mailTo(email)

      expect(mail.bcc).toBeUndefined()
      expect(mail.headers.filter(({ key }) => key === 'bcc')).toEqual([])
      expect(`${mail.html}${mail.text}`).not.toContain('alert(1)')
      expect(auth.mailServer.to('everyone@example.com')).toEqual([])
    })
  })

  describe('guessing', () => {
    const signIn = (email: string, password: string, address = '198.51.100.1') =>
      auth.post('/auth/v1/token?grant_type=password', { email, password }, { [ADDRESS_HEADER]: address })

    test('the limit does not tell whether the account exists', async () => {
      const answers: number[] = []
      for (let guess = 0; guess < 11; guess += 1) answers.push((await signIn(newEmail(), 'a guess')).status)

      expect(answers).toEqual([...Array(10).fill(400), 429])
    })

    test('many guesses at once do not slip through', async () => {
      const email = newEmail()

      const answers = await Promise.all(Array.from({ length: 30 }, (_, guess) => signIn(email, `guess ${guess}`)))

      expect(answers.filter(({ status }) => status === 400)).toHaveLength(10)
    })

    test('a customer who signs in often is not refused', async () => {
      const email = newEmail()
      await auth.signUp(email)

      for (let time = 0; time < 15; time += 1) expect((await signIn(email, PASSWORD)).status).toBe(200)
    })

    test('one address cannot try many accounts', async () => {
      const answers = await Promise.all(
        Array.from({ length: 61 }, (_, index) => signIn(`spray-${index}@example.com`, 'Password1', '203.0.113.200')),
      )

      expect(answers.filter(({ status }) => status === 429)).toHaveLength(1)
    })

    test('link tokens cannot be guessed at speed', async () => {
      const guess = () =>
        auth.post('/auth/v1/verify', { type: 'recovery', token_hash: 'guess' }, { [ADDRESS_HEADER]: '203.0.113.9' })
      const answers = await Promise.all(Array.from({ length: 31 }, guess))

      expect(answers.filter(({ status }) => status === 429)).toHaveLength(1)
    })
  })

  describe('asking who has an account', () => {
    test('sign-in answers alike for an unknown account and a wrong password, after the same work', async () => {
      const email = newEmail()
      await auth.signUp(email)
      const ask = async (address: string) => {
        const before = argon2.verifications
        const response = await auth.post('/auth/v1/token?grant_type=password', { email: address, password: 'wrong' })
        return { status: response.status, body: await response.json(), work: argon2.verifications - before }
      }

      expect(await ask('nobody@example.com')).toEqual(await ask(email))
    })

    test.each([
      ['recover', {}],
      ['resend', { type: 'signup' }],
    ])('%s answers alike for a known and an unknown address', async (endpoint, body) => {
      const known = newEmail()
      await auth.client().signUp({ email: known, password: PASSWORD })
      const ask = async (email: string) => {
        const response = await auth.post(`/auth/v1/${endpoint}`, { ...body, email })
        return { status: response.status, headers: Object.fromEntries(response.headers), body: await response.text() }
      }

      expect(await ask(known)).toEqual(await ask('nobody@example.com'))
    })

    test.each([
      ['recover', {}],
      ['resend', { type: 'signup' }],
    ])('the limit on mails by %s counts unknown addresses, too', async (endpoint, body) => {
      const strict = await startAuth(db, { realLimits: true })
      const known = `strict-${newEmail()}`
      await auth.adminClient().createUser({ email: known, password: PASSWORD })
      const ask = (email: string) => strict.post(`/auth/v1/${endpoint}`, { ...body, email })
      expect((await ask(known)).status).toBe(200)
      expect((await ask(`nobody-${known}`)).status).toBe(200)

      const answers = [await ask(known), await ask(`nobody-${known}`)]

      for (const answer of answers) {
        expect(answer.status).toBe(429)
        expect(await answer.json()).toMatchObject({ code: 'over_email_send_rate_limit' })
        expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0)
      }
      await strict.close()
    })
  })

  describe('rising above one’s station', () => {
    test('metadata gives nobody a role', async () => {
      const email = newEmail()
      const client = await auth.signUp(email)

      const { data } = await client.updateUser({ data: { role: 'admin', app_metadata: { role: 'admin' } } })
      const { data: refreshed } = await client.refreshSession()

      expect(data.user?.role).toBe('authenticated')
      expect(refreshed.user?.app_metadata).toEqual({ provider: 'email', providers: ['email'] })
    })

    test('app metadata is not for users', async () => {
      const client = await auth.signUp(newEmail())
      const token = (await client.getSession()).data.session?.access_token

      const response = await auth.request('/auth/v1/user', {
        method: 'PUT',
        body: JSON.stringify({ app_metadata: { role: 'admin' } }),
        headers: { authorization: `Bearer ${token}` },
      })

      expect(response.status).toBe(403)
      expect(await response.json()).toMatchObject({ error_code: 'not_admin' })
    })

    test('the admin endpoints open to the secret key alone', async () => {
      const client = await auth.signUp(newEmail())
      const token = (await client.getSession()).data.session?.access_token
      const list = async (headers: Record<string, string>) =>
        (await auth.request('/auth/v1/admin/users', { headers })).status

      expect(await list({})).toBe(401)
      expect(await list({ authorization: `Bearer ${token}` })).toBe(403)
      expect(await list({ apikey: auth.keys.publishableKey })).toBe(403)
      expect(await list({ authorization: `Bearer ${auth.keys.secretKey}` })).toBe(200)
    })

    test('user data that would not fit into a header is refused', async () => {
      const response = await auth.post('/auth/v1/signup', {
        email: newEmail(),
        password: PASSWORD,
        data: { padding: 'x'.repeat(10_000) },
      })

      expect(response.status).toBe(400)
    })
  })
})
