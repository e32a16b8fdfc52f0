// Anonymous callers must not learn which accounts exist. Every operation that takes an address or a number is called in the
// same way for each kind of account, up to its limits and beyond: responses, limits and password hashing must be the same.

import { beforeAll, describe, expect, test } from 'vitest'
import { ADDRESS_HEADER, type AuthHarness, authOn, PASSWORD, startAuth } from './auth-harness.ts'
import { serviceEngines } from './engines.ts'

const KINDS = ['unknown', 'confirmed', 'unconfirmed', 'invited', 'disabled', 'no password'] as const
type Kind = (typeof KINDS)[number]

const EMAIL_CALLS: [name: string, path: string, bodyOf: (email: string) => object][] = [
  ['sign-up', '/signup', (email) => ({ email, password: 'quite another phrase', data: { first_name: 'Ann' } })],
  ['sign-in', '/token?grant_type=password', (email) => ({ email, password: 'not the password' })],
  ['sign-in link', '/otp', (email) => ({ email })],
  ['sign-in link that may not create an account', '/otp', (email) => ({ email, create_user: false })],
  ['sign-in link from older clients', '/magiclink', (email) => ({ email })],
  ['password reset', '/recover', (email) => ({ email })],
  ['repeated confirmation', '/resend', (email) => ({ type: 'signup', email })],
  ['repeated email change', '/resend', (email) => ({ type: 'email_change', email })],
  ['typed code', '/verify', (email) => ({ type: 'email', email, token: '000000' })],
  ['typed recovery code', '/verify', (email) => ({ type: 'recovery', email, token: '000000' })],
  ['typed code for an email change', '/verify', (email) => ({ type: 'email_change', email, token: '000000' })],
]

const PHONE_CALLS: typeof EMAIL_CALLS = [
  ['sign-up', '/signup', (phone) => ({ phone, password: 'quite another phrase', data: { first_name: 'Ann' } })],
  ['sign-in', '/token?grant_type=password', (phone) => ({ phone, password: 'not the password' })],
  ['code', '/otp', (phone) => ({ phone })],
  ['code that may not create an account', '/otp', (phone) => ({ phone, create_user: false })],
  ['repeated code', '/resend', (phone) => ({ type: 'sms', phone })],
  ['repeated code for a phone change', '/resend', (phone) => ({ type: 'phone_change', phone })],
  ['typed code', '/verify', (phone) => ({ type: 'sms', phone, token: '000000' })],
]

/** The limits below are low, so that each is reached within these calls. */
const CALLS = 4
const NO_INTERVAL = { GOTRUE_SMTP_MAX_FREQUENCY: '0s', GOTRUE_SMS_MAX_FREQUENCY: '0s' }
const LIMITS = [
  ['the interval between two emails', {}, { passwordPair: 3, codeAccount: 3 }],
  [
    'the limit per account',
    NO_INTERVAL,
    { mailAccountHourly: 2, textAccountHourly: 2, passwordPair: 100, passwordAccount: 2, codeAccount: 2 },
  ],
  [
    'the limit per network',
    NO_INTERVAL,
    { signupAddress: 3, mailAddress: 3, textAddress: 3, passwordAddress: 3, verifyAddress: 3 },
  ],
] as const

const RANDOM = /[\da-f]{8}-[\da-f-]{27}|\d{4}-\d\d-\d\dT[\d:.]+Z/g

