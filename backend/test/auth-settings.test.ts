// Tests what GoTrue's settings change and what they must leave alone.

import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Database } from '../src/db/database.ts'
import { type AuthHarness, ownEmail, PASSWORD, pageIn, startAuth } from './auth-harness.ts'
import { serviceEngines } from './engines.ts'

describe.each(serviceEngines)('settings on $name', ({ open }) => {
  let db: Database
  let auth: AuthHarness
  let people = 0
  let email: string

  beforeAll(async () => {
    db = await open()
  })
  afterAll(() => db.close())
  beforeEach(() => {
    people += 1
    email = `set-${people}@example.com`
  })
  afterEach(() => auth.close())
  const start = async (env: Record<string, string>) => {
    auth = await startAuth(db, { env })
  }
  const settings = async () => (await auth.request('/auth/v1/settings')).json()
  describe('autoconfirm', () => {
    beforeEach(() => start({ GOTRUE_MAILER_AUTOCONFIRM: 'true' }))

    test('signing up opens a session at once, and the settings report autoconfirm', async () => {
      const { data, error } = await auth.client().signUp({ email, password: PASSWORD })
      const again = await auth.client().signUp({ email, password: 'another password' })

      expect(error).toBeNull()
      expect(data.session?.access_token).toBeTruthy()
      expect(data.user?.email_confirmed_at).toBeTruthy()
      expect(again.error).toMatchObject({ code: 'user_already_exists', status: 422 })
      expect(await settings()).toMatchObject({ mailer_autoconfirm: true })
    })

    test('autoconfirm leaves the address unproved until an emailed link is opened', async () => {
      const { data } = await auth.client().signUp({ email, password: PASSWORD })
      const id = data.user?.id ?? ''
      expect(await ownEmail(db, id)).toBeNull()

      await auth.client().signInWithOtp({ email })
      const token = pageIn(await auth.mailTo(email)).searchParams.get('token_hash') ?? ''
      const { error } = await auth.client().verifyOtp({ type: 'magiclink', token_hash: token })

      expect(error).toBeNull()
      expect(await ownEmail(db, id)).toBe(email)
    })

    test('the person who registered the address is locked out once the owner of the mailbox signs in', async () => {
      const attacker = auth.client()
      await attacker.signUp({ email, password: PASSWORD })
      await auth.client().signInWithOtp({ email })
      const token = pageIn(await auth.mailTo(email)).searchParams.get('token_hash') ?? ''

      const { data } = await auth.client().verifyOtp({ type: 'magiclink', token_hash: token })

      expect(data.user?.app_metadata.must_set_password).toBe('void')
      expect((await attacker.getUser()).error).toBeTruthy()
      expect((await attacker.signInWithPassword({ email, password: PASSWORD })).error).toMatchObject({
        code: 'invalid_credentials',
      })
    })

    test('under autoconfirm, the owner of the mailbox does not get leads that someone else sent from the account', async () => {
      const { data } = await auth.client().signUp({ email, password: PASSWORD })
      await db.query(`select public.keep_contact_message('Attacker', 'attacker@example.com', '1', 'Hello', $1)`, [
        data.user?.id,
      ])
      await auth.client().signInWithOtp({ email })
      const token = pageIn(await auth.mailTo(email)).searchParams.get('token_hash') ?? ''
      await auth.client().verifyOtp({ type: 'magiclink', token_hash: token })

      const { rows } = await db.query(`select user_id from public.contact_messages where name = 'Attacker'`)
      expect(rows).toEqual([{ user_id: null }])
    })

    test('autoconfirm does not open an existing unconfirmed account', async () => {
      const created = await auth.adminClient().createUser({ email })

      const { data } = await auth.client().signUp({ email, password: PASSWORD })

      expect(data.session).toBeNull()
      expect(data.user?.id).toBe(created.data.user?.id)
    })

    test('autoconfirm also leaves a changed address unproved', async () => {
      const owner = auth.client()
      const { data } = await owner.signUp({ email, password: PASSWORD })
      const moved = `moved-${email}`

      const { data: changed } = await owner.updateUser({ email: moved })

      expect(changed.user?.email).toBe(moved)
      expect(await ownEmail(db, data.user?.id)).toBeNull()
    })

    test('an account with a proved address keeps its leads when the address changes under autoconfirm', async () => {
      const { data } = await auth.adminClient().createUser({ email, password: PASSWORD, email_confirm: true })
      const id = data.user?.id ?? ''
      await db.query(`select public.keep_contact_message('Mover', $1, '1', 'Hello', $2)`, [email, id])
      const owner = auth.client()
      await owner.signInWithPassword({ email, password: PASSWORD })
      const moved = `moved-${email}`
      await owner.updateUser({ email: moved })
      await auth.client().signInWithOtp({ email: moved })
      const token = pageIn(await auth.mailTo(moved)).searchParams.get('token_hash') ?? ''

      const { error } = await auth.client().verifyOtp({ type: 'magiclink', token_hash: token })

      const { rows } = await db.query(`select user_id from public.contact_messages where name = 'Mover'`)
      expect(error).toBeNull()
      expect(rows).toEqual([{ user_id: id }])
    })
  })

  test('with sign-up disabled, registration is refused and responses do not reveal accounts', async () => {
    await start({ GOTRUE_DISABLE_SIGNUP: 'true' })
    await auth.adminClient().createUser({ email, password: PASSWORD, email_confirm: true })

    const signUp = await auth.client().signUp({ email: `new-${email}`, password: PASSWORD })
    const known = await auth.post('/auth/v1/otp', { email })
    const unknown = await auth.post('/auth/v1/otp', { email: `new-${email}` })

    expect(signUp.error).toMatchObject({ code: 'signup_disabled', status: 422 })
    expect([unknown.status, await unknown.text()]).toEqual([known.status, await known.text()])
    expect(auth.mailServer.to(`new-${email}`)).toEqual([])
    expect(await settings()).toMatchObject({ disable_signup: true })
  })

  test('passwords must meet the configured length and characters', async () => {
    await start({ GOTRUE_PASSWORD_MIN_LENGTH: '10', GOTRUE_PASSWORD_REQUIRED_CHARACTERS: 'abcdefgh:0123456789' })
    const reasonsFor = async (password: string) => {
      const { error } = await auth.client().signUp({ email, password })
      return (error as { reasons?: string[] } | null)?.reasons
    }

    expect(await reasonsFor('gr8 horse')).toEqual(['length'])
    expect(await reasonsFor('correct horse')).toEqual(['characters'])
    expect(await reasonsFor('correct 7 horses')).toBeUndefined()
  })

  test.each([
    ['GOTRUE_SESSIONS_TIMEBOX', 'created_at'],
    ['GOTRUE_SESSIONS_INACTIVITY_TIMEOUT', 'refreshed_at'],
  ])('a session ends after the time set in %s', async (name, column) => {
    await start({ [name]: '1h' })
    const client = await auth.signUp(email)
    const { data } = await client.getUser()
    expect((await client.refreshSession()).error).toBeNull()

    await db.query(
      `update auth.sessions set ${column} = now() at time zone 'utc' - interval '61 minutes' where user_id = $1`,
      [data.user?.id],
    )
    const { error } = await client.refreshSession()

    expect(error).toMatchObject({ code: 'session_expired', status: 400 })
  })

  test('where reauthentication is required, setting a new password in an old session requires the emailed code', async () => {
    await start({ GOTRUE_SECURITY_UPDATE_PASSWORD_REQUIRE_REAUTHENTICATION: 'true' })
    const client = await auth.signUp(email)
    expect((await client.updateUser({ password: 'a fresh session' })).error).toBeNull()
    const { data } = await client.getUser()
    await db.query(`update auth.sessions set created_at = now() - interval '25 hours' where user_id = $1`, [
      data.user?.id,
    ])

    const without = await client.updateUser({ password: 'an old session' })
    // Deliver the notice about the first change before the email with the code.
    await auth.mailTo(email)
    await client.reauthenticate()
    const nonce = /\b\d{6}\b/.exec((await auth.mailTo(email)).text ?? '')?.[0]
    const wrong = await client.updateUser({
      password: 'an old session',
      nonce: nonce === '000000' ? '000001' : '000000',
    })
    const right = await client.updateUser({ password: 'an old session', nonce })

    expect(without.error).toMatchObject({ code: 'reauthentication_needed', status: 400 })
    expect(wrong.error).toMatchObject({ code: 'reauthentication_not_valid', status: 422 })
    expect(right.error).toBeNull()
  })

  test('with email sign-in disabled, sign-up, sign-in and sign-in links are refused', async () => {
    await start({ GOTRUE_EXTERNAL_EMAIL_ENABLED: 'false' })

    const signUp = await auth.client().signUp({ email, password: PASSWORD })
    const signIn = await auth.client().signInWithPassword({ email, password: PASSWORD })
    const otp = await auth.client().signInWithOtp({ email })

    expect([signUp, signIn, otp].map(({ error }) => error?.code)).toEqual(Array(3).fill('email_provider_disabled'))
    expect(await settings()).toMatchObject({ external: { email: false } })
  })
})
