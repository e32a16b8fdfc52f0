import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type Challenge, solveChallenge } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/sha'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Captcha, type CaptchaDeps, createCaptcha } from '../src/captcha/create-captcha.ts'
import type { Database } from '../src/db/database.ts'
import { engines } from '../test/engines.ts'
import { PASSWORD, startAuth } from './auth-harness.ts'

const HMAC_SECRET = 'a secret of this test'
const CONTEXT = { action: 'test', address: '203.0.113.1' }

describe.each(engines)('captcha on $name', ({ open }) => {
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
    await db.query('delete from forecourt.captcha_passes')
  })

  const check = (token: string | undefined, using = captcha) => using.verify(token, CONTEXT)

  test('announces a challenge whose solution passes', async () => {
    const response = await captcha.routes.request('/')

    expect(response.headers.get('cache-control')).toBe('no-store')
    const { provider, challenge } = (await response.json()) as { provider: string; challenge: Challenge }
    expect(provider).toBe('altcha')
    expect(await check(await solve(challenge))).toBe(true)
  })

  test('a token is good for one submission of four calls, in any process', async () => {
    const token = await newToken()
    const another = create()

    const answers = [await check(token), await check(token, another), await check(token), await check(token, another)]

    expect(answers).toEqual([true, true, true, true])
    expect(await check(token)).toBe(false)
    expect(await check(token, another)).toBe(false)
  })

  test('calls at the same moment share the four', async () => {
    const token = await newToken()

    const answers = await Promise.all(Array.from({ length: 8 }, () => check(token)))

    expect(answers.filter(Boolean)).toHaveLength(4)
  })

  test('a token is over two minutes after its first use', async () => {
    const token = await newToken()
    await check(token)
    await db.query(`update forecourt.captcha_passes set expires_at = expires_at - interval '121 seconds'`)

    expect(await check(token)).toBe(false)
  })

  test('writing the same solution in another way gives no new token', async () => {
    const token = await newToken()
    for (let call = 0; call < 4; call += 1) await check(token)
    const payload = decode(token)

    expect(await check(encode({ ...payload, extra: 1 }))).toBe(false)
    expect(await check(encode({ solution: { ...payload.solution, time: 7 }, challenge: payload.challenge }))).toBe(
      false,
    )
    expect(await check(` ${token}`)).toBe(false)
  })

  test('a solution that is wrong, expired, tampered with or of another server is refused', async () => {
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
  ])('token %# is refused without an error', async (token) => {
    expect(await check(token)).toBe(false)
    expect(await check(undefined)).toBe(false)
  })

  test('switched off, everything passes', async () => {
    const off = create({ mode: 'off' })

    expect(await check(undefined, off)).toBe(true)
    expect(await (await off.routes.request('/')).json()).toEqual({ provider: 'off' })
  })

  describe('reCAPTCHA', () => {
    let google: Server
    let asked: URLSearchParams[]
    let siteverifyUrl: string

    beforeAll(async () => {
      google = createServer((request, response) => {
        let body = ''
        request.on('data', (chunk: Buffer) => {
          body += chunk
        })
        request.on('end', () => {
          const form = new URLSearchParams(body)
          const isNew = !asked.some((earlier) => earlier.get('response') === form.get('response'))
          asked.push(form)
          const success = form.get('secret') === 'secret' && /^human/.test(form.get('response') ?? '') && isNew
          response.end(JSON.stringify(form.get('response') === 'human-bot' ? { success, score: 0.1 } : { success }))
        })
      })
      await new Promise<void>((ready) => google.listen(0, '127.0.0.1', ready))
      siteverifyUrl = `http://127.0.0.1:${(google.address() as AddressInfo).port}/siteverify`
    })
    afterAll(() => new Promise((closed) => google.close(closed)))
    beforeEach(async () => {
      asked = []
      captcha = create({ recaptchaSecretKey: 'secret', siteverifyUrl })
      await setSiteKey('site-key')
    })
    const setSiteKey = (value: string) =>
      db.query(`update public.config set value = $1 where key = 'RECAPTCHA_SITE_KEY'`, [value])

    test('is announced when both keys are set, with a challenge for those who do not want it', async () => {
      const announced = await (await captcha.routes.request('/')).json()

      expect(announced).toMatchObject({ provider: 'recaptcha', siteKey: 'site-key', challenge: { parameters: {} } })
      expect(await check(await newToken())).toBe(true)
      await setSiteKey('')
      expect(await (await captcha.routes.request('/')).json()).toMatchObject({ provider: 'altcha' })
      expect(await (await create().routes.request('/')).json()).toMatchObject({ provider: 'altcha' })
    })

    test('Google is asked once; the answer is good for the submission', async () => {
      const answers = [await check('human-1'), await check('human-1'), await check('human-1'), await check('human-1')]

      expect(answers).toEqual([true, true, true, true])
      expect(await check('human-1')).toBe(false)
      expect(asked).toHaveLength(1)
      expect(Object.fromEntries(asked[0] ?? [])).toEqual({
        secret: 'secret',
        response: 'human-1',
        remoteip: '203.0.113.1',
      })
    })

    test('a token that Google refuses, or scores low, is refused', async () => {
      expect(await check('robot')).toBe(false)
      expect(await check('human-bot')).toBe(false)
    })

    test('a Google that cannot be reached is a no', async () => {
      expect(
        await check('human-2', create({ recaptchaSecretKey: 'secret', siteverifyUrl: 'http://127.0.0.1:9/' })),
      ).toBe(false)
    })

    test('without the keys, no such token passes', async () => {
      expect(await check('human-3', create({ siteverifyUrl }))).toBe(false)
      await setSiteKey('')
      expect(await check('human-4')).toBe(false)
      expect(asked).toEqual([])
    })
  })

  test('sign-up, sign-in and recovery need it', async () => {
    const auth = await startAuth(db, { captcha: 'on' })
    const email = 'captcha@example.com'
    const tokenFor = async () => {
      const { challenge } = (await (await auth.request('/captcha/v1/')).json()) as { challenge: Challenge }
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
    const signUp = await client.signUp({ email, password: PASSWORD, options: { captchaToken: await tokenFor() } })
    const signIn = await client.signInWithPassword({
      email,
      password: PASSWORD,
      options: { captchaToken: await tokenFor() },
    })
    const recover = await client.resetPasswordForEmail(email, { captchaToken: await tokenFor() })

    expect(signUp.error).toBeNull()
    expect(signIn.error).toMatchObject({ code: 'email_not_confirmed' })
    expect(recover.error).toBeNull()
    await auth.close()
  })

  async function newToken(from = captcha): Promise<string> {
    const { challenge } = (await (await from.routes.request('/')).json()) as { challenge: Challenge }
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
