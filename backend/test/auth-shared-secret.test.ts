// GOTRUE_JWT_SECRET allows tokens signed with a shared secret alongside those signed with the key set.

import { SignJWT } from 'jose'
import { describe, expect, test } from 'vitest'
import { createAccessTokens } from '../src/auth/access-tokens.ts'
import { createIdentify } from '../src/http/caller/identify.ts'
import { authOn, SITE_URL, startAuth } from './auth-harness.ts'
import { serviceEngines } from './engines.ts'

const SECRET = 'a secret that is shared and long enough'
const sign = (claims: Record<string, unknown>, secret = SECRET, alg = 'HS256') =>
  new SignJWT(claims).setProtectedHeader({ alg }).sign(new TextEncoder().encode(secret))

describe.each(serviceEngines)('the shared secret on $name', ({ open }) => {
  const auth = authOn(open, () => ({ env: { GOTRUE_JWT_SECRET: SECRET } }))
  const statusOf = async (path: string, token: string, harness = auth) =>
    (await harness.request(`/auth/v1${path}`, { headers: { authorization: `Bearer ${token}` } })).status

  test('only a valid token with the service role opens the admin endpoints', async () => {
    expect(await statusOf('/admin/users', await sign({ role: 'service_role' }))).toBe(200)
    expect(await statusOf('/admin/users', await sign({ role: 'authenticated' }))).toBe(403)
    expect(await statusOf('/admin/users', await sign({ role: 'service_role' }, `${SECRET}!`))).toBe(403)
    expect(await statusOf('/admin/users', await sign({ role: 'service_role', exp: 1 }))).toBe(403)
    expect(await statusOf('/admin/users', await sign({ role: 'service_role' }, SECRET, 'HS512'))).toBe(403)
  })

  test('a user’s token signed with the secret is accepted only if its session exists', async () => {
    const client = await auth.signUp('shared@example.com')
    const { data } = await client.getClaims()

    expect(await statusOf('/user', await sign({ ...data?.claims }))).toBe(200)
    expect(await statusOf('/user', await sign({ ...data?.claims, session_id: undefined }))).toBe(403)
    expect(await statusOf('/user', await sign({ ...data?.claims, sub: 'no-uuid' }))).toBe(400)
  })

  test('tokens signed with a key from the key set still work, and the secret gives no access unless it is configured', async () => {
    const client = await auth.signUp('key-set@example.com')
    const { data } = await client.getSession()
    expect(await statusOf('/user', data.session?.access_token ?? '')).toBe(200)

    const closed = await startAuth(auth.db)
    expect(await statusOf('/admin/users', await sign({ role: 'service_role' }), closed)).toBe(403)
    await closed.close()
  })

  test('REST and storage accept tokens only for the service, visitor and user roles', async () => {
    const { verify } = createAccessTokens(auth.keys, `${SITE_URL}/auth/v1`, SECRET)
    const identify = createIdentify({ ...auth.keys, verifyAccessToken: verify })
    const roleOf = async (role: string) => {
      const token = await sign({ role, sub: crypto.randomUUID() })
      const headers = { apikey: auth.keys.publishableKey, authorization: `Bearer ${token}` }
      return (await identify(new Request(SITE_URL, { headers }))).role
    }

    expect([await roleOf('service_role'), await roleOf('anon'), await roleOf('authenticated')]).toEqual([
      'service_role',
      'anon',
      'authenticated',
    ])
    await expect(roleOf('postgres')).rejects.toThrow('Invalid JWT signature')
  })
})
