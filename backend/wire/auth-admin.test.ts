// The admin endpoints, called by the official client with the secret key.

import { beforeEach, describe, expect, test } from 'vitest'
import { type Account, connect, newEmail, PASSWORD } from './connect.ts'
import { need, targets } from './target.ts'

describe.each(targets)('the admin API on $name', (target) => {
  const backend = connect(target)
  const { admin, siteUrl } = backend

  test('the admin API lists accounts page by page', async () => {
    await Promise.all([backend.account(), backend.account(), backend.account()])

    const first = await admin.listUsers({ page: 1, perPage: 2 })

    expect(first.data.users).toHaveLength(2)
    expect(first.data).toMatchObject({ nextPage: 2 })
    expect((first.data as { total: number }).total).toBeGreaterThanOrEqual(3)
    // Other tests create accounts in the meantime, which shifts the pages.
    const twoPages = async () => {
      const pages = await Promise.all([1, 2].map((page) => admin.listUsers({ page, perPage: 2 })))
      return new Set(pages.flatMap(({ data }) => data.users.map(({ id }) => id))).size
    }
    await expect.poll(twoPages).toBe(4)
    expect((await admin.listUsers({ page: -1, perPage: 2 })).error).toMatchObject({
      code: 'validation_failed',
      status: 400,
    })
  })

  test('the admin API deletes an account with its profile and sessions', async () => {
    const { id, email, client, token } = await backend.account()

    const { error } = await admin.deleteUser(id)

    expect(error).toBeNull()
    expect((await admin.getUserById(id)).error).toMatchObject({ code: 'user_not_found', status: 404 })
    expect((await client.getUser(token)).error).toMatchObject({ code: 'user_not_found' })
    expect((await backend.auth().signInWithPassword({ email, password: PASSWORD })).error).toBeTruthy()
    expect((await backend.service.from('profiles').select('id').eq('id', id)).data).toEqual([])
    expect((await admin.deleteUser(id)).error).toMatchObject({ code: 'user_not_found', status: 404 })
  })

  test('a soft-deleted account leaves a row without personal data and cannot sign in', async () => {
    const { id, email, client } = await backend.account()

    const { error } = await admin.deleteUser(id, true)

    expect(error).toBeNull()
    const { data } = await admin.getUserById(id)
    expect(data.user?.deleted_at).toBeTruthy()
    expect(JSON.stringify(data.user)).not.toContain(email)
    expect((await client.refreshSession()).error).toBeTruthy()
    if (target.isOurs) {
      const profile = await backend.service.from('profiles').select('first_name, email, phone').eq('id', id)
      expect(profile.data).toEqual([{ first_name: '', email: '', phone: '' }])
    }
    // The address is free again.
    const { error: refused } = await admin.createUser({ email, password: PASSWORD, email_confirm: true })
    expect(refused).toBeNull()
  })

  test('the admin API bans an account and lifts the ban', async () => {
    const { id, email, client } = await backend.account()
    const signIn = () => backend.auth().signInWithPassword({ email, password: PASSWORD })

    const banned = await admin.updateUserById(id, { ban_duration: '24h' })
    const during = await signIn()
    const refresh = await client.refreshSession()
    await admin.updateUserById(id, { ban_duration: 'none' })

    expect(Date.parse(banned.data.user?.banned_until ?? '')).toBeGreaterThan(Date.now())
    expect([during.error, refresh.error]).toMatchObject([{ code: 'user_banned' }, { code: 'user_banned' }])
    expect((await signIn()).error).toBeNull()
    expect((await admin.updateUserById(id, { ban_duration: 'a while' })).error).toMatchObject({ status: 400 })
  })

  test('the admin API creates an account with an id from the caller', async () => {
    const id = crypto.randomUUID()

    const { data } = await admin.createUser({ id, email: newEmail() })

    expect(data.user?.id).toBe(id)
  })

  describe('links', () => {
    const make = async (params: Parameters<typeof admin.generateLink>[0]) => {
      const { data, error } = await admin.generateLink(params)
      if (error) throw error
      return data
    }
    const redeem = (type: 'signup' | 'invite' | 'magiclink' | 'recovery' | 'email_change', token_hash: string) =>
      backend.auth().verifyOtp({ type, token_hash })

    test('a sign-up link opens the account', async () => {
      const email = newEmail()
      const { properties, user } = await make({
        type: 'signup',
        email,
        password: PASSWORD,
        options: { data: { a: 1 } },
      })

      expect(properties).toMatchObject({ verification_type: 'signup', redirect_to: expect.stringMatching(/^http/) })
      expect(new URL(properties.action_link).searchParams.get('type')).toBe('signup')
      // This text is not encoded, because clients search for it.
      expect(properties.action_link).toContain(`redirect_to=${properties.redirect_to}`)
      expect(user).toMatchObject({ email, user_metadata: { a: 1 } })
      expect((await redeem('signup', properties.hashed_token)).error).toBeNull()
      expect((await backend.auth().signInWithPassword({ email, password: PASSWORD })).error).toBeNull()
    })

    test('an invitation link opens the account', async () => {
      const email = newEmail()
      const { properties } = await make({ type: 'invite', email, options: { redirectTo: `${siteUrl}/welcome` } })

      expect(properties.redirect_to).toBe(`${siteUrl}/welcome`)
      expect((await redeem('invite', properties.hashed_token)).data.user?.email).toBe(email)
    })

    test('a magic link signs the user in, and so does the six-digit code issued with it', async () => {
      const { email, id } = await backend.account()
      const byLink = await make({ type: 'magiclink', email })
      expect((await redeem('magiclink', byLink.properties.hashed_token)).data.user?.id).toBe(id)
      const { properties } = await make({ type: 'magiclink', email })

      const byDigits = await backend.auth().verifyOtp({ type: 'email', email, token: properties.email_otp })

      expect(byDigits.error).toBeNull()
    })

    test('a recovery link signs the user in', async () => {
      const { email } = await backend.account()
      const { properties } = await make({ type: 'recovery', email })

      expect((await redeem('recovery', properties.hashed_token)).error).toBeNull()
    })

    test('two email change links, one for each mailbox, change the address', async () => {
      const { email, id } = await backend.account()
      const newAddress = newEmail('moved')
      const one = await make({ type: 'email_change_current', email, newEmail: newAddress })
      const other = await make({ type: 'email_change_new', email, newEmail: newAddress })

      await redeem('email_change', one.properties.hashed_token)
      const { data } = await redeem('email_change', other.properties.hashed_token)

      expect(data.user).toMatchObject({ id, email: newAddress })
    })

    test('a link is refused for a taken address, and for an unknown address if the link needs an account', async () => {
      const { email } = await backend.account()
      const refusal = async (params: Parameters<typeof admin.generateLink>[0]) =>
        (await admin.generateLink(params)).error?.code

      expect(await refusal({ type: 'signup', email, password: PASSWORD })).toBe('email_exists')
      expect(await refusal({ type: 'invite', email })).toBe('email_exists')
      expect(await refusal({ type: 'recovery', email: newEmail('unknown') })).toBe('user_not_found')
      expect(await refusal({ type: 'email_change_new', email, newEmail: (await backend.account()).email })).toBe(
        'email_exists',
      )
    })

    test('a link redirects only to the site', async () => {
      const { email } = await backend.account()
      const { properties } = await make({ type: 'magiclink', email, options: { redirectTo: 'https://evil.example/' } })

      expect(new URL(properties.redirect_to).origin).toBe(siteUrl)
    })
  })

  describe('invitations', () => {
    beforeEach(need(target, 'mail'))

    test('an invitation is emailed and opens an account', async () => {
      const email = newEmail('guest')

      const { data, error } = await admin.inviteUserByEmail(email, { data: { first_name: 'Ada' } })

      expect(error).toBeNull()
      expect(data.user?.invited_at).toBeTruthy()
      const mail = await backend.emails.next(email)
      const token_hash = /token(?:_hash)?=([\w-]+)/.exec(mail.text ?? '')?.[1] ?? ''
      expect((await backend.auth().verifyOtp({ type: 'invite', token_hash })).data.user?.email).toBe(email)
      expect((await admin.inviteUserByEmail(email)).error?.code).toMatch(/email_exists|over_email_send_rate_limit/)
    })
  })

  describe('without the secret key', () => {
    let siteAdmin: Account
    beforeEach(async () => {
      siteAdmin = await backend.account(newEmail(), 'admin')
    })

    test.each([
      ['POST', '/invite', { email: 'a@example.com' }],
      ['POST', '/admin/generate_link', { type: 'magiclink', email: 'a@example.com' }],
      ['GET', '/admin/users', undefined],
      ['POST', '/admin/users', { email: 'a@example.com' }],
      ['DELETE', '/admin/users/00000000-0000-0000-0000-000000000000', {}],
      ['PUT', '/admin/users/00000000-0000-0000-0000-000000000000', {}],
    ])('%s %s is refused to visitors and to admins of the site', async (method, path, body) => {
      const call = (as?: Account) =>
        backend.request(`/auth/v1${path}`, {
          method,
          as,
          body: body && JSON.stringify(body),
          headers: { 'content-type': 'application/json' },
        })

      expect((await call(siteAdmin)).status).toBe(403)
      expect([401, 403]).toContain((await call()).status)
    })
  })
})
