// Signing in by email without a password, with a link or a six-digit code, and reauthentication.

import { beforeEach, describe, expect, test } from 'vitest'
import { connect, newEmail, newNetwork, PASSWORD } from './connect.ts'
import { codeIn, fragmentOf, linkIn, tokenIn } from './mailbox.ts'
import { need, targets } from './target.ts'

describe.each(targets)('codes on $name', (target) => {
  const backend = connect(target)
  beforeEach(need(target, 'mail'))

  const requestCode = async (email: string) => {
    const { error } = await backend.auth().signInWithOtp({ email })
    if (error) throw error
    return backend.emails.next(email)
  }
  const wrong = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0')

  test('a customer signs in with the link', async () => {
    const { email, id } = await backend.account()

    const response = await backend.request(linkIn(await requestCode(email)))

    const fragment = fragmentOf(response)
    expect(fragment.get('type')).toBe('magiclink')
    const { data } = await backend.auth().getUser(fragment.get('access_token') ?? '')
    expect(data.user?.id).toBe(id)
  })

  test.each(['email', 'magiclink'] as const)('a customer signs in with the code, as type %s', async (type) => {
    const { email, id } = await backend.account()
    const token = codeIn(await requestCode(email))

    const { data, error } = await backend.auth().verifyOtp({ email, token, type })

    expect(error).toBeNull()
    expect(data.user?.id).toBe(id)
    expect(data.session?.access_token).toBeTruthy()
  })

  test('a new user gets an account, which is confirmed by entering the code', async () => {
    const email = newEmail('new')
    const requested = await backend.auth().signInWithOtp({ email, options: { data: { first_name: 'Ada' } } })
    expect(requested.error).toBeNull()

    const token = codeIn(await backend.emails.next(email))
    const { data, error } = await backend.auth().verifyOtp({ email, token, type: 'email' })

    expect(error).toBeNull()
    expect(data.user).toMatchObject({ email, user_metadata: { first_name: 'Ada' } })
    expect(data.user?.email_confirmed_at).toBeTruthy()
  })

  test('the code in the confirmation email confirms a registration', async () => {
    const email = newEmail()
    await backend.auth().signUp({ email, password: PASSWORD })
    const token = codeIn(await backend.emails.next(email))

    const { data, error } = await backend.auth().verifyOtp({ email, token, type: 'signup' })

    expect(error).toBeNull()
    expect(data.session?.user.email_confirmed_at).toBeTruthy()
  })

  test('the code in the reset email allows a new password to be set', async () => {
    const { email } = await backend.account()
    await backend.auth().resetPasswordForEmail(email)
    const client = backend.auth()

    const verified = await client.verifyOtp({
      email,
      token: codeIn(await backend.emails.next(email)),
      type: 'recovery',
    })
    const changed = await client.updateUser({ password: 'a new beginning' })

    expect(verified.error ?? changed.error).toBeNull()
  })

  describe('with our rules', () => {
    beforeEach(need(target, 'our rules'))

    test('without create_user, an unknown address gets the same response as a known address, but no email', async () => {
      const { email: known } = await backend.account()
      const unknown = newEmail('unknown')
      const requestWithoutSignUp = async (email: string) => {
        const response = await backend.post('/auth/v1/otp', { email, create_user: false })
        return { status: response.status, body: await response.json() }
      }

      expect(await requestWithoutSignUp(unknown)).toEqual(await requestWithoutSignUp(known))
      await backend.emails.next(known)
      expect(await backend.emails.to(unknown)).toEqual([])
    })

    test('requesting a code voids the password with which someone else registered the address', async () => {
      const email = newEmail('victim')
      await backend.auth().signUp({ email, password: PASSWORD })
      await backend.emails.next(email)
      const token = codeIn(await requestCode(email))

      const { data } = await backend.auth().verifyOtp({ email, token, type: 'email' })
      const attacker = await backend.auth().signInWithPassword({ email, password: PASSWORD })

      expect(data.user?.app_metadata.must_set_password).toBe('void')
      expect(attacker.error).toMatchObject({ code: 'invalid_credentials' })
    })

    test('a wrong code can be entered at most ten times and does not block the link', async () => {
      const { email } = await backend.account()
      const mail = await requestCode(email)
      const code = codeIn(mail)
      const verify = (token: string) =>
        backend.post('/auth/v1/verify', { type: 'email', email, token }, { from: `${newNetwork()}::1` })

      const attempts = await Promise.all(Array.from({ length: 15 }, () => verify(wrong(code))))
      const right = await verify(code)
      const link = await backend.auth().verifyOtp({ type: 'magiclink', token_hash: tokenIn(mail) })

      expect(attempts.filter(({ status }) => status === 403)).toHaveLength(10)
      expect(right.status).toBe(429)
      expect(link.error).toBeNull()
    })

    test('wrong codes for an unknown address get the same responses and the same limit', async () => {
      const email = newEmail('unknown')
      const statuses: number[] = []
      for (let attempt = 0; attempt < 11; attempt += 1) {
        const response = await backend.post('/auth/v1/verify', { type: 'email', email, token: '123456' })
        statuses.push(response.status)
      }

      expect(statuses).toEqual([...Array(10).fill(403), 429])
    })
  })

  test('a sign-in email can be used only once, because using the code also uses up the link', async () => {
    const { email } = await backend.account()
    const mail = await requestCode(email)
    const { auth } = backend

    const first = await auth().verifyOtp({ email, token: codeIn(mail), type: 'email' })
    const again = await auth().verifyOtp({ email, token: codeIn(mail), type: 'email' })
    const link = await auth().verifyOtp({ token_hash: tokenIn(mail), type: 'magiclink' })

    expect(first.error).toBeNull()
    expect([again.error, link.error]).toMatchObject([{ code: 'otp_expired' }, { code: 'otp_expired' }])
  })

  test('a code is invalid for another account and for another type', async () => {
    const [one, other] = [await backend.account(), await backend.account()]
    const token = codeIn(await requestCode(one.email))

    const stolen = await backend.auth().verifyOtp({ email: other.email, token, type: 'email' })
    const misused = await backend.auth().verifyOtp({ email: one.email, token, type: 'signup' })

    expect([stolen.error, misused.error]).toMatchObject([{ code: 'otp_expired' }, { code: 'otp_expired' }])
  })

  describe('reauthentication', () => {
    test('the emailed code can be used for only one new password', async () => {
      const { email, client } = await backend.account()
      const { error } = await client.reauthenticate()
      expect(error).toBeNull()
      const nonce = codeIn(await backend.emails.next(email))

      const changed = await client.updateUser({ password: 'a new beginning', nonce })

      expect(changed.error).toBeNull()
      if (!target.isOurs) return
      // GoTrue checks the nonce only where reauthentication is required.
      const again = await client.updateUser({ password: 'another beginning', nonce })
      expect(again.error).toMatchObject({ code: 'reauthentication_not_valid', status: 422 })
    })

    test('a code sent to another account is refused', async () => {
      const [victim, attacker] = [await backend.account(), await backend.account()]
      await attacker.client.reauthenticate()
      const nonce = codeIn(await backend.emails.next(attacker.email))

      const { error } = await victim.client.updateUser({ password: 'a new beginning', nonce })

      if (target.isOurs) expect(error).toMatchObject({ code: 'reauthentication_not_valid' })
      const signIn = await backend.auth().verifyOtp({ email: attacker.email, token: nonce, type: 'email' })
      expect(signIn.error).toMatchObject({ code: 'otp_expired' })
    })
  })
})