describe.each(serviceEngines)('an anonymous caller on $name', ({ open }) => {
  const base = authOn(open, () => ({ env: { GOTRUE_EXTERNAL_PHONE_ENABLED: 'true' } }))
  let networks = 0
  let made = 0

  const prepare = async (kind: Kind, by: 'email' | 'phone'): Promise<string> => {
    made += 1
    const name = by === 'email' ? `person${made}@example.com` : String(447_100_000_000 + made)
    const admin = base.adminClient()
    const make = async (more: object) => {
      const { data, error } = await admin.createUser({ [by]: name, ...more })
      if (error) throw error
      return data.user.id
    }
    const confirmed = { password: PASSWORD, email_confirm: true, phone_confirm: true }
    if (kind === 'confirmed') await make(confirmed)
    if (kind === 'no password') await make({ email_confirm: true, phone_confirm: true })
    if (kind === 'unconfirmed') await make({ password: PASSWORD, user_metadata: { first_name: 'Someone' } })
    if (kind === 'invited' && by === 'email') await admin.inviteUserByEmail(name)
    if (kind === 'disabled') {
      const id = await make(confirmed)
      await base.db.query('update public.profiles set disabled = true where id = $1', [id])
    }
    return name
  }

  const record = async (auth: AuthHarness, path: string, body: object, address: string) => {
    const [hashes, verifications] = [auth.hashes, auth.verifications]
    const response = await auth.post(`/auth/v1${path}`, body, { [ADDRESS_HEADER]: address })
    const headers = [...response.headers.keys()].sort()
    const text = await response.text()
    return {
      status: response.status,
      headers,
      text,
      work: [auth.hashes - hashes, auth.verifications - verifications],
    }
  }

  const callAll = async (auth: AuthHarness, kind: Kind, by: 'email' | 'phone', call: (typeof EMAIL_CALLS)[number]) => {
    networks += 1
    const [, path, bodyOf] = call
    const name = await prepare(kind, by)
    const responses = []
    for (let time = 0; time < CALLS; time += 1) {
      responses.push(await record(auth, path, bodyOf(name), `198.51.${networks >> 8}.${networks & 255}`))
    }
    const ids = responses.map(({ text }) => /"id":"([^"]+)"/.exec(text)?.[1]).filter(Boolean)
    const plain = (text: string) =>
      text
        .replaceAll(name, 'NAME')
        .replace(RANDOM, 'RANDOM')
        .replace(/after \d+ seconds/, 'after a while')
    return {
      responses: responses.map((response) => ({ ...response, text: plain(response.text) })),
      ids: new Set(ids).size,
    }
  }

  /** The site's message for a taken address needs these two fields; nothing else may differ. */
  const withoutIdentities = ({ responses }: Awaited<ReturnType<typeof callAll>>) =>
    responses.map(({ text, ...rest }) => {
      const { identities: _, role: __, ...shown } = JSON.parse(text) as Record<string, unknown>
      return { ...rest, shown }
    })

  describe.each(LIMITS)('calls up to and beyond %s', (_, env, points) => {
    let auth: AuthHarness
    beforeAll(async () => {
      auth = await startAuth(base.db, { env: { GOTRUE_EXTERNAL_PHONE_ENABLED: 'true', ...env }, limitPoints: points })
      // The first sign-in creates the decoy hash that unknown accounts are compared with.
      await auth.post('/auth/v1/token?grant_type=password', { email: 'unknown@example.com', password: PASSWORD })
      return () => auth.close()
    })

    test.each(EMAIL_CALLS)('known and unknown email addresses get the same responses: %s', async (...call) => {
      const isSignUp = call[0] === 'sign-up'
      const unknown = await callAll(auth, 'unknown', 'email', call)

      for (const kind of KINDS) {
        const known = await callAll(auth, kind, 'email', call)
        const isTaken = isSignUp && ['confirmed', 'disabled', 'no password'].includes(kind)
        if (isTaken) expect(withoutIdentities(known), kind).toEqual(withoutIdentities(unknown))
        else expect(known, kind).toEqual(unknown)
      }
      expect(unknown.responses.at(-1)?.status).toBe(429)
    })

    test.each(PHONE_CALLS)('known and unknown phone numbers get the same responses: %s', async (...call) => {
      const unknown = await callAll(auth, 'unknown', 'phone', call)

      for (const kind of KINDS) expect(await callAll(auth, kind, 'phone', call), kind).toEqual(unknown)
      expect(unknown.responses.at(-1)?.status).toBe(429)
    })
  })

  test('a sign-up with a taken address counts towards the limit on confirmation emails to that address', async () => {
    const auth = await startAuth(base.db, { limitPoints: {} })
    const resendStatus = async (kind: Kind) => {
      const email = await prepare(kind, 'email')
      await auth.post('/auth/v1/signup', { email, password: 'quite another phrase' })
      return (await auth.post('/auth/v1/resend', { type: 'signup', email })).status
    }

    expect(await resendStatus('confirmed')).toBe(await resendStatus('unknown'))
    await auth.close()
  })

  test('the response to an email change does not reveal that another account has the address', async () => {
    const client = await base.signUp('changing@example.com')
    const taken = await prepare('confirmed', 'email')
    const shown = async (email: string) =>
      JSON.stringify(await client.updateUser({ email }))
        .replaceAll(email, 'NAME')
        .replace(RANDOM, 'RANDOM')

    expect(await shown(taken)).toBe(await shown('free@example.com'))
  })
})
