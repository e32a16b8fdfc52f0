// Signing in by mail, without a password: links and six digits, and the digits that prove who is there.

import { beforeEach, describe, expect, test } from 'vitest'
import { connect, newEmail, newNetwork, PASSWORD } from './connect.ts'
import { codeIn, fragmentOf, linkIn, tokenIn } from './mailbox.ts'
import { need, targets } from './target.ts'

describe.each(targets)('codes on $name', (target) => {
  const backend = connect(target)
  beforeEach(need(target, 'mail'))

  const askForCode = async (email: string) => {
    const { error } = await backend.auth().signInWithOtp({ email })
    if (error) throw error
    return backend.mails.next(email)
  }
  const wrong = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0')

  test('a customer signs in by the link', async () => {
    const { email, id } = await backend.account()

    const response = await backend.request(linkIn(await askForCode(email)))

    const fragment = fragmentOf(response)
    expect(fragment.get('type')).toBe('magiclink')
    const { data } = await backend.auth().getUser(fragment.get('access_token') ?? '')
    expect(data.user?.id).toBe(id)
  })

  test.each(['email', 'magiclink'] as const)('a customer signs in by the digits, as type %s', async (type) => {
    const { email, id } = await backend.account()
    const token = codeIn(await askForCode(email))

    const { data, error } = await backend.auth().verifyOtp({ email, token, type })

    expect(error).toBeNull()
    expect(data.user?.id).toBe(id)
    expect(data.session?.access_token).toBeTruthy()
  })

  test('somebody new gets an account, and it is confirmed by the digits', async () => {
    const email = newEmail('new')
    const asked = await backend.auth().signInWithOtp({ email, options: { data: { first_name: 'Ada' } } })
    expect(asked.error).toBeNull()

    const token = codeIn(await backend.mails.next(email))
    const { data, error } = await backend.auth().verifyOtp({ email, token, type: 'email' })

    expect(error).toBeNull()
    expect(data.user).toMatchObject({ email, user_metadata: { first_name: 'Ada' } })
    expect(data.user?.email_confirmed_at).toBeTruthy()
  })

  test('a registration is confirmed by the digits of its mail', async () => {
    const email = newEmail()
    await backend.auth().signUp({ email, password: PASSWORD })
    const token = codeIn(await backend.mails.next(email))

    const { data, error } = await backend.auth().verifyOtp({ email, token, type: 'signup' })

    expect(error).toBeNull()
    expect(data.session?.user.email_confirmed_at).toBeTruthy()
  })

  test('a reset is done by the digits of its mail', async () => {
    const { email } = await backend.account()
    await backend.auth().resetPasswordForEmail(email)
    const client = backend.auth()

    const verified = await client.verifyOtp({
      email,
      token: codeIn(await backend.mails.next(email)),
      type: 'recovery',
    })
    const changed = await client.updateUser({ password: 'a new beginning' })

    expect(verified.error ?? changed.error).toBeNull()
  })

  describe('with our rules', () => {
    beforeEach(need(target, 'our rules'))

    test('without leave to make an account a stranger hears what a customer hears, and nothing is sent', async () => {
      const { email: known } = await backend.account()
      const unknown = newEmail('nobody')
      const ask = async (email: string) => {
        const response = await backend.post('/auth/v1/otp', { email, create_user: false })
        return { status: response.status, body: await response.json() }
      }

      expect(await ask(unknown)).toEqual(await ask(known))
      await backend.mails.next(known)
      expect(await backend.mails.to(unknown)).toEqual([])
    })

    test('asking for a code voids the password that a stranger registered the address with', async () => {
      const email = newEmail('victim')
      await backend.auth().signUp({ email, password: PASSWORD })
      await backend.mails.next(email)
      const token = codeIn(await askForCode(email))

      const { data } = await backend.auth().verifyOtp({ email, token, type: 'email' })
      const stranger = await backend.auth().signInWithPassword({ email, password: PASSWORD })

      expect(data.user?.app_metadata.must_set_password).toBe('void')
      expect(stranger.error).toMatchObject({ code: 'invalid_credentials' })
    })

    test('digits cannot be guessed, and guessing does not spoil the link', async () => {
      const { email } = await backend.account()
      const mail = await askForCode(email)
      const code = codeIn(mail)
      const guess = (token: string) =>
        backend.post('/auth/v1/verify', { type: 'email', email, token }, { from: `${newNetwork()}::1` })

      const guesses = await Promise.all(Array.from({ length: 15 }, () => guess(wrong(code))))
      const right = await guess(code)
      const link = await backend.auth().verifyOtp({ type: 'magiclink', token_hash: tokenIn(mail) })

      expect(guesses.filter(({ status }) => status === 403)).toHaveLength(10)
      expect(right.status).toBe(429)
      expect(link.error).toBeNull()
    })

    test('guesses at an unknown address are counted and answered alike', async () => {
      const email = newEmail('nobody')
      const answers: number[] = []
      for (let time = 0; time < 11; time += 1) {
        const guess = await backend.post('/auth/v1/verify', { type: 'email', email, token: '123456' })
        answers.push(guess.status)
      }

      expect(answers).toEqual([...Array(10).fill(403), 429])
    })
  })

  test('digits and link are one secret: one of them works, once', async () => {
    const { email } = await backend.account()
    const mail = await askForCode(email)
    const { auth } = backend

    const first = await auth().verifyOtp({ email, token: codeIn(mail), type: 'email' })
    const again = await auth().verifyOtp({ email, token: codeIn(mail), type: 'email' })
    const link = await auth().verifyOtp({ token_hash: tokenIn(mail), type: 'magiclink' })

    expect(first.error).toBeNull()
    expect([again.error, link.error]).toMatchObject([{ code: 'otp_expired' }, { code: 'otp_expired' }])
  })

  test('the digits of one account are no good for another, nor for another purpose', async () => {
    const [one, other] = [await backend.account(), await backend.account()]
    const token = codeIn(await askForCode(one.email))

    const stolen = await backend.auth().verifyOtp({ email: other.email, token, type: 'email' })
    const misused = await backend.auth().verifyOtp({ email: one.email, token, type: 'signup' })

    expect([stolen.error, misused.error]).toMatchObject([{ code: 'otp_expired' }, { code: 'otp_expired' }])
  })

  describe('proving who is there', () => {
    test('the mailed digits go with a new password, once', async () => {
      const { email, client } = await backend.account()
      const { error } = await client.reauthenticate()
      expect(error).toBeNull()
      const nonce = codeIn(await backend.mails.next(email))

      const changed = await client.updateUser({ password: 'a new beginning', nonce })

      expect(changed.error).toBeNull()
      if (!target.isOurs) return
      // GoTrue looks at it only where it is demanded.
      const again = await client.updateUser({ password: 'another beginning', nonce })
      expect(again.error).toMatchObject({ code: 'reauthentication_not_valid', status: 422 })
    })

    test('nobody else’s digits will do', async () => {
      const [victim, attacker] = [await backend.account(), await backend.account()]
      await attacker.client.reauthenticate()
      const nonce = codeIn(await backend.mails.next(attacker.email))

      const { error } = await victim.client.updateUser({ password: 'a new beginning', nonce })

      if (target.isOurs) expect(error).toMatchObject({ code: 'reauthentication_not_valid' })
      const signIn = await backend.auth().verifyOtp({ email: attacker.email, token: nonce, type: 'email' })
      expect(signIn.error).toMatchObject({ code: 'otp_expired' })
    })
  })
})
