// Phone numbers for signing in and as a second step, with a fake Twilio.

import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { AUTH_RATES } from '../src/auth/limits.ts'
import type { Database } from '../src/db/database.ts'
import { ADDRESS_HEADER, authOn, PASSWORD, startAuth } from './auth-harness.ts'
import { serviceEngines } from './engines.ts'
import { SENDER, type SmsServer, startSmsServer } from './sms-server.ts'

const PHONE_ON = { GOTRUE_EXTERNAL_PHONE_ENABLED: 'true', GOTRUE_MFA_PHONE_ENROLL_ENABLED: 'true' }

/** Runs `act` between the first and the second transaction. */
function betweenTransactions(db: Database, act: () => Promise<unknown>): Database {
  let started = 0
  const transaction: Database['transaction'] = async (work, options) => {
    started += 1
    if (started === 2) await act()
    return db.transaction(work, options)
  }
  return { engine: db.engine, query: db.query.bind(db), transaction } as Database
}

describe.each(serviceEngines)('phone numbers on $name', ({ open }) => {
  let sms: SmsServer
  let numbers = 0
  let phone: string

  beforeAll(async () => {
    sms = await startSmsServer()
  })
  afterAll(() => sms.close())
  const auth = authOn(open, () => ({ env: { ...PHONE_ON, ...sms.env } }))
  beforeEach(() => {
    phone = newPhone()
  })
  const newPhone = () => {
    numbers += 1
    return String(447_000_000_000 + numbers)
  }
  /** For anonymous callers, the response does not wait until the message is sent. */
  const textTo = async (to: string, nth = 1) => {
    await expect.poll(() => sms.textsTo(to).length).toBeGreaterThanOrEqual(nth)
    return sms.textsTo(to)[nth - 1]
  }
  const codeTo = async (to: string, nth = 1) => /\d{6}/.exec((await textTo(to, nth))?.body ?? '')?.[0] ?? ''
  const wrong = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0')
  const signedIn = async (number = phone) => {
    const client = auth.client()
    await client.signUp({ phone: number, password: PASSWORD })
    const { error } = await client.verifyOtp({ type: 'sms', phone: number, token: await codeTo(number) })
    if (error) throw error
    return client
  }

  test('a registration needs the code, which is sent through the requested channel', async () => {
    const client = auth.client()
    const { data } = await client.signUp({ phone: `+${phone}`, password: PASSWORD, options: { channel: 'whatsapp' } })
    const early = await auth.client().signInWithPassword({ phone, password: PASSWORD })
    const text = await textTo(phone)
    const { data: verified, error } = await client.verifyOtp({ type: 'sms', phone, token: await codeTo(phone) })
    const later = await auth.client().signInWithPassword({ phone, password: PASSWORD })

    expect(data).toMatchObject({ session: null, user: { phone, email: '', app_metadata: { provider: 'phone' } } })
    expect(early.error).toMatchObject({ code: 'phone_not_confirmed', status: 400 })
    expect(text).toMatchObject({ to: `whatsapp:+${phone}`, from: `whatsapp:${SENDER}`, channel: 'whatsapp' })
    expect(error).toBeNull()
    expect(verified.user).toMatchObject({ phone, phone_confirmed_at: expect.any(String) })
    expect(verified.user?.identities).toMatchObject([{ provider: 'phone', identity_data: { phone_verified: true } }])
    expect(later.error).toBeNull()
    expect(await (await auth.request('/auth/v1/settings')).json()).toMatchObject({
      external: { phone: true },
      sms_provider: 'twilio',
      phone_autoconfirm: false,
    })
  })

  test('a code signs the user in and creates the account if needed', async () => {
    const client = auth.client()
    const requested = await client.signInWithOtp({ phone })
    const { data, error } = await client.verifyOtp({ type: 'sms', phone, token: await codeTo(phone) })

    expect(requested.error ?? error).toBeNull()
    expect(data.user?.phone).toBe(phone)
    expect((await client.getClaims()).data?.claims.amr).toMatchObject([{ method: 'otp' }])
  })

  test('an account’s number changes once the code sent to the new number is entered', async () => {
    const client = await signedIn()
    const next = newPhone()

    const { data } = await client.updateUser({ phone: next })
    const code = await codeTo(next)
    const before = await client.getUser()
    const { error } = await auth.client().verifyOtp({ type: 'phone_change', phone: next, token: code })

    expect(data.user?.new_phone).toBe(next)
    expect(before.data.user?.phone).toBe(phone)
    expect(error).toBeNull()
    expect((await client.getUser()).data.user).toMatchObject({ phone: next })
    expect((await auth.client().signInWithPassword({ phone: next, password: PASSWORD })).error).toBeNull()
  })

  test('a pending code can be sent again', async () => {
    await auth.client().signUp({ phone, password: PASSWORD })
    await textTo(phone)
    const again = await auth.client().resend({ type: 'sms', phone })
    const { error } = await auth.client().verifyOtp({ type: 'sms', phone, token: await codeTo(phone, 2) })
    const unknown = await auth.client().resend({ type: 'phone_change', phone: newPhone() })

    expect(again.error ?? error ?? unknown.error).toBeNull()
  })

  test('a phone works as a second step, and its code can be used only once', async () => {
    const client = await signedIn()
    const other = newPhone()
    const { data: factor } = await client.mfa.enroll({ factorType: 'phone', phone: `+${other}` })
    const factorId = factor?.id ?? ''
    const { data: challenge } = await client.mfa.challenge({ factorId, channel: 'sms' })
    const code = await codeTo(other)
    const verify = (given: string) => client.mfa.verify({ factorId, challengeId: challenge?.id ?? '', code: given })

    const bad = await verify(wrong(code))
    const good = await verify(code)
    const replayed = await verify(code)

    expect(bad.error).toMatchObject({ code: 'mfa_verification_failed', status: 422 })
    expect(good.error).toBeNull()
    expect(replayed.error).toMatchObject({ status: 422 })
    expect((await client.mfa.listFactors()).data?.phone).toMatchObject([{ status: 'verified', phone: other }])
    expect((await client.getClaims()).data?.claims).toMatchObject({ aal: 'aal2' })
    expect((await client.mfa.enroll({ factorType: 'phone', phone: other })).error?.code).toBe(
      'mfa_verified_factor_exists',
    )
    expect((await client.mfa.unenroll({ factorId })).error).toBeNull()
  })

  test('a user without an email address changes the password with a texted code', async () => {
    const client = await signedIn()
    const sent = await client.reauthenticate()
    const nonce = await codeTo(phone, 2)

    const bad = await client.updateUser({ password: 'another beginning', nonce: wrong(nonce) })
    const good = await client.updateUser({ password: 'another beginning', nonce })

    expect(sent.error).toBeNull()
    expect(bad.error?.code).toBe('reauthentication_not_valid')
    expect(good.error).toBeNull()
  })

  test('the service creates and changes accounts with a phone number', async () => {
    const admin = auth.adminClient()
    const { data } = await admin.createUser({ phone, password: PASSWORD, phone_confirm: true })
    const twice = await admin.createUser({ phone, password: PASSWORD })
    const next = newPhone()
    const changed = await admin.updateUserById(data.user?.id ?? '', { phone: next, phone_confirm: true })

    expect(twice.error).toMatchObject({ code: 'phone_exists', status: 422 })
    expect(changed.data.user).toMatchObject({ phone: next, phone_confirmed_at: expect.any(String) })
    expect((await auth.client().signInWithPassword({ phone: next, password: PASSWORD })).error).toBeNull()
  })

  describe('attacks', () => {
    test('a code can be used only once, and the number of wrong codes is limited', async () => {
      await auth.client().signInWithOtp({ phone })
      const code = await codeTo(phone)
      const verify = (token: string) => auth.client().verifyOtp({ type: 'sms', phone, token })

      const good = await verify(code)
      const attempts = []
      for (let time = 0; time <= AUTH_RATES.codeAccount.points; time += 1) attempts.push(await verify(code))

      expect(good.error).toBeNull()
      expect(attempts[0]?.error).toMatchObject({ code: 'otp_expired', status: 403 })
      expect(attempts.at(-1)?.error).toMatchObject({ status: 429 })
    })

    test('anonymous callers cannot find out which numbers have an account', async () => {
      await signedIn()
      const free = newPhone()
      const post = (path: string, body: unknown) =>
        auth.post(`/auth/v1/${path}`, body).then((response) => response.text())
      const shape = (text: string) => Object.keys(JSON.parse(text) as object).sort()
      const sent = sms.textsTo(phone).length

      const known = shape(await post('signup', { phone, password: 'guess at it' }))
      const unknown = shape(await post('signup', { phone: free, password: 'guess at it' }))

      expect(known).toEqual(unknown)
      expect(await post('otp', { phone: newPhone(), create_user: false })).toBe(await post('otp', { phone }))
      expect(await post('resend', { type: 'sms', phone })).toBe('{}')
      await textTo(phone, sent + 1)
      expect(sms.textsTo(phone)).toHaveLength(sent + 1)
    })

    test('neither password works after two registrations with one number', async () => {
      await auth.client().signUp({ phone, password: 'attacker knows it' })
      // Codes are sent after the response. Without this wait, the first code, which no longer works, can arrive second.
      await textTo(phone)
      await auth.client().signUp({ phone, password: 'typed by the owner' })
      const { data } = await auth.client().verifyOtp({ type: 'sms', phone, token: await codeTo(phone, 2) })

      expect(data.user?.app_metadata.must_set_password).toBe('void')
      for (const password of ['attacker knows it', 'typed by the owner'])
        expect((await auth.client().signInWithPassword({ phone, password })).error?.code).toBe('invalid_credentials')
    })

    test('parallel registrations with one number all get the same response', async () => {
      const passwords = Array.from({ length: 8 }, (_, index) => `a password of caller ${index}`)
      const responses = await Promise.all(passwords.map((password) => auth.client().signUp({ phone, password })))

      expect(responses.map(({ error }) => error)).toEqual(passwords.map(() => null))
    })

    test('a registration does not reveal that its number has been confirmed in the meantime', async () => {
      await auth.client().signUp({ phone, password: PASSWORD })
      const code = await codeTo(phone)
      const confirm = () => auth.client().verifyOtp({ type: 'sms', phone, token: code })
      const harness = await startAuth(betweenTransactions(auth.db, confirm), { env: { ...PHONE_ON, ...sms.env } })

      const { data, error } = await harness.client().signUp({ phone, password: 'a guess at it' })
      await harness.close()

      expect(error).toBeNull()
      // The response is the same as for an unregistered number.
      expect(data.user?.identities).toHaveLength(1)
      expect(data.user?.phone_confirmed_at).toBeUndefined()
      expect(sms.textsTo(phone)).toHaveLength(1)
    })

    test('changing to a taken number has no effect, does not reveal that it is taken and sends no message', async () => {
      await signedIn()
      const sent = sms.textsTo(phone).length
      const thief = await signedIn(newPhone())

      const { error } = await thief.updateUser({ phone })
      const wrongCode = await auth.client().verifyOtp({ type: 'phone_change', phone, token: '000000' })

      expect(error).toBeNull()
      expect(wrongCode.error?.code).toBe('otp_expired')
      expect(sms.textsTo(phone)).toHaveLength(sent)
    })

    test('the code for a phone change cannot be used to sign in', async () => {
      const client = await signedIn()
      const next = newPhone()
      await client.updateUser({ phone: next })

      const { error } = await auth.client().verifyOtp({ type: 'sms', phone: next, token: await codeTo(next) })

      expect(error?.code).toBe('otp_expired')
    })

    test('text messages are limited per network', async () => {
      const requestCode = () => auth.post('/auth/v1/otp', { phone: newPhone() }, { [ADDRESS_HEADER]: '198.51.100.9' })
      const responses = []
      for (let time = 0; time <= AUTH_RATES.textAddress.points; time += 1) responses.push(await requestCode())

      expect(responses.at(-2)?.status).toBe(200)
      expect(await responses.at(-1)?.json()).toMatchObject({ code: 'over_sms_send_rate_limit' })
    })

    test.each(['0700', 'a phone', '+44 7000 900123 ext 4'])('%s is refused as a phone number', async (given) => {
      expect((await auth.client().signInWithOtp({ phone: given })).error).toMatchObject({ code: 'validation_failed' })
    })
  })

  test('a failure of the SMS provider is reported to signed-in users, but not to anonymous callers', async () => {
    const client = await signedIn()
    const { data: factor } = await client.mfa.enroll({ factorType: 'phone', phone: newPhone() })
    sms.setDown(true)
    const challenge = await client.mfa.challenge({ factorId: factor?.id ?? '', channel: 'sms' })
    const otp = await auth.client().signInWithOtp({ phone: newPhone() })
    sms.setDown(false)

    expect(challenge.error).toMatchObject({ code: 'sms_send_failed', status: 422 })
    expect(otp.error).toBeNull()
  })

  test('the code stays in the outbox if there is no SMS provider', async () => {
    const harness = await startAuth(auth.db, { env: PHONE_ON })
    await harness.client().signInWithOtp({ phone })
    const outbox = () =>
      auth.db.query<{ data: { code: string } }>('select data from public.email_outbox where recipient = $1', [
        `+${phone}`,
      ])
    await expect.poll(async () => (await outbox()).rowCount).toBe(1)
    const code = (await outbox()).rows[0]?.data.code ?? ''
    const { error } = await harness.client().verifyOtp({ type: 'sms', phone, token: code })
    await harness.close()

    expect(error).toBeNull()
  })

  test('under autoconfirm, a number is unproved, and entering the first code removes the earlier password and sessions', async () => {
    const harness = await startAuth(auth.db, { env: { ...PHONE_ON, ...sms.env, GOTRUE_SMS_AUTOCONFIRM: 'true' } })
    const first = harness.client()
    const { data } = await first.signUp({ phone, password: PASSWORD })
    const twice = await harness.client().signUp({ phone, password: PASSWORD })
    const before = await harness.client().signInWithPassword({ phone, password: PASSWORD })

    await harness.client().signInWithOtp({ phone })
    await harness.client().verifyOtp({ type: 'sms', phone, token: await codeTo(phone) })
    const after = await harness.client().signInWithPassword({ phone, password: PASSWORD })
    await harness.close()

    expect(data.session).toBeTruthy()
    expect(twice.error?.code).toBe('user_already_exists')
    expect(before.error).toBeNull()
    expect(after.error?.code).toBe('invalid_credentials')
    expect((await first.refreshSession()).error).toBeTruthy()
  })
})
