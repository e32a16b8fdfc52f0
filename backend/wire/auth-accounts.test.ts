// What happens to an account that someone else also wants: its password, its links, its mails.

import { AuthWeakPasswordError } from '@supabase/auth-js'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createAdminThroughServer } from '../src/auth/create-admin-through-server.ts'
import { createAdmin } from '../src/auth/first-admin.ts'
import type { Database } from '../src/db/database.ts'
import {
  type AuthHarness,
  fragmentOf,
  linkIn,
  PASSWORD,
  pageIn,
  pathOf,
  SITE_URL,
  startAuth,
} from '../test/auth-harness.ts'
import { engines } from '../test/engines.ts'

describe.each(engines)('accounts on $name', ({ open }) => {
  let db: Database
  let auth: AuthHarness
  let people = 0
  let email: string

  beforeAll(async () => {
    db = await open()
    auth = await startAuth(db)
  })
  afterAll(async () => {
    await auth.close()
    await db.close()
  })
  beforeEach(() => {
    people += 1
    email = `person-${people}@example.com`
  })

  /** Its mail, if there is one, arrives before the next is sent. */
  const signUp = async (password: string, harness = auth) => {
    const answer = await harness.client().signUp({ email, password })
    await auth.mailTo(email).catch(() => null)
    return answer
  }
  const newestToken = async () => pageIn(await auth.mailTo(email)).searchParams.get('token_hash') ?? ''
  const canSignIn = async (password: string) =>
    (await auth.client().signInWithPassword({ email, password })).error === null
  const confirm = async (token_hash: string) => {
    const client = auth.client()
    const { data, error } = await client.verifyOtp({ type: 'signup', token_hash })
    return { client, error, mustSetPassword: data.user?.app_metadata.must_set_password as unknown }
  }

  describe('an address that is registered twice', () => {
    test.each([
      ['the stranger first', ['stranger knows it', 'typed by the owner']],
      ['the owner first', ['typed by the owner', 'stranger knows it']],
    ])('%s: neither password is good, and the link asks for a new one', async (_, [first = '', second = '']) => {
      await signUp(first)
      await signUp(second)

      const { client, error, mustSetPassword } = await confirm(await newestToken())

      expect(error).toBeNull()
      expect(mustSetPassword).toBe('void')
      expect([await canSignIn(first), await canSignIn(second)]).toEqual([false, false])
      const { data } = await client.updateUser({ password: 'chosen after the mail' })
      expect(data.user?.app_metadata).toEqual({ provider: 'email', providers: ['email'] })
      expect(await canSignIn('chosen after the mail')).toBe(true)
    })

    test('the link of the first mail is void after the second registration', async () => {
      await signUp('stranger knows it')
      const first = await newestToken()
      await signUp('typed by the owner')

      expect((await confirm(first)).error).toMatchObject({ code: 'otp_expired' })
    })

    test('a second registration counts though its mail has to wait', async () => {
      const strict = await startAuth(db, { realLimits: true })
      await signUp('stranger knows it', strict)
      const first = await newestToken()

      const { error } = await signUp('typed by the owner', strict)

      expect(error).toMatchObject({ code: 'over_email_send_rate_limit', status: 429 })
      expect((await confirm(first)).mustSetPassword).toBe('void')
      expect(await canSignIn('stranger knows it')).toBe(false)
      await strict.close()
    })

    test('two registrations at once leave neither password good', async () => {
      await Promise.all([signUp('stranger knows it'), signUp('typed by the owner')])
      const tokens = auth.mailServer.to(email).map((mail) => pageIn(mail).searchParams.get('token_hash') ?? '')

      const states = await Promise.all(tokens.map(async (token) => (await confirm(token)).mustSetPassword))

      expect(states.filter(Boolean)).toEqual(['void'])
      expect([await canSignIn('stranger knows it'), await canSignIn('typed by the owner')]).toEqual([false, false])
    })

    test('the same person with the same password goes on as before', async () => {
      await signUp(PASSWORD)
      await signUp(PASSWORD)

      expect((await confirm(await newestToken())).mustSetPassword).toBeUndefined()
      expect(await canSignIn(PASSWORD)).toBe(true)
    })

    test('a third registration does not bring a password back', async () => {
      await signUp('typed by the owner')
      await signUp('stranger knows it')
      await signUp('stranger knows it')

      expect((await confirm(await newestToken())).mustSetPassword).toBe('void')
      expect(await canSignIn('stranger knows it')).toBe(false)
    })

    test('who registers does not learn whether the passwords agree', async () => {
      await signUp('typed by the owner')

      const same = await signUp('typed by the owner')
      const other = await signUp('stranger knows it')

      expect(other.data.user?.app_metadata).toEqual(same.data.user?.app_metadata)
    })

    test('a confirmed account is left alone', async () => {
      await auth.signUp(email)

      await signUp('stranger knows it')

      expect([await canSignIn(PASSWORD), await canSignIn('stranger knows it')]).toEqual([true, false])
    })
  })

  describe('links', () => {
    test('a mail leads to a page of the site, which no GET can use up', async () => {
      await signUp(PASSWORD)

      const page = pageIn(await auth.mailTo(email))

      expect(page.href).toMatch(
        new RegExp(`^${SITE_URL}/auth/confirm\\?token_hash=[\\w-]{43}&type=signup&redirect_to=`),
      )
    })

    test('a reset leads there, too, and back to the form', async () => {
      await auth.signUp(email)
      await auth.client().resetPasswordForEmail(email, { redirectTo: `${SITE_URL}/auth?type=recovery` })

      const { pathname, searchParams } = pageIn(await auth.mailTo(email))

      expect(pathname).toBe('/auth/confirm')
      expect(searchParams.get('type')).toBe('recovery')
      expect(searchParams.get('redirect_to')).toBe(`${SITE_URL}/auth?type=recovery`)
    })

    test('GET /verify stays for clients that follow links themselves', async () => {
      await signUp(PASSWORD)

      const response = await auth.request(pathOf(linkIn(await auth.mailTo(email))))

      expect(response.status).toBe(303)
      expect(fragmentOf(response).get('type')).toBe('signup')
    })

    test('a used link is told from one that never was or is too old', async () => {
      await signUp(PASSWORD)
      const token = await newestToken()
      await confirm(token)

      const used = await confirm(token)
      const unknown = await confirm('x'.repeat(43))

      expect(used.error).toMatchObject({ code: 'otp_expired', message: 'Email link has already been used' })
      expect(unknown.error).toMatchObject({ code: 'otp_expired', message: 'Email link is invalid or has expired' })
    })
  })

  describe('the pause between mails', () => {
    let strict: AuthHarness
    beforeAll(async () => {
      strict = await startAuth(db, { realLimits: true })
    })
    afterAll(() => strict.close())

    test('confirming and then resetting within a minute works', async () => {
      await signUp(PASSWORD, strict)
      await confirm(await newestToken())

      const { error } = await strict.client().resetPasswordForEmail(email)

      expect(error).toBeNull()
      expect(pageIn(await auth.mailTo(email)).searchParams.get('type')).toBe('recovery')
    })

    test('signing up an address that is taken is answered at once, every time', async () => {
      await signUp(PASSWORD, strict)
      await confirm(await newestToken())

      for (let time = 0; time < 3; time += 1) {
        const { data, error } = await signUp(PASSWORD, strict)
        expect(error).toBeNull()
        expect(data.user?.identities).toEqual([])
      }
    })

    test('a second mail of the same kind waits', async () => {
      await signUp(PASSWORD, strict)

      const again = await strict.client().resend({ type: 'signup', email })
      const reset = await strict.client().resetPasswordForEmail(email)
      const resetAgain = await strict.client().resetPasswordForEmail(email)

      expect(again.error).toMatchObject({ code: 'over_email_send_rate_limit', status: 429 })
      expect(reset.error).toBeNull()
      expect(resetAgain.error).toMatchObject({ code: 'over_email_send_rate_limit', status: 429 })
    })
  })

  describe('passwords that strangers try first', () => {
    test.each(['password', 'Password1!', 'person', 'Cars2024!'])('%j is refused at sign-up', async (password) => {
      await db.query(
        `insert into public.config (key, value) values ('COMPANY_NAME', 'Cars') on conflict (key) do update set value = 'Cars'`,
      )

      const { error } = await signUp(password)

      expect(error).toBeInstanceOf(AuthWeakPasswordError)
      expect(error).toMatchObject({ status: 422, code: 'weak_password', reasons: ['pwned'] })
    })

    test('and when it is changed or reset, and by the service', async () => {
      const client = await auth.signUp(email)
      const { data } = await client.getUser()

      const changed = await client.updateUser({ password: 'Password1!' })
      const byService = await auth.adminClient().updateUserById(data.user?.id ?? '', { password: 'qwerty123' })

      expect(changed.error).toMatchObject({ code: 'weak_password', status: 422 })
      expect(byService.error).toMatchObject({ code: 'weak_password', status: 422 })
      expect(await canSignIn(PASSWORD)).toBe(true)
    })
  })

  describe('an admin whose password was printed', () => {
    const stateAfterSignIn = async (password: string) =>
      (await auth.client().signInWithPassword({ email, password })).data.user?.app_metadata.must_set_password as unknown

    test('is asked for another at the first sign-in, until there is one', async () => {
      const { password } = await createAdmin({ db, email, password: null })
      const client = auth.client()

      const { data } = await client.signInWithPassword({ email, password })
      expect(data.user?.app_metadata.must_set_password).toBe('issued')
      await client.updateUser({ password: 'one of my own' })

      expect(await stateAfterSignIn('one of my own')).toBeUndefined()
    })

    test('also when the running site made it', async () => {
      const url = 'http://localhost'
      const original = globalThis.fetch
      globalThis.fetch = (async (input: string, init?: RequestInit) => {
        const path = String(input).slice(url.length)
        if (path.startsWith('/auth')) return auth.request(path, init)
        return Response.json([])
      }) as typeof fetch
      const made = createAdminThroughServer({ url, secretKey: auth.keys.secretKey, email })
      const { password } = await made.finally(() => {
        globalThis.fetch = original
      })

      expect(await stateAfterSignIn(password)).toBe('issued')
    })

    test('but not one who was given it', async () => {
      await createAdmin({ db, email, password: 'given by its owner' })

      expect(await stateAfterSignIn('given by its owner')).toBeUndefined()
    })
  })
})
