import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type Challenge, solveChallenge } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/sha'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { PASSWORD, startAuth } from '../../test/auth-harness.ts'
import { serviceEngines } from '../../test/engines.ts'
import type { Database } from '../db/database.ts'
import { type Captcha, type CaptchaContext, type CaptchaDeps, createCaptcha } from './create-captcha.ts'

const HMAC_SECRET = 'a secret of this test'
const CONTEXT: CaptchaContext = { action: 'enquiry', address: '203.0.113.1' }
const CALLS = ['insert', 'customer-mail', 'dealer-mail'] as const

describe.each(serviceEngines)('captcha on $name', ({ open }) => {
  let db: Database
  let captcha: Captcha
  const create = (changes: Partial<CaptchaDeps> = {}) =>
    createCaptcha({
      db,
      mode: 'on',
      hmacSecret: HMAC_SECRET,
      recaptchaSecretKey: null,
      tries: { min: 1, max: 5 },
      ...changes,
    })

  beforeAll(async () => {
    db = await open()
  })
  afterAll(() => db.close())
  beforeEach(async () => {
    captcha = create()
    await db.exec('delete from forecourt.captcha_passes; delete from public.function_limits')
  })

  const check = (token: string | undefined, using = captcha, context: Partial<CaptchaContext> = {}) =>
    using.verify(token, { ...CONTEXT, ...context })

  test('the service issues a challenge and accepts its solution', async () => {
    const response = await captcha.routes.request('/?action=enquiry')

    expect(response.headers.get('cache-control')).toBe('no-store')
    const { provider, challenge } = (await response.json()) as { provider: string; challenge: Challenge }
    expect(provider).toBe('altcha')
    expect(await check(await solve(challenge))).toBe(true)
  })

  test('a token can be used once for each call in a submission, whichever process handles the call', async () => {
    const token = await newToken()
    const another = create()

    for (const call of CALLS) expect(await check(token, another, { call })).toBe(true)
    for (const call of CALLS) expect(await check(token, captcha, { call })).toBe(false)
  })

  test('when several calls of the same kind use one token at once, only one of them passes', async () => {
    const token = await newToken()

    const results = await Promise.all(Array.from({ length: 8 }, () => check(token, captcha, { call: 'insert' })))

    expect(results.filter(Boolean)).toHaveLength(1)
  })

  test('a proof for one kind of form is never valid for another kind, whether or not it has been used', async () => {
    const token = await newToken()

    for (const action of ['test-drive', 'contact', 'login', 'register', 'reset'] as const)
      expect(await check(token, captcha, { action })).toBe(false)
    expect(await check(token, captcha, { call: 'insert' })).toBe(true)
    expect(await check(token, captcha, { action: 'test-drive', call: 'customer-mail' })).toBe(false)
    expect(await check(token, captcha, { action: 'login' })).toBe(false)
  })

  test('a challenge request without a known action is refused', async () => {
    expect((await captcha.routes.request('/')).status).toBe(400)
    expect((await captcha.routes.request('/?action=anything')).status).toBe(400)
  })

  test('the action of a solved challenge cannot be changed', async () => {
    const { challenge, solution } = decode(await newToken())
    const parameters = { ...challenge.parameters, data: { ...challenge.parameters.data, action: 'login' } }

    const forged = encode({ challenge: { ...challenge, parameters }, solution })

    expect(await check(forged, captcha, { action: 'login' })).toBe(false)
  })

  test('a token expires two minutes after its first use', async () => {
    const token = await newToken()
    await check(token, captcha, { call: 'insert' })
    await db.query(`update forecourt.captcha_passes set expires_at = expires_at - interval '121 seconds'`)

    expect(await check(token, captcha, { call: 'dealer-mail' })).toBe(false)
  })

  test('encoding the same solution differently does not produce a new token', async () => {
    const token = await newToken()
    await check(token)
    const payload = decode(token)

    expect(await check(encode({ ...payload, extra: 1 }))).toBe(false)
    expect(await check(encode({ solution: { ...payload.solution, time: 7 }, challenge: payload.challenge }))).toBe(
      false,
    )
    expect(await check(` ${token}`)).toBe(false)
  })

  test('a solution that is wrong, expired, tampered with or from another server is refused', async () => {
    const payload = decode(await newToken())
    const { parameters } = payload.challenge
    const foreign = create({ hmacSecret: 'another secret' })

    expect(await check(encode({ ...payload, solution: { ...payload.solution, derivedKey: '00'.repeat(32) } }))).toBe(
      false,
    )
    expect(
      await check(
        encode({ ...payload, challenge: { ...payload.challenge, parameters: { ...parameters, expiresAt: 1 } } }),
      ),
    ).toBe(false)
    expect(
      await check(encode({ ...payload, challenge: { ...payload.challenge, parameters: { ...parameters, cost: 1 } } })),
    ).toBe(false)
    expect(await check(encode({ ...payload, challenge: { ...payload.challenge, signature: undefined } }))).toBe(false)
    expect(await check(await newToken(foreign))).toBe(false)
  })

  test.each([
    '',
    'nonsense',
    'e30=',
    'x'.repeat(10_000),
    encode({ challenge: { parameters: {}, signature: '' }, solution: { counter: 1, derivedKey: '' } }),
  ])('malformed token %# is refused without an error', async (token) => {
    expect(await check(token)).toBe(false)
    expect(await check(undefined)).toBe(false)
  })

  test('every request passes while the captcha is off', async () => {
    const off = create({ mode: 'off' })

    expect(await check(undefined, off)).toBe(true)
    expect(await (await off.routes.request('/?action=login')).json()).toEqual({ provider: 'off' })
  })

  describe('reCAPTCHA', () => {
    let google: Server
    let received: URLSearchParams[]
    let siteverifyUrl: string

    beforeAll(async () => {
      google = createServer((request, response) => {
        let body = ''
        request.on('data', (chunk: Buffer) => {
          body += chunk
        })
        request.on('end', () => {
          const form = new URLSearchParams(body)
          const isNew = !received.some((earlier) => earlier.get('response') === form.get('response'))
          received.push(form)
          const success = form.get('secret') === 'secret' && /^human/.test(form.get('response') ?? '') && isNew
          const verdicts: Record<string, object> = {
            'human-bot': { score: 0.1 },
            'human-login': { action: 'login', score: 0.9 },
            late: { 'error-codes': ['timeout-or-duplicate'] },
          }
          const wrongKey = form.get('secret') !== 'secret' && { 'error-codes': ['invalid-input-secret'] }
          response.end(JSON.stringify({ success, ...verdicts[form.get('response') ?? ''], ...wrongKey }))
        })
      })
      await new Promise<void>((ready) => google.listen(0, '127.0.0.1', ready))
      siteverifyUrl = `http://127.0.0.1:${(google.address() as AddressInfo).port}/siteverify`
    })
    afterAll(() => new Promise((closed) => google.close(closed)))
    beforeEach(async () => {
      received = []
      captcha = create({ recaptchaSecretKey: 'secret', siteverifyUrl })
      await setSiteKey('site-key')
    })
    const setSiteKey = (value: string) =>
      db.query(`update public.config set value = $1 where key = 'RECAPTCHA_SITE_KEY'`, [value])

    test('when both keys are set, reCAPTCHA is offered along with a challenge for visitors who decline reCAPTCHA', async () => {
      const announced = await (await captcha.routes.request('/?action=enquiry')).json()

      expect(announced).toMatchObject({ provider: 'recaptcha', siteKey: 'site-key', challenge: { parameters: {} } })
      expect(await check(await newToken())).toBe(true)
      await setSiteKey('')
      expect(await (await captcha.routes.request('/?action=enquiry')).json()).toMatchObject({ provider: 'altcha' })
      expect(await (await create().routes.request('/?action=enquiry')).json()).toMatchObject({ provider: 'altcha' })
    })

    test('a token is verified with Google only once, and the verdict is valid for one submission only', async () => {
      for (const call of CALLS) expect(await check('human-1', captcha, { call })).toBe(true)
      for (const call of CALLS) expect(await check('human-1', captcha, { call })).toBe(false)
      expect(await check('human-1', captcha, { action: 'login' })).toBe(false)
      expect(received).toHaveLength(1)
      expect(Object.fromEntries(received[0] ?? [])).toEqual({
        secret: 'secret',
        response: 'human-1',
        remoteip: '203.0.113.1',
      })
    })

    test('a token is refused if Google rejects it or gives it a low score', async () => {
      expect(await check('robot')).toBe(false)
      expect(await check('human-bot')).toBe(false)
    })

    test('a proof of work used in place of reCAPTCHA is eight times as costly as usual', async () => {
      const easy = await newToken(create())
      const { parameters } = decode(await newToken()).challenge

      expect(parameters.data).toMatchObject({ isHard: true })
      expect(await check(easy)).toBe(false)
      const counters = await Promise.all(
        Array.from({ length: 5 }, async () => decode(await newToken()).solution.counter),
      )
      // Solving the challenge takes eight to forty tries instead of one to five.
      for (const counter of counters) expect(counter).toBeGreaterThanOrEqual(8)
    })

    test('a network whose token Google has just refused cannot use a proof of work instead', async () => {
      const address = '2001:db8:1:2::1'
      expect(await check(await newToken(), captcha, { address })).toBe(true)
      expect(await check('human-bot', captcha, { address })).toBe(false)

      expect(await check(await newToken(), captcha, { address: '2001:db8:1:2:ffff::9' })).toBe(false)
      expect(await check(await newToken(), captcha, { address: '2001:db8:1:3::1' })).toBe(true)
      await db.query(`update public.function_limits set resets_at = now()`)
      expect(await check(await newToken(), captcha, { address })).toBe(true)
    })

    test('a network may use at most twenty proofs of work an hour in place of reCAPTCHA', async () => {
      for (let i = 0; i < 20; i++) expect(await check(await newToken())).toBe(true)

      expect(await check(await newToken())).toBe(false)
      expect(await check(await newToken(), captcha, { address: '203.0.113.2' })).toBe(true)
      expect(await check('human-7')).toBe(true)
    })

    test('tokens from a network are no longer sent to Google after twenty refusals', async () => {
      for (let i = 0; i < 25; i++) await check(`robot-${i}`)

      expect(received).toHaveLength(20)
    })

    test('a token that is refused because it has expired or our own key is wrong does not count against the network', async () => {
      expect(await check('late')).toBe(false)
      expect(await check('x', create({ recaptchaSecretKey: 'wrong', siteverifyUrl }))).toBe(false)

      expect(await check(await newToken())).toBe(true)
    })

    test('a token is refused if Google reports that it was issued for another action', async () => {
      expect(await check('human-login')).toBe(false)
    })

    test('a token is refused if Google cannot be reached', async () => {
      expect(
        await check('human-2', create({ recaptchaSecretKey: 'secret', siteverifyUrl: 'http://127.0.0.1:9/' })),
      ).toBe(false)
    })

    test('a reCAPTCHA token is refused unless both keys are set', async () => {
      expect(await check('human-3', create({ siteverifyUrl }))).toBe(false)
      await setSiteKey('')
      expect(await check('human-4')).toBe(false)
      expect(received).toEqual([])
    })
  })

  test('sign-up, sign-in and password recovery require a captcha token', async () => {
    const auth = await startAuth(db, { captcha: 'on' })
    const email = 'captcha@example.com'
    const tokenFor = async (action: string) => {
      const response = await auth.request(`/captcha/v1/?action=${action}`)
      const { challenge } = (await response.json()) as { challenge: Challenge }
      return solve(challenge)
    }
    const client = auth.client()

    expect((await client.signUp({ email, password: PASSWORD })).error).toMatchObject({
      code: 'captcha_failed',
      status: 400,
    })
    expect((await client.signInWithPassword({ email, password: PASSWORD })).error).toMatchObject({
      code: 'captcha_failed',
    })
    expect((await client.resetPasswordForEmail(email)).error).toMatchObject({ code: 'captcha_failed' })
    const signUp = await client.signUp({
      email,
      password: PASSWORD,
      options: { captchaToken: await tokenFor('register') },
    })
    const signIn = await client.signInWithPassword({
      email,
      password: PASSWORD,
      options: { captchaToken: await tokenFor('login') },
    })
    const recover = await client.resetPasswordForEmail(email, { captchaToken: await tokenFor('reset') })
    const wrongKind = await client.resetPasswordForEmail(email, { captchaToken: await tokenFor('contact') })

    expect(signUp.error).toBeNull()
    expect(signIn.error).toMatchObject({ code: 'email_not_confirmed' })
    expect(recover.error).toBeNull()
    expect(wrongKind.error).toMatchObject({ code: 'captcha_failed' })
    await auth.close()
  })

  async function newToken(from = captcha): Promise<string> {
    const { challenge } = (await (await from.routes.request('/?action=enquiry')).json()) as { challenge: Challenge }
    return solve(challenge)
  }
})

interface Token {
  challenge: Challenge
  solution: { counter: number; derivedKey: string }
}

async function solve(challenge: Challenge): Promise<string> {
  return encode({ challenge, solution: await solveChallenge({ challenge, deriveKey }) })
}

function encode(payload: unknown): string {
  return Buffer.from(JSON.stringify(payload)).toString('base64')
}

const decode = (token: string) => JSON.parse(Buffer.from(token, 'base64').toString()) as Token
