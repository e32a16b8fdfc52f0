import { generateKeyPairSync } from 'node:crypto'
import { type JWK, type JWTPayload, SignJWT, UnsecuredJWT } from 'jose'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { connect, newEmail, newNetwork, PASSWORD } from './connect.ts'
import { fragmentOf, linkIn } from './mailbox.ts'
import { need, targets } from './target.ts'

describe.each(targets)('attacks on $name', (target) => {
  const backend = connect(target)
  const { siteUrl } = target

  describe('access tokens', () => {
    let payload: JWTPayload
    let genuine: string
    let publicJwk: JWK
    const userStatus = async (token: string) => {
      const response = await backend.request('/auth/v1/user', {
        headers: { authorization: `Bearer ${token}`, 'x-supabase-api-version': '2024-01-01' },
      })
      return `${response.status} ${((await response.json()) as { code?: string }).code ?? ''}`.trim()
    }

    beforeAll(async () => {
      genuine = (await backend.account()).token
      payload = JSON.parse(Buffer.from(genuine.split('.')[1] ?? '', 'base64url').toString()) as JWTPayload
      const keySet = (await (await backend.request('/auth/v1/.well-known/jwks.json')).json()) as { keys: JWK[] }
      publicJwk = keySet.keys[0] ?? {}
    })

    test('a genuine token is accepted', async () => {
      expect(await userStatus(genuine)).toBe('200')
    })

    test('an unsigned token is refused', async () => {
      expect(await userStatus(new UnsecuredJWT(payload).encode())).toBe('403 bad_jwt')
    })

    test.each(['the key as JSON', 'the x coordinate of the key'])(
      'a token signed with %s as a shared secret is refused',
      async (name) => {
        const secret = name === 'the key as JSON' ? JSON.stringify(publicJwk) : (publicJwk.x ?? '')
        const token = await new SignJWT(payload)
          .setProtectedHeader({ alg: 'HS256', kid: publicJwk.kid })
          .sign(Buffer.from(secret))

        expect(await userStatus(token)).toBe('403 bad_jwt')
      },
    )

    test('a token signed with another key is refused, even if its header includes that key', async () => {
      const pair = generateKeyPairSync('ec', { namedCurve: 'P-256' })
      const jwk = pair.publicKey.export({ format: 'jwk' })
      const token = await new SignJWT(payload)
        .setProtectedHeader({ alg: 'ES256', kid: publicJwk.kid, jwk: jwk as Record<string, string> })
        .sign(pair.privateKey)

      expect(await userStatus(token)).toBe('403 bad_jwt')
    })

    test('a token with a changed payload is refused', async () => {
      const [header, , signature] = genuine.split('.')
      const changed = Buffer.from(JSON.stringify({ ...payload, role: 'service_role' })).toString('base64url')

      expect(await userStatus(`${header}.${changed}.${signature}`)).toBe('403 bad_jwt')
    })
  })

  describe('links', () => {
    beforeEach(need(target, 'mail'))

    const linkFor = async (email: string) => {
      await backend.auth().signUp({ email, password: PASSWORD })
      return linkIn(await backend.emails.next(email))
    }

    test('a link can be used only once', async () => {
      const path = await linkFor(newEmail())

      const first = fragmentOf(await backend.request(path))
      const second = await backend.request(path)

      expect(first.get('access_token')).toBeTruthy()
      expect(second.status).toBe(303)
      expect(Object.fromEntries(fragmentOf(second))).toMatchObject({
        error: 'access_denied',
        error_code: 'otp_expired',
      })
    })

    test('two parallel requests with one link open one session', async () => {
      const path = await linkFor(newEmail())

      const responses = await Promise.all([backend.request(path), backend.request(path)])

      expect(responses.filter((response) => fragmentOf(response).has('access_token'))).toHaveLength(1)
    })

    test('a HEAD request does not use up a link', async () => {
      const path = await linkFor(newEmail())

      const head = await backend.request(path, { method: 'HEAD' })

      expect(head.headers.get('location')).toBeNull()
      expect(fragmentOf(await backend.request(path)).get('access_token')).toBeTruthy()
    })

    test('a link of one type cannot be used as a link of another type', async () => {
      const path = (await linkFor(newEmail())).replace('type=signup', 'type=recovery')

      expect(fragmentOf(await backend.request(path)).get('error_code')).toBe('otp_expired')
    })

    const { protocol, host, hostname } = new URL(siteUrl)
    test.each([
      'https://evil.example/',
      '//evil.example',
      `${protocol}//${host}@evil.example/`,
      `${protocol}//${hostname}.evil.example/`,
      `${protocol === 'http:' ? 'https' : 'http'}://${host}/`,
      `${protocol}//${hostname}:8443/`,
      'javascript:alert(1)',
      'http://127.0.0.1:9999/',
      '\\\\evil.example',
      'https:/\\evil.example',
    ])('a link does not redirect to %s', async (to) => {
      const email = newEmail()
      await backend.post(`/auth/v1/signup?redirect_to=${encodeURIComponent(to)}`, { email, password: PASSWORD })
      const link = new URL(linkIn(await backend.emails.next(email)), target.url)
      expect(new URL(link.searchParams.get('redirect_to') ?? '').origin).toBe(siteUrl)

      link.searchParams.set('redirect_to', to)
      const response = await backend.request(`${link.pathname}${link.search}`)

      expect(new URL(response.headers.get('location') ?? '').origin).toBe(siteUrl)
    })

    test('a link does not redirect to a foreign referer', async () => {
      const link = new URL(await linkFor(newEmail()), target.url)
      link.searchParams.delete('redirect_to')

      const response = await backend.request(`${link.pathname}${link.search}`, {
        headers: { referer: 'https://evil.example/' },
      })

      expect(new URL(response.headers.get('location') ?? '').origin).toBe(siteUrl)
    })
  })

  describe('email injection', () => {
    test.each([
      'victim@example.com\r\nBcc: everyone@example.com',
      'victim@example.com, everyone@example.com',
      'Someone <victim@example.com>',
      'victim@example.com%0aBcc:everyone@example.com',
    ])('%j is refused as an email address', async (email) => {
      const signUp = await backend.post('/auth/v1/signup', { email, password: PASSWORD })
      const recover = await backend.post('/auth/v1/recover', { email })

      expect([signUp.status, recover.status]).toEqual([400, 400])
    })

    describe('through a name', () => {
      beforeEach(need(target, 'mail'))

      test('line breaks and markup in a name do not reach the headers or body of an email', async () => {
        const email = newEmail()
        const everyone = newEmail('everyone')
        const name = `Eve\r\nBcc: ${everyone}\r\n\r\n<script>alert(1)</script>`
        await backend.auth().signUp({ email, password: PASSWORD, options: { data: { first_name: name } } })

        const mail = await backend.emails.next(email)

        expect(mail.bcc).toBeUndefined()
        expect(mail.headers.filter(({ key }) => key === 'bcc')).toEqual([])
        expect(`${mail.html}${mail.text}`).not.toContain('alert(1)')
        expect(await backend.emails.to(everyone)).toEqual([])
      })
    })
  })

  describe('brute force', () => {
    beforeEach(need(target, 'our rules'))

    let from: string
    beforeEach(() => {
      from = `${newNetwork()}::1`
    })
    const signIn = (email: string, password: string) =>
      backend.post('/auth/v1/token?grant_type=password', { email, password }, { from })

    test('failed attempts on an unknown account are also limited', async () => {
      const email = newEmail()
      const statuses: number[] = []
      for (let attempt = 0; attempt < 11; attempt += 1) statuses.push((await signIn(email, 'a guess')).status)

      expect(statuses).toEqual([...Array(10).fill(400), 429])
    })

    test('parallel attempts cannot exceed the limit on failed attempts', async () => {
      const email = newEmail()

      const responses = await Promise.all(Array.from({ length: 30 }, (_, n) => signIn(email, `guess ${n}`)))

      expect(responses.filter(({ status }) => status === 400)).toHaveLength(10)
    })

    test('a customer who signs in 15 times is not refused', async () => {
      const { email } = await backend.account()

      for (let time = 0; time < 15; time += 1) expect((await signIn(email, PASSWORD)).status).toBe(200)
    })

    test('one network cannot try more than 60 accounts', async () => {
      const responses: { status: number }[] = []
      // These are sent ten at a time because one network may not have more requests in flight.
      for (const parallel of [10, 10, 10, 10, 10, 10, 1])
        responses.push(
          ...(await Promise.all(Array.from({ length: parallel }, () => signIn(newEmail('spray'), 'Password1')))),
        )

      expect(responses.map(({ status }) => status)).toEqual([...Array(60).fill(400), 429])
    })

    test('one network cannot try more than 30 link tokens', async () => {
      const verify = () => backend.post('/auth/v1/verify', { type: 'recovery', token_hash: 'guess' }, { from })
      const responses = await Promise.all(Array.from({ length: 31 }, verify))

      expect(responses.filter(({ status }) => status === 429)).toHaveLength(1)
    })
  })

  describe('account enumeration', () => {
    test('an unknown account and a wrong password get the same response', async () => {
      const { email } = await backend.account()
      const signIn = async (address: string) => {
        const credentials = { email: address, password: 'wrong' }
        const response = await backend.post('/auth/v1/token?grant_type=password', credentials)
        return { status: response.status, body: await response.json() }
      }

      expect(await signIn(newEmail('unknown'))).toEqual(await signIn(email))
    })

    const MAIL_REQUESTS: [endpoint: string, body: object][] = [
      ['recover', {}],
      ['resend', { type: 'signup' }],
    ]

    test.each(MAIL_REQUESTS)('%s sends the same response for known and unknown addresses', async (endpoint, body) => {
      const known = newEmail()
      await backend.admin.createUser({ email: known, password: PASSWORD })
      const call = async (email: string) => {
        const response = await backend.post(`/auth/v1/${endpoint}`, { ...body, email })
        const { date: _, 'x-request-id': __, ...sent } = Object.fromEntries(response.headers)
        // Other backends' gateways number their responses.
        const headers = target.isOurs ? sent : Object.keys(sent)
        return { status: response.status, headers, body: await response.text() }
      }

      expect(await call(known)).toEqual(await call(newEmail('unknown')))
    })

    test.each(MAIL_REQUESTS)('unknown addresses also count towards the email limit for %s', async (endpoint, body) => {
      const known = newEmail()
      const unknown = newEmail('unknown')
      await backend.admin.createUser({ email: known, password: PASSWORD })
      const call = (email: string) => backend.post(`/auth/v1/${endpoint}`, { ...body, email })
      expect((await call(known)).status).toBe(200)
      expect((await call(unknown)).status).toBe(200)

      const responses = [await call(known), await call(unknown)]

      for (const response of responses) {
        expect(response.status).toBe(429)
        expect(await response.json()).toMatchObject({ code: 'over_email_send_rate_limit' })
        if (target.isOurs) expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(0)
      }
    })
  })

  describe('privilege escalation', () => {
    test('a user cannot get a role through user metadata', async () => {
      const { client } = await backend.account()

      const { data } = await client.updateUser({ data: { role: 'admin', app_metadata: { role: 'admin' } } })
      const { data: refreshed } = await client.refreshSession()

      expect(data.user?.role).toBe('authenticated')
      expect(refreshed.user?.app_metadata).toEqual({ provider: 'email', providers: ['email'] })
    })

    test('a user cannot change app metadata', async () => {
      const response = await backend.request('/auth/v1/user', {
        method: 'PUT',
        as: await backend.account(),
        body: JSON.stringify({ app_metadata: { role: 'admin' } }),
        headers: { 'content-type': 'application/json' },
      })

      expect(response.status).toBe(403)
      expect(await response.json()).toMatchObject({ error_code: 'not_admin' })
    })

    test('only the secret key opens the admin endpoints', async () => {
      const { token } = await backend.account()
      const list = async (headers: Record<string, string>) =>
        (await fetch(`${target.url}/auth/v1/admin/users`, { headers })).status

      expect(await list({})).toBe(401)
      expect(await list({ apikey: target.publishableKey, authorization: `Bearer ${token}` })).toBe(403)
      expect(await list({ apikey: target.publishableKey })).toBe(403)
      expect(await list({ apikey: target.secretKey, authorization: `Bearer ${target.secretKey}` })).toBe(200)
    })

    test('user data that is too large for a header is refused', async () => {
      const response = await backend.post('/auth/v1/signup', {
        email: newEmail(),
        password: PASSWORD,
        data: { padding: 'x'.repeat(10_000) },
      })

      expect(response.status).toBe(400)
    })
  })
})
