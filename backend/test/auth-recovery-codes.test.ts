// Recovery codes for two-step verification, and the emails about changes to it.

import { beforeEach, describe, expect, test } from 'vitest'
import { AUTH_RATES, FACTOR_RULES, RECOVERY_CODES } from '../src/auth/limits.ts'
import { codeOf } from '../wire/totp-app.ts'
import { ADDRESS_HEADER, authOn, PASSWORD } from './auth-harness.ts'
import { serviceEngines } from './engines.ts'

describe.each(serviceEngines)('recovery codes on $name', ({ open }) => {
  const auth = authOn(open)
  let made = 0
  let email: string
  beforeEach(() => {
    made += 1
    email = `person${made}@example.com`
  })

  type Client = ReturnType<typeof auth.client>
  const tokenOf = async (client: Client) => (await client.getSession()).data.session?.access_token ?? ''
  const call = async (client: Client, method: string, path: string, body?: object, address = '203.0.113.1') => {
    const response = await auth.request(`/auth/v1${path}`, {
      method,
      body: body && JSON.stringify(body),
      headers: {
        authorization: `Bearer ${await tokenOf(client)}`,
        'content-type': 'application/json',
        'x-supabase-api-version': '2024-01-01',
        [ADDRESS_HEADER]: address,
      },
    })
    return { status: response.status, body: (await response.json()) as Record<string, unknown> }
  }
  const makeCodes = async (client: Client) => (await call(client, 'POST', '/recovery-codes')).body.codes as string[]
  const sendCode = (client: Client, code: string, address?: string) =>
    call(client, 'POST', '/recovery-codes/verify', { code }, address)
  const remaining = async (client: Client) => (await call(client, 'GET', '/recovery-codes')).body.remaining

  /** A signed-in client that has just passed its second step. */
  const withTwoSteps = async () => {
    await auth.adminClient().createUser({ email, password: PASSWORD, email_confirm: true })
    const client = await signIn()
    const { data: factor } = await client.mfa.enroll({ factorType: 'totp' })
    const factorId = factor?.id ?? ''
    const { error } = await client.mfa.challengeAndVerify({ factorId, code: codeOf(factor?.totp.secret ?? '') })
    if (error) throw error
    return { client, factorId }
  }
  const signIn = async () => {
    const client = auth.client()
    const { error } = await client.signInWithPassword({ email, password: PASSWORD })
    if (error) throw error
    return client
  }
  const subjectsTo = async (recipient: string) => {
    const { rows } = await auth.db.query<{ template: string; data: Record<string, string> }>(
      'select template, data from public.email_outbox where recipient = $1 order by created_at',
      [recipient],
    )
    return rows.map(({ template, data }) => [template, data.change ?? data.remaining].filter(Boolean).join(' '))
  }

  test('a code can raise a session to aal2 only once, and the owner is emailed the number of codes left', async () => {
    const { client } = await withTwoSteps()
    const codes = await makeCodes(client)
    // Deliver this email first, because if several emails are sent together, any of them can be the newest.
    await auth.mailTo(email)
    const elsewhere = await signIn()

    const used = await sendCode(elsewhere, ` ${codes[3]?.toLowerCase().replace('-', ' ')} `)

    expect(new Set(codes).size).toBe(RECOVERY_CODES.count)
    for (const code of codes) expect(code).toMatch(/^[A-Z2-7]{5}-[A-Z2-7]{5}$/)
    expect(used.status).toBe(200)
    await elsewhere.setSession(used.body as { access_token: string; refresh_token: string })
    expect((await elsewhere.getClaims()).data?.claims).toMatchObject({
      aal: 'aal2',
      amr: expect.arrayContaining([expect.objectContaining({ method: 'recovery_code' })]),
    })
    expect((await elsewhere.refreshSession()).error).toBeNull()
    expect(await remaining(elsewhere)).toBe(RECOVERY_CODES.count - 1)
    expect(await sendCode(await signIn(), codes[3] ?? '')).toMatchObject({
      status: 422,
      body: { code: 'mfa_verification_failed' },
    })
    expect((await auth.mailTo(email)).text).toContain('You have 9 recovery codes left')
  })

  test('a code is accepted only once when three sessions send it at the same time', async () => {
    const { client } = await withTwoSteps()
    const [code = ''] = await makeCodes(client)
    const clients = await Promise.all([signIn(), signIn(), signIn()])

    const responses = await Promise.all(clients.map((each) => sendCode(each, code)))

    expect(responses.filter(({ status }) => status === 200)).toHaveLength(1)
  })

  test('new codes invalidate the old codes', async () => {
    const { client } = await withTwoSteps()
    const [old = ''] = await makeCodes(client)
    const [fresh = ''] = await makeCodes(client)
    const elsewhere = await signIn()

    expect((await sendCode(elsewhere, old)).status).toBe(422)
    expect((await sendCode(elsewhere, fresh)).status).toBe(200)
  })

  test('codes are created only for a session that has recently passed the second step', async () => {
    const { client } = await withTwoSteps()
    const below = await signIn()
    const early = await call(below, 'POST', '/recovery-codes')
    await auth.db.query(
      `update auth.mfa_amr_claims set created_at = created_at - make_interval(secs => $1)
       where authentication_method = 'totp'`,
      [FACTOR_RULES.recentSeconds + 1],
    )
    const late = await call(client, 'POST', '/recovery-codes')

    expect(early).toMatchObject({ status: 403, body: { code: 'insufficient_aal' } })
    expect(late).toMatchObject({ status: 400, body: { code: 'reauthentication_needed' } })
  })

  test('the database does not store usable codes, and no role can read their table', async () => {
    const { client } = await withTwoSteps()
    const codes = await makeCodes(client)
    const { rows } = await auth.db.query<{ all: string }>(
      'select coalesce(string_agg(code_hash, chr(10)), $1) as all from auth.mfa_recovery_codes',
      [''],
    )

    for (const code of codes) expect(rows[0]?.all).not.toContain(code.replace('-', ''))
    for (const role of ['anon', 'authenticated', 'service_role']) {
      const { rows: granted } = await auth.db.query(
        `select has_table_privilege($1, 'auth.mfa_recovery_codes', 'select, insert, update, delete') as any`,
        [role],
      )
      expect(granted).toEqual([{ any: false }])
    }
  })

  test('a code from one account does not work for another account', async () => {
    const first = await withTwoSteps()
    const codes = await makeCodes(first.client)
    made += 1
    email = `person${made}@example.com`
    await withTwoSteps()

    expect((await sendCode(await signIn(), codes[0] ?? '')).status).toBe(422)
  })

  test('wrong recovery codes are counted together with wrong app codes, by account and network', async () => {
    const { client } = await withTwoSteps()
    const [code = ''] = await makeCodes(client)
    const elsewhere = await signIn()
    const wrong = []
    for (let time = 0; time <= AUTH_RATES.factorPair.points; time += 1)
      wrong.push((await sendCode(elsewhere, 'AAAAA-AAAAA', '203.0.113.9')).status)

    expect(wrong.slice(0, -1).every((status) => status === 422)).toBe(true)
    expect(wrong.at(-1)).toBe(429)
    expect((await sendCode(elsewhere, code, '203.0.113.9')).status).toBe(429)
    expect((await sendCode(elsewhere, code, '198.51.100.1')).status).toBe(200)
  })

  test.each(['', 'A', 'AAAAA-AAAA!', 'A'.repeat(100_000), '๐'.repeat(10)])(
    'malformed code %# is refused',
    async (text) => {
      const { client } = await withTwoSteps()
      await makeCodes(client)

      expect([400, 413, 422]).toContain((await sendCode(await signIn(), text)).status)
      expect(await remaining(client)).toBe(RECOVERY_CODES.count)
    },
  )

  test('removing the factor deletes the codes and lowers any session that a code raised', async () => {
    const { client, factorId } = await withTwoSteps()
    const [first = '', second = ''] = await makeCodes(client)
    const raised = await signIn()
    await raised.setSession((await sendCode(raised, first)).body as { access_token: string; refresh_token: string })

    const { error } = await raised.mfa.unenroll({ factorId })
    const { rows } = await auth.db.query<{ aal: string }>(
      'select distinct aal::text from auth.sessions where user_id = $1',
      [(await raised.getUser()).data.user?.id],
    )

    expect(error).toBeNull()
    expect(rows).toEqual([{ aal: 'aal1' }])
    expect(await remaining(raised)).toBe(0)
    expect((await sendCode(raised, second)).status).toBe(422)
  })

  test('the owner is emailed when two-step verification is turned on or off or reset, but not about factor changes in between', async () => {
    const { client, factorId } = await withTwoSteps()
    const { data: another } = await client.mfa.enroll({ factorType: 'totp', friendlyName: 'second' })
    const secret = another?.totp.secret ?? ''
    await client.mfa.challengeAndVerify({ factorId: another?.id ?? '', code: codeOf(secret) })
    await client.mfa.unenroll({ factorId })
    expect(await subjectsTo(email)).toEqual(['two-steps-changed on'])

    await client.mfa.unenroll({ factorId: another?.id ?? '' })
    expect(await subjectsTo(email)).toEqual(['two-steps-changed on', 'two-steps-changed off'])

    made += 1
    email = `person${made}@example.com`
    const lost = await withTwoSteps()
    await makeCodes(lost.client)
    const id = (await lost.client.getUser()).data.user?.id ?? ''
    await auth.adminClient().mfa.deleteFactor({ id: lost.factorId, userId: id })
    expect(await subjectsTo(email)).toEqual(['two-steps-changed on', 'two-steps-changed reset'])
    const { rows } = await auth.db.query('select from auth.mfa_recovery_codes where user_id = $1', [id])
    expect(rows).toEqual([])
  })

  test('when the service removes the only remaining second step, all sessions end, and the email says so', async () => {
    const { client, factorId } = await withTwoSteps()
    const { data: another } = await client.mfa.enroll({ factorType: 'totp', friendlyName: 'second' })
    const otherId = another?.id ?? ''
    await client.mfa.challengeAndVerify({ factorId: otherId, code: codeOf(another?.totp.secret ?? '') })
    const userId = (await client.getUser()).data.user?.id ?? ''
    const remove = (id: string) => auth.adminClient().mfa.deleteFactor({ id, userId })

    expect((await remove(factorId)).error).toBeNull()
    expect((await client.getUser()).error).toBeNull()
    await auth.mailTo(email)
    expect((await remove(otherId)).error).toBeNull()
    expect(await call(client, 'GET', '/user')).toMatchObject({ status: 403, body: { code: 'session_not_found' } })
    expect((await auth.mailTo(email)).text).toContain('signed you out on all devices')
  })

  test('the owner is emailed when new codes are created, except for the first codes during set-up', async () => {
    const { client } = await withTwoSteps()
    await makeCodes(client)
    expect(await subjectsTo(email)).toEqual(['two-steps-changed on'])
    // Deliver this email first, because if several emails are sent together, any of them can be the newest.
    await auth.mailTo(email)

    await makeCodes(client)
    expect((await auth.mailTo(email)).subject).toContain('New recovery codes were created')
  })

  test('the owner is emailed when the first codes are created long after the set-up', async () => {
    const { client, factorId } = await withTwoSteps()
    await auth.db.query(`update auth.mfa_factors set created_at = now() - interval '1 day' where id = $1`, [factorId])
    await makeCodes(client)

    expect(await subjectsTo(email)).toEqual(['two-steps-changed on', 'two-steps-changed codes'])
  })

  test('the owner is emailed when the database function resets two-step verification', async () => {
    const { client } = await withTwoSteps()
    await auth.db.query('select forecourt.drop_second_steps($1)', [(await client.getUser()).data.user?.id])

    expect(await subjectsTo(email)).toEqual(['two-steps-changed on', 'two-steps-changed reset'])
  })

  test('codes are deleted with the account', async () => {
    const { client } = await withTwoSteps()
    await makeCodes(client)
    const id = (await client.getUser()).data.user?.id ?? ''
    await auth.adminClient().deleteUser(id)

    const { rows } = await auth.db.query('select from auth.mfa_recovery_codes where user_id = $1', [id])
    expect(rows).toEqual([])
  })
})
