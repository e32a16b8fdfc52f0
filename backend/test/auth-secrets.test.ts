// Tests what the wire tests cannot: tokens signed with the server's own key, stored values and expiry.

import { importJWK, type JWTPayload, SignJWT } from 'jose'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createAccessTokens } from '../src/auth/access-tokens.ts'
import { pruneAuth } from '../src/auth/prune.ts'
import { makeKeys } from '../src/keys/keys.ts'
import { type AuthHarness, authOn, fragmentOf, linkIn, PASSWORD, pathOf, SITE_URL, startAuth } from './auth-harness.ts'
import { serviceEngines } from './engines.ts'

describe.each(serviceEngines)('auth secrets on $name', ({ open }) => {
  const auth = authOn(open)
  let customers = 0
  let email: string
  beforeEach(() => {
    customers += 1
    email = `customer-${customers}@example.com`
  })

  describe('access tokens', () => {
    let payload: JWTPayload
    let genuine: string
    const userStatus = async (token: string) => {
      const response = await auth.request('/auth/v1/user', {
        headers: { authorization: `Bearer ${token}`, 'x-supabase-api-version': '2024-01-01' },
      })
      return `${response.status} ${((await response.json()) as { code?: string }).code ?? ''}`.trim()
    }
    const sign = async (claims: JWTPayload) =>
      new SignJWT(claims)
        .setProtectedHeader({ alg: 'ES256', kid: auth.keys.signing.kid })
        .sign(await importJWK(auth.keys.signing.privateJwk, 'ES256'))

    beforeAll(async () => {
      const client = await auth.signUp('tokens@example.com')
      genuine = (await client.getSession()).data.session?.access_token ?? ''
      payload = JSON.parse(Buffer.from(genuine.split('.')[1] ?? '', 'base64url').toString()) as JWTPayload
    })

    test('a token signed with the server’s key is accepted', async () => {
      expect(await userStatus(await sign(payload))).toBe('200')
    })

    test('a token signed with the HMAC secret is refused', async () => {
      const token = await new SignJWT(payload)
        .setProtectedHeader({ alg: 'HS256', kid: auth.keys.signing.kid })
        .sign(Buffer.from(auth.keys.hmacSecret))

      expect(await userStatus(token)).toBe('403 bad_jwt')
    })

    test.each([
      ['an expired token', { exp: 1_700_000_000 }],
      ['a token from another issuer', { iss: 'https://elsewhere.example/auth/v1' }],
      ['a token for another audience', { aud: 'someone-else' }],
      ['a token without an expiry', { exp: undefined }],
      ['a token without a session', { session_id: undefined }],
    ])('%s is refused even though it is signed with the right key', async (_, change) => {
      expect(await userStatus(await sign({ ...payload, ...change }))).toBe('403 bad_jwt')
    })

    test('a token with another user’s session is refused', async () => {
      const other = await auth.signUp('other-session@example.com')
      const { data } = await other.getClaims()

      const token = await sign({ ...payload, session_id: data?.claims.session_id })

      expect(await userStatus(token)).toBe('403 session_not_found')
    })

    test('tokens signed with a retired key stay valid, and new tokens are signed with the new key', async () => {
      const before = createAccessTokens(auth.keys, `${SITE_URL}/auth/v1`)
      const fresh = await makeKeys()
      const after = createAccessTokens({ ...fresh, retired: [auth.keys.signing.publicJwk] }, `${SITE_URL}/auth/v1`)

      expect(await after.verify(genuine)).toMatchObject({ email: 'tokens@example.com' })
      const claims = await before.verify(genuine)
      const { token } = await after.issue(claims)
      await expect(before.verify(token)).rejects.toThrow()
      expect(after.publicKeys().map(({ kid }) => kid)).toEqual([fresh.signing.kid, auth.keys.signing.kid])
    })
  })

  describe('links', () => {
    const newLink = async () => {
      await auth.client().signUp({ email, password: PASSWORD })
      return linkIn(await auth.mailTo(email))
    }
    const errorOf = async (link: string) => fragmentOf(await auth.request(pathOf(link))).get('error_code')

    test('a link expires after 24 hours', async () => {
      const link = await newLink()
      await auth.db.query(`update auth.one_time_tokens set created_at = created_at - interval '25 hours'`)

      expect(await errorOf(link)).toBe('otp_expired')
    })

    test('a link is invalid once the account has another address', async () => {
      const link = await newLink()
      await auth.db.query('update auth.users set email = $2 where email = $1', [email, `moved-${email}`])

      expect(await errorOf(link)).toBe('otp_expired')
    })

    test('the token in a link is not stored in plain text', async () => {
      const token = new URL(await newLink()).searchParams.get('token')

      const { rows } = await auth.db.query('select token_hash from auth.one_time_tokens')
      const { rows: outbox } = await auth.db.query('select data from public.email_outbox')

      expect(JSON.stringify([rows, outbox])).not.toContain(token)
    })

    test('signing up with a taken address queues no email', async () => {
      await auth.signUp(email)
      await auth.db.query('delete from public.email_outbox')

      await auth.client().signUp({ email, password: 'another password' })

      expect((await auth.db.query('select from public.email_outbox')).rowCount).toBe(0)
    })
  })

  describe('refresh tokens', () => {
    test('a refresh token is not stored in plain text', async () => {
      const client = await auth.signUp(email)

      const { data } = await client.refreshSession()

      const { rows } = await auth.db.query<{ token: string }>('select token from auth.refresh_tokens')
      expect(data.session?.refresh_token).toBeTruthy()
      expect(rows.map(({ token }) => token)).not.toContain(data.session?.refresh_token)
    })

    test('reusing a refresh token after the grace period ends the session', async () => {
      const client = await auth.signUp(email)
      const stolen = (await client.getSession()).data.session?.refresh_token
      await client.refreshSession()
      await auth.db.query(`update auth.refresh_tokens set updated_at = updated_at - interval '1 minute' where revoked`)

      const reuse = await auth.post('/auth/v1/token?grant_type=refresh_token', { refresh_token: stolen })

      expect(reuse.status).toBe(400)
      expect(await reuse.json()).toMatchObject({ code: 'refresh_token_already_used' })
      expect((await client.refreshSession()).error).toMatchObject({ code: 'refresh_token_not_found' })
      expect((await client.getUser()).error).toBeTruthy()
    })

    test('pruning removes old revoked tokens and keeps valid ones', async () => {
      const client = await auth.signUp(email)
      await client.refreshSession()
      await auth.db.query(`update auth.refresh_tokens set updated_at = now() - interval '31 days' where revoked`)

      await pruneAuth(auth.db)

      expect((await auth.db.query('select from auth.refresh_tokens where revoked')).rowCount).toBe(0)
      expect((await client.refreshSession()).error).toBeNull()
    })
  })

  test('signing in to an unknown account takes as much hashing work as entering a wrong password', async () => {
    await auth.signUp(email)
    const workFor = async (address: string) => {
      const before = auth.verifications
      await auth.post('/auth/v1/token?grant_type=password', { email: address, password: 'wrong' })
      return auth.verifications - before
    }

    expect(await workFor(email)).toBe(1)
    expect(await workFor('unknown@example.com')).toBe(1)
  })

  test('processes on one PostgreSQL share the rate limits', async () => {
    const another = await startAuth(auth.db)
    const signIn = (harness: AuthHarness) =>
      harness.post('/auth/v1/token?grant_type=password', { email: 'shared@example.com', password: 'guess' })
    for (let count = 0; count < 10; count += 1) await signIn(count % 2 ? auth : another)

    const statuses = [(await signIn(auth)).status, (await signIn(another)).status]

    // The embedded engine runs in one process, so attempts are counted in memory.
    expect(statuses).toEqual(auth.db.engine === 'postgres' ? [429, 429] : [400, 400])
    await another.close()
  })
})
