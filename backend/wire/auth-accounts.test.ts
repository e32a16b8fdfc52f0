// What happens to an account's passwords, links and emails when someone else registers its address.

import { AuthWeakPasswordError } from '@supabase/auth-js'
import { beforeEach, describe, expect, test } from 'vitest'
import { connect, newEmail, PASSWORD } from './connect.ts'
import { fragmentOf, linkIn, pageIn, tokenIn } from './mailbox.ts'
import { need, targets } from './target.ts'

describe.each(targets)('accounts on $name', (target) => {
  const backend = connect(target)
  const { siteUrl } = target
  let email: string

  beforeEach(() => {
    email = newEmail()
  })

  const signUp = (password: string) => backend.auth().signUp({ email, password })
  const newestToken = async () => tokenIn(await backend.emails.next(email))
  const canSignIn = async (password: string) =>
    (await backend.auth().signInWithPassword({ email, password })).error === null
  const confirm = async (token_hash: string, type: 'signup' | 'recovery' = 'signup') => {
    const client = backend.auth()
    const { data, error } = await client.verifyOtp({ type, token_hash })
    return { client, error, mustSetPassword: data.user?.app_metadata.must_set_password as unknown }
  }

  describe('an address that is registered twice', () => {
    test('signing up again does not change a confirmed account', async () => {
      await backend.account(email)

      await signUp('attacker knows it')

      expect([await canSignIn(PASSWORD), await canSignIn('attacker knows it')]).toEqual([true, false])
    })

    describe('unconfirmed', () => {
      beforeEach(need(target, 'mail', 'our rules'))

      test('a second registration voids the password even if the confirmation email is refused', async () => {
        await signUp('attacker knows it')
        const first = await newestToken()

        const { error } = await signUp('typed by the owner')

        expect(error).toMatchObject({ code: 'over_email_send_rate_limit', status: 429 })
        const { client, mustSetPassword } = await confirm(first)
        expect(mustSetPassword).toBe('void')
        expect([await canSignIn('attacker knows it'), await canSignIn('typed by the owner')]).toEqual([false, false])
        const { data } = await client.updateUser({ password: 'chosen after the mail' })
        expect(data.user?.app_metadata).toEqual({ provider: 'email', providers: ['email'] })
        expect(await canSignIn('chosen after the mail')).toBe(true)
      })

      test('a password reset voids the password with which someone else registered the address', async () => {
        await signUp('attacker knows it')
        await backend.emails.next(email)
        await backend.auth().resetPasswordForEmail(email)

        const { mustSetPassword } = await confirm(await newestToken(), 'recovery')

        expect(mustSetPassword).toBe('void')
        expect(await canSignIn('attacker knows it')).toBe(false)
      })
    })
  })

  describe('links', () => {
    beforeEach(need(target, 'mail'))

    test('GET /verify works for clients that open links themselves', async () => {
      await signUp(PASSWORD)

      const response = await backend.request(linkIn(await backend.emails.next(email)))

      expect(response.status).toBe(303)
      expect(fragmentOf(response).get('type')).toBe('signup')
    })

    describe('in our emails', () => {
      beforeEach(need(target, 'our rules'))

      test('a confirmation link opens a page on the site, so that a GET request alone cannot use up the link', async () => {
        await signUp(PASSWORD)

        const page = pageIn(await backend.emails.next(email))

        expect(page.href).toMatch(
          new RegExp(`^${siteUrl}/auth/confirm\\?token_hash=[\\w-]{43}&type=signup&redirect_to=`),
        )
      })

      test('a reset link opens the confirmation page, which then redirects to the form', async () => {
        await backend.account(email)
        await backend.auth().resetPasswordForEmail(email, { redirectTo: `${siteUrl}/auth?type=recovery` })

        const { pathname, searchParams } = pageIn(await backend.emails.next(email))

        expect(pathname).toBe('/auth/confirm')
        expect(searchParams.get('type')).toBe('recovery')
        expect(searchParams.get('redirect_to')).toBe(`${siteUrl}/auth?type=recovery`)
      })

      test('a used link and an invalid link get different error messages', async () => {
        await signUp(PASSWORD)
        const token = await newestToken()
        await confirm(token)

        const used = await confirm(token)
        const unknown = await confirm('x'.repeat(43))

        expect(used.error).toMatchObject({ code: 'otp_expired', message: 'Email link has already been used' })
        expect(unknown.error).toMatchObject({ code: 'otp_expired', message: 'Email link is invalid or has expired' })
      })
    })
  })

  describe('the pause between emails', () => {
    beforeEach(need(target, 'mail', 'our rules'))

    test('a password can be reset within a minute of the confirmation', async () => {
      await signUp(PASSWORD)
      await confirm(await newestToken())

      const { error } = await backend.auth().resetPasswordForEmail(email)

      expect(error).toBeNull()
      expect(pageIn(await backend.emails.next(email)).searchParams.get('type')).toBe('recovery')
    })

    test('signing up with a taken address counts towards the email limit', async () => {
      await backend.account(email)

      const first = await signUp(PASSWORD)
      const second = await signUp(PASSWORD)

      expect(first.data.user?.identities).toEqual([])
      expect(second.error).toMatchObject({ code: 'over_email_send_rate_limit', status: 429 })
    })

    test('a second email of the same kind cannot be requested within a minute', async () => {
      await signUp(PASSWORD)

      const again = await backend.auth().resend({ type: 'signup', email })
      const reset = await backend.auth().resetPasswordForEmail(email)
      const resetAgain = await backend.auth().resetPasswordForEmail(email)

      expect(again.error).toMatchObject({ code: 'over_email_send_rate_limit', status: 429 })
      expect(reset.error).toBeNull()
      expect(resetAgain.error).toMatchObject({ code: 'over_email_send_rate_limit', status: 429 })
    })
  })

  describe('passwords that attackers try first', () => {
    beforeEach(need(target, 'our rules'))

    test.each(['password', 'Password1!', 'person'])('%j is refused at sign-up', async (password) => {
      const { error } = await signUp(password)

      expect(error).toBeInstanceOf(AuthWeakPasswordError)
      expect(error).toMatchObject({ status: 422, code: 'weak_password', reasons: ['pwned'] })
    })

    test('a common password is refused when a user or the service sets a new password', async () => {
      const { id, client } = await backend.account(email)

      const changed = await client.updateUser({ password: 'Password1!' })
      const byService = await backend.admin.updateUserById(id, { password: 'qwerty123' })

      expect(changed.error).toMatchObject({ code: 'weak_password', status: 422 })
      expect(byService.error).toMatchObject({ code: 'weak_password', status: 422 })
      expect(await canSignIn(PASSWORD)).toBe(true)
    })
  })
})
