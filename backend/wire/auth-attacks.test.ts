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

    test.each(['the key as JSON', 'its x coordinate'])(
      'a token signed with %s as a shared secret is refused',
      async (name) => {
        const secret = name === 'the key as JSON' ? JSON.stringify(publicJwk) : (publicJwk.x ?? '')
        const token = await new SignJWT(payload)
          .setProtectedHeader({ alg: 'HS256', kid: publicJwk.kid })
          .sign(Buffer.from(secret))

        expect(await userStatus(token)).toBe('403 bad_jwt')
      },
    )

    test('a token of another key is refused, even if it brings that key along', async () => {
      const pair = generateKeyPairSync('ec', { namedCurve: 'P-256' })
      const jwk = pair.publicKey.export({ format: 'jwk' })
      const token = await new SignJWT(payload)
        .setProtectedHeader({ alg: 'ES256', kid: publicJwk.kid, jwk: jwk as Record<string, string> })
        .sign(pair.privateKey)

      expect(await userStatus(token)).toBe('403 bad_jwt')
    })

    test('a changed payload is refused', async () => {
      const [header, , signature] = genuine.split('.')
      const changed = Buffer.from(JSON.stringify({ ...payload, role: 'service_role' })).toString('base64url')

      expect(await userStatus(`${header}.${changed}.${signature}`)).toBe('403 bad_jwt')
    })
  })

  describe('links', () => {
    beforeEach(need(target, 'mail'))

    const linkFor = async (email: string) => {
      await backend.auth().signUp({ email, password: PASSWORD })
      return linkIn(await backend.mails.next(email))
    }

    test('a link works once', async () => {
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

    test('two requests with one link at once open one session', async () => {
      const path = await linkFor(newEmail())

      const answers = await Promise.all([backend.request(path), backend.request(path)])

      expect(answers.filter((answer) => fragmentOf(answer).has('access_token'))).toHaveLength(1)
    })

    test('asking for its head does not use a link up', async () => {
      const path = await linkFor(newEmail())

      const head = await backend.request(path, { method: 'HEAD' })

      expect(head.headers.get('location')).toBeNull()
      expect(fragmentOf(await backend.request(path)).get('access_token')).toBeTruthy()
    })

    test('a link of one kind is no good as another', async () => {
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
    ])('a link does not lead to %s', async (to) => {
      const email = newEmail()
      await backend.post(`/auth/v1/signup?redirect_to=${encodeURIComponent(to)}`, { email, password: PASSWORD })
      const link = new URL(linkIn(await backend.mails.next(email)), target.url)
      expect(new URL(link.searchParams.get('redirect_to') ?? '').origin).toBe(siteUrl)

      link.searchParams.set('redirect_to', to)
      const response = await backend.request(`${link.pathname}${link.search}`)

      expect(new URL(response.headers.get('location') ?? '').origin).toBe(siteUrl)
    })

    test('a referer elsewhere is no way out either', async () => {
      const link = new URL(await linkFor(newEmail()), target.url)
      link.searchParams.delete('redirect_to')

      const response = await backend.request(`${link.pathname}${link.search}`, {
        headers: { referer: 'https://evil.example/' },
      })

      expect(new URL(response.headers.get('location') ?? '').origin).toBe(siteUrl)
    })
  })

  describe('mail injection', () => {
    test.each([
      'victim@example.com\r\nBcc: everyone@example.com',
      'victim@example.com, everyone@example.com',
      'Someone <victim@example.com>',
      'victim@example.com%0aBcc:everyone@example.com',
    ])('%j is no address', async (email) => {
      const signUp = await backend.post('/auth/v1/signup', { email, password: PASSWORD })
      const recover = await backend.post('/auth/v1/recover', { email })

      expect([signUp.status, recover.status]).toEqual([400, 400])
    })

    describe('by name', () => {
      beforeEach(need(target, 'mail'))

      test('line breaks and markup in a name reach neither headers nor the body', async () => {
        const email = newEmail()
        const everyone = newEmail('everyone')
        const name = `Eve\r\nBcc: ${everyone}\r\n\r\n<script>alert(1)</script>`
        await backend.auth().signUp({ email, password: PASSWORD, options: { data: { first_name: name } } })

        const mail = await backend.mails.next(email)

        expect(mail.bcc).toBeUndefined()
        expect(mail.headers.filter(({ key }) => key === 'bcc')).toEqual([])
        expect(`${mail.html}${mail.text}`).not.toContain('alert(1)')
        expect(await backend.mails.to(everyone)).toEqual([])
      })
    })
  })

  describe('guessing', () => {
    beforeEach(need(target, 'our rules'))

    let from: string
    beforeEach(() => {
      from = `${newNetwork()}::1`
    })
    const signIn = (email: string, password: string) =>
      backend.post('/auth/v1/token?grant_type=password', { email, password }, { from })

    test('the limit does not tell whether the account exists', async () => {
      const email = newEmail()
      const answers: number[] = []
      for (let guess = 0; guess < 11; guess += 1) answers.push((await signIn(email, 'a guess')).status)

      expect(answers).toEqual([...Array(10).fill(400), 429])
    })

    test('many guesses at once do not slip through', async () => {
      const email = newEmail()

      const answers = await Promise.all(Array.from({ length: 30 }, (_, guess) => signIn(email, `guess ${guess}`)))

      expect(answers.filter(({ status }) => status === 400)).toHaveLength(10)
    })

    test('a customer who signs in often is not refused', async () => {
      const { email } = await backend.account()

      for (let time = 0; time < 15; time += 1) expect((await signIn(email, PASSWORD)).status).toBe(200)
    })

    test('one address cannot try many accounts', async () => {
      const answers: { status: number }[] = []
      // As many at once as one network may have under way on a busy machine, too.
      for (const together of [10, 10, 10, 10, 10, 10, 1])
        answers.push(
          ...(await Promise.all(Array.from({ length: together }, () => signIn(newEmail('spray'), 'Password1')))),
        )

      expect(answers.map(({ status }) => status)).toEqual([...Array(60).fill(400), 429])
    })

    test('link tokens cannot be guessed at speed', async () => {
      const guess = () => backend.post('/auth/v1/verify', { type: 'recovery', token_hash: 'guess' }, { from })
      const answers = await Promise.all(Array.from({ length: 31 }, guess))

      expect(answers.filter(({ status }) => status === 429)).toHaveLength(1)
    })
  })

  describe('asking who has an account', () => {
    test('sign-in answers alike for an unknown account and a wrong password', async () => {
      const { email } = await backend.account()
      const ask = async (address: string) => {
        const credentials = { email: address, password: 'wrong' }
        const response = await backend.post('/auth/v1/token?grant_type=password', credentials)
        return { status: response.status, body: await response.json() }
      }

      expect(await ask(newEmail('nobody'))).toEqual(await ask(email))
    })

    const MAIL_REQUESTS: [endpoint: string, body: object][] = [
      ['recover', {}],
      ['resend', { type: 'signup' }],
    ]

    test.each(MAIL_REQUESTS)('%s answers alike for a known and an unknown address', async (endpoint, body) => {
      const known = newEmail()
      await backend.admin.createUser({ email: known, password: PASSWORD })
      const ask = async (email: string) => {
        const response = await backend.post(`/auth/v1/${endpoint}`, { ...body, email })
        const { date: _, 'x-request-id': __, ...sent } = Object.fromEntries(response.headers)
        // Gateways in front of others number their answers.
        const headers = target.isOurs ? sent : Object.keys(sent)
        return { status: response.status, headers, body: await response.text() }
      }

      expect(await ask(known)).toEqual(await ask(newEmail('nobody')))
    })

    test.each(MAIL_REQUESTS)('the limit on mails by %s counts unknown addresses, too', async (endpoint, body) => {
      const known = newEmail()
      const unknown = newEmail('nobody')
      await backend.admin.createUser({ email: known, password: PASSWORD })
      const ask = (email: string) => backend.post(`/auth/v1/${endpoint}`, { ...body, email })
      expect((await ask(known)).status).toBe(200)
      expect((await ask(unknown)).status).toBe(200)

      const answers = [await ask(known), await ask(unknown)]

      for (const answer of answers) {
        expect(answer.status).toBe(429)
        expect(await answer.json()).toMatchObject({ code: 'over_email_send_rate_limit' })
        if (target.isOurs) expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0)
      }
    })
  })

  describe('rising above one’s station', () => {
    test('metadata gives nobody a role', async () => {
      const { client } = await backend.account()

      const { data } = await client.updateUser({ data: { role: 'admin', app_metadata: { role: 'admin' } } })
      const { data: refreshed } = await client.refreshSession()

      expect(data.user?.role).toBe('authenticated')
      expect(refreshed.user?.app_metadata).toEqual({ provider: 'email', providers: ['email'] })
    })

    test('app metadata is not for users', async () => {
      const response = await backend.request('/auth/v1/user', {
        method: 'PUT',
        as: await backend.account(),
        body: JSON.stringify({ app_metadata: { role: 'admin' } }),
        headers: { 'content-type': 'application/json' },
      })

      expect(response.status).toBe(403)
      expect(await response.json()).toMatchObject({ error_code: 'not_admin' })
    })

    test('the admin endpoints open to the secret key alone', async () => {
      const { token } = await backend.account()
      const list = async (headers: Record<string, string>) =>
        (await fetch(`${target.url}/auth/v1/admin/users`, { headers })).status

      expect(await list({})).toBe(401)
      expect(await list({ apikey: target.publishableKey, authorization: `Bearer ${token}` })).toBe(403)
      expect(await list({ apikey: target.publishableKey })).toBe(403)
      expect(await list({ apikey: target.secretKey, authorization: `Bearer ${target.secretKey}` })).toBe(200)
    })

    test('user data that would not fit into a header is refused', async () => {
      const response = await backend.post('/auth/v1/signup', {
        email: newEmail(),
        password: PASSWORD,
        data: { padding: 'x'.repeat(10_000) },
      })

      expect(response.status).toBe(400)
    })
  })
})
