// With PKCE, an emailed link returns a code that only the browser that requested it can exchange for a session.

import { AuthClient } from '@supabase/auth-js'
import { beforeEach, describe, expect, test } from 'vitest'
import { connect, newEmail, PASSWORD } from './connect.ts'
import { linkIn } from './mailbox.ts'
import { need, targets } from './target.ts'

describe.each(targets)('PKCE on $name', (target) => {
  const backend = connect(target)
  beforeEach(need(target, 'mail'))

  function browser() {
    const storage = new Map<string, string>()
    return new AuthClient({
      url: `${target.url}/auth/v1`,
      headers: { apikey: target.publishableKey },
      flowType: 'pkce',
      autoRefreshToken: false,
      persistSession: true,
      detectSessionInUrl: false,
      storageKey: 'pkce',
      fetch: (input, init) => {
        const { pathname, search } = new URL(String(input))
        return backend.request(`${pathname}${search}`, init as RequestInit & { headers: Record<string, string> })
      },
      storage: {
        getItem: (key) => storage.get(key) ?? null,
        setItem: (key, value) => void storage.set(key, value),
        removeItem: (key) => void storage.delete(key),
      },
    })
  }
  const follow = async (email: string) => {
    const path = linkIn(await backend.emails.next(email))
    expect(new URL(path, target.url).searchParams.get('token')).toMatch(/^pkce_/)
    const response = await backend.request(path)
    const location = new URL(response.headers.get('location') ?? '')
    expect(location.hash).not.toContain('access_token')
    return location.searchParams.get('code') ?? ''
  }

  test.each([
    ['a sign-in link', (email: string, client: InstanceType<typeof AuthClient>) => client.signInWithOtp({ email })],
    ['a reset link', (email: string, client: InstanceType<typeof AuthClient>) => client.resetPasswordForEmail(email)],
  ])('%s opens a session for the browser that requested it', async (_, request) => {
    const { email, id } = await backend.account()
    const client = browser()
    expect((await request(email, client)).error).toBeNull()

    const { data, error } = await client.exchangeCodeForSession(await follow(email))

    expect(error).toBeNull()
    expect(data.user?.id).toBe(id)
  })

  test('a registration opens a session for the browser that requested it', async () => {
    const email = newEmail()
    const client = browser()
    await client.signUp({ email, password: PASSWORD })

    const { data, error } = await client.exchangeCodeForSession(await follow(email))

    expect(error).toBeNull()
    expect(data.user?.email_confirmed_at).toBeTruthy()
  })

  const exchange = (auth_code: string, code_verifier: string) =>
    backend.post('/auth/v1/token?grant_type=pkce', { auth_code, code_verifier })
  const refusalOf = async (response: Response) =>
    `${response.status} ${((await response.json()) as { code?: string }).code}`

  test('an intercepted code is refused without its verifier', async () => {
    const { email } = await backend.account()
    const client = browser()
    await client.signInWithOtp({ email })
    const code = await follow(email)

    expect(await refusalOf(await exchange(code, 'a'.repeat(56)))).toBe('400 bad_code_verifier')
    expect((await client.exchangeCodeForSession(code)).error).toBeNull()
  })

  test('a code can be used only once', async () => {
    const { email } = await backend.account()
    const verifier = 'v'.repeat(64)
    await backend.post('/auth/v1/otp', { email, code_challenge: verifier, code_challenge_method: 'plain' })
    const code = await follow(email)

    const responses = await Promise.all([exchange(code, verifier), exchange(code, verifier)])

    expect(responses.map(({ status }) => status).sort()).toEqual([200, 404])
  })

  test.each([
    [{ code_challenge: 'c'.repeat(43) }],
    [{ code_challenge_method: 's256' }],
    [{ code_challenge: 'short', code_challenge_method: 's256' }],
    [{ code_challenge: 'c'.repeat(43), code_challenge_method: 'md5' }],
  ])('a request with %j is refused', async (fields) => {
    const response = await backend.post('/auth/v1/otp', { email: newEmail(), ...fields })

    expect(await refusalOf(response)).toBe('400 validation_failed')
  })

  test('an invented code and an empty one are refused', async () => {
    expect(await refusalOf(await exchange('nonsense', 'nonsense'))).toBe('404 flow_state_not_found')
    expect(await refusalOf(await exchange('', 'nonsense'))).toBe('400 validation_failed')
  })
})
