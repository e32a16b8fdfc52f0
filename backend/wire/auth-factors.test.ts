// Two-step verification with an authenticator app: enrolling, challenging, verifying and removing it.

import { beforeEach, describe, expect, test } from 'vitest'
import { type Account, connect, newEmail, newNetwork, PASSWORD } from './connect.ts'
import { need, targets } from './target.ts'
import { codeOf, scan } from './totp-app.ts'

const wrong = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0')

describe.each(targets)('second steps on $name', (target) => {
  const backend = connect(target)

  const enrol = async ({ client }: Pick<Account, 'client'>, friendlyName?: string) => {
    const { data, error } = await client.mfa.enroll({ factorType: 'totp', friendlyName })
    if (error) throw error
    return data
  }
  const pass = ({ client }: Pick<Account, 'client'>, factorId: string, code: string) =>
    client.mfa.challengeAndVerify({ factorId, code })
  /** Uses the current code. The next period's code is already valid and still unused. */
  const withFactor = async (role?: 'admin') => {
    const account = await backend.account(newEmail(), role)
    const factor = await enrol(account)
    const { error } = await pass(account, factor.id, codeOf(factor.totp.secret))
    if (error) throw error
    return { ...account, factor }
  }
  const levelOf = async ({ client }: Pick<Account, 'client'>) =>
    (await client.mfa.getAuthenticatorAssuranceLevel()).data

  test('an app is enrolled with a QR code or secret, and verified with its first code', async () => {
    const account = await backend.account()

    const factor = await enrol(account, 'My phone')
    const before = (await account.client.mfa.listFactors()).data
    const { error } = await pass(account, factor.id, codeOf(factor.totp.secret))
    const after = (await account.client.mfa.listFactors()).data

    expect(await scan(factor.totp.qr_code)).toBe(factor.totp.uri)
    expect(factor.totp.uri).toContain(`secret=${factor.totp.secret}`)
    expect(before).toMatchObject({ all: [{ status: 'unverified', friendly_name: 'My phone' }], totp: [] })
    expect(error).toBeNull()
    expect(after?.totp).toMatchObject([{ id: factor.id, status: 'verified' }])
    expect(await levelOf(account)).toMatchObject({ currentLevel: 'aal2', nextLevel: 'aal2' })
    expect(JSON.stringify((await account.client.getUser()).data)).not.toContain(factor.totp.secret)
  })

  test('a session needs the code after the password, and refreshing the session keeps its level', async () => {
    const { email, factor } = await withFactor()
    const client = backend.auth()
    await client.signInWithPassword({ email, password: PASSWORD })
    expect(await levelOf({ client })).toMatchObject({ currentLevel: 'aal1', nextLevel: 'aal2' })

    const { error } = await pass({ client }, factor.id, codeOf(factor.totp.secret, 1))
    const refreshed = await client.refreshSession()

    expect(error ?? refreshed.error).toBeNull()
    const level = await levelOf({ client })
    expect(level?.currentLevel).toBe('aal2')
    expect(
      level?.currentAuthenticationMethods.map((entry) => (typeof entry === 'string' ? entry : entry.method)).sort(),
    ).toEqual(['password', 'totp'])
  })

  test('passing the second step ends other sessions that have not passed it', async () => {
    const account = await backend.account()
    const elsewhere = backend.auth()
    await elsewhere.signInWithPassword({ email: account.email, password: PASSWORD })
    const factor = await enrol(account)

    await pass(account, factor.id, codeOf(factor.totp.secret))

    expect((await elsewhere.refreshSession()).error).toBeTruthy()
    expect((await account.client.refreshSession()).error).toBeNull()
  })

  test('a session without the second step cannot change the password, the address or the factors', async () => {
    const { email, factor } = await withFactor()
    const client = backend.auth()
    await client.signInWithPassword({ email, password: PASSWORD })

    const password = await client.updateUser({ password: 'a new beginning' })
    const address = await client.updateUser({ email: newEmail() })
    const another = await client.mfa.enroll({ factorType: 'totp' })
    const without = await client.mfa.unenroll({ factorId: factor.id })

    expect([password, address, another, without].map(({ error }) => error?.code)).toEqual(
      Array(4).fill('insufficient_aal'),
    )
    expect([password, another, without].map(({ error }) => error?.status)).toEqual([401, 403, 422])
  })

  test('a session that has passed the second step can remove that step, and falls back to aal1', async () => {
    const account = await withFactor()

    const { error } = await account.client.mfa.unenroll({ factorId: account.factor.id })
    await account.client.refreshSession()

    expect(error).toBeNull()
    expect(await levelOf(account)).toMatchObject({ currentLevel: 'aal1', nextLevel: 'aal1' })
  })

  test('a factor may have a long name in any script', async () => {
    const account = await backend.account()
    const long = '🏎'.repeat(300)

    const { data, error } = await account.client.mfa.enroll({
      factorType: 'totp',
      friendlyName: `x${long}`,
      issuer: `x${long}`,
    })

    expect(error).toBeNull()
    expect(await scan(data?.totp.qr_code ?? '')).toBe(data?.totp.uri)
  })

  test('two factors in an account cannot have the same name', async () => {
    const account = await backend.account()
    await enrol(account, 'My phone')

    const { error } = await account.client.mfa.enroll({ factorType: 'totp', friendlyName: 'My phone' })

    expect(error).toMatchObject({ code: 'mfa_factor_name_conflict', status: 422 })
  })

  test('the service lists and removes a user’s factors', async () => {
    const { id, email, factor } = await withFactor()

    const listed = await backend.admin.mfa.listFactors({ userId: id })
    const removed = await backend.admin.mfa.deleteFactor({ userId: id, id: factor.id })
    const client = backend.auth()
    await client.signInWithPassword({ email, password: PASSWORD })

    expect(listed.data?.factors).toMatchObject([{ id: factor.id, status: 'verified' }])
    expect(JSON.stringify(listed.data)).not.toContain(factor.totp.secret)
    expect(removed.error).toBeNull()
    expect(await levelOf({ client })).toMatchObject({ nextLevel: 'aal1' })
  })

  describe('attacks', () => {
    test('a wrong code is refused, and a challenge can be verified only once', async () => {
      const account = await withFactor()
      const { factor } = account
      const challenge = await account.client.mfa.challenge({ factorId: factor.id })
      const verify = (code: string) =>
        account.client.mfa.verify({ factorId: factor.id, challengeId: challenge.data?.id ?? '', code })

      const bad = await verify(wrong(codeOf(factor.totp.secret, 1)))
      const good = await verify(codeOf(factor.totp.secret, 1))
      const again = await verify(codeOf(factor.totp.secret, 1))

      expect(bad.error).toMatchObject({ code: 'mfa_verification_failed', status: 422 })
      expect(good.error).toBeNull()
      expect(again.error).toMatchObject({ status: 422 })
    })

    test('an unverified factor cannot replace the verified one', async () => {
      const account = await withFactor()
      const unverified = await enrol(account)
      const client = backend.auth()
      await client.signInWithPassword({ email: account.email, password: PASSWORD })

      const { error } = await pass({ client }, unverified.id, codeOf(unverified.totp.secret))

      expect(error).toMatchObject({ code: 'insufficient_aal', status: 403 })
    })

    test('a user cannot challenge or remove another user’s factor', async () => {
      const [victim, attacker] = [await withFactor(), await backend.account()]

      const challenge = await attacker.client.mfa.challenge({ factorId: victim.factor.id })
      const removal = await attacker.client.mfa.unenroll({ factorId: victim.factor.id })

      expect([challenge.error, removal.error]).toMatchObject([
        { code: 'mfa_factor_not_found', status: 404 },
        { code: 'mfa_factor_not_found', status: 404 },
      ])
    })

    describe('with our rules', () => {
      beforeEach(need(target, 'our rules'))

      test('a used code is also refused in another session', async () => {
        const { email, factor } = await withFactor()
        const code = codeOf(factor.totp.secret, 1)
        const signIn = async () => {
          const client = backend.auth()
          await client.signInWithPassword({ email, password: PASSWORD })
          return { client }
        }
        const first = await pass(await signIn(), factor.id, code)
        const replayed = await pass(await signIn(), factor.id, code)

        expect(first.error).toBeNull()
        expect(replayed.error).toMatchObject({ code: 'mfa_verification_failed' })
      })

      test('a network is blocked after ten wrong codes, but the owner can still sign in', async () => {
        const { email, factor } = await withFactor()
        const client = backend.auth()
        const signedIn = await client.signInWithPassword({ email, password: PASSWORD })
        const { data } = await client.mfa.challenge({ factorId: factor.id })
        const code = wrong(wrong(codeOf(factor.totp.secret, 1)))
        const verify = (from: string) =>
          backend.post(
            `/auth/v1/factors/${factor.id}/verify`,
            { challenge_id: data?.id, code },
            { from, as: { token: signedIn.data.session?.access_token ?? '' } },
          )
        const from = `${newNetwork()}::1`

        const responses = await Promise.all(Array.from({ length: 14 }, () => verify(from)))
        const owner = await pass({ client }, factor.id, codeOf(factor.totp.secret, 1))

        expect(responses.filter(({ status }) => status === 429)).toHaveLength(4)
        expect(owner.error).toBeNull()
      })

      test('an admin with a second step has admin rights only after passing it', async () => {
        const { email, factor } = await withFactor('admin')
        const client = backend.auth()
        await client.signInWithPassword({ email, password: PASSWORD })
        const isAdmin = async () => {
          const { data } = await client.getSession()
          return (await backend.rest(data.session?.access_token).rpc('is_admin')).data
        }

        const before = await isAdmin()
        await pass({ client }, factor.id, codeOf(factor.totp.secret, 1))

        expect([before, await isAdmin()]).toEqual([false, true])
      })
    })
  })
})
