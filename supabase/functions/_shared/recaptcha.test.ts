import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { createRecaptcha } from './recaptcha.ts'
import type { Rpc } from './rpc.ts'
import { startHttpServer } from './testing/http-server.ts'

let google: Awaited<ReturnType<typeof startHttpServer>>
let passes: Map<string, { action: string; calls: string[] }>

beforeAll(async () => {
  google = await startHttpServer(({ body }) => {
    const token = new URLSearchParams(body).get('response') ?? ''
    if (token === 'human-elsewhere') return { body: { success: true, score: 0.9, action: 'test_drive' } }
    return { body: { success: token.startsWith('human'), ...(token === 'human-bot' && { score: 0.1 }) } }
  })
})
afterAll(() => google.close())
beforeEach(() => {
  passes = new Map()
  google.requests.length = 0
})

/** The database's functions, implemented in memory. */
const rpc = (async (name: string, { _hash, _action, _call, _calls }: Record<string, string & string[]>) => {
  const known = passes.get(_hash ?? '')
  if (name === 'create_captcha_pass') {
    if (!known) passes.set(_hash ?? '', { action: _action ?? '', calls: [...(_calls ?? [])] })
    return !known
  }
  if (!known) return 'unknown'
  if (known.action !== _action || known.calls.includes(_call ?? '')) return 'spent'
  known.calls.push(_call ?? '')
  return 'used'
}) as unknown as Rpc

const recaptcha = (secret: string | undefined = 'secret') => createRecaptcha({ rpc, secret, siteverifyUrl: google.url })

test('Google checks a token only once, and each call in a submission can use the token once', async () => {
  const { verify } = recaptcha()

  expect(await verify('human', { action: 'contact', call: 'customer-mail' })).toBe(true)
  expect(await verify('human', { action: 'contact', call: 'dealer-mail' })).toBe(true)
  expect(await verify('human', { action: 'contact', call: 'dealer-mail' })).toBe(false)
  expect(await verify('human', { action: 'enquiry', call: 'dealer-mail' })).toBe(false)
  expect(google.requests).toHaveLength(1)
})

test('a call can use a pass that was created beforehand', async () => {
  const { createPass, verify } = recaptcha()

  expect(await createPass('human', 'enquiry')).toBe(true)
  expect(await createPass('human', 'enquiry')).toBe(false)
  expect(await verify('human', { action: 'enquiry', call: 'customer-mail' })).toBe(true)
})

test('a rejected token or a low score fails the check, and no check is made without a secret', async () => {
  expect(await recaptcha().createPass('robot', 'enquiry')).toBe(false)
  expect(await recaptcha().verify('human-bot', { action: 'contact', call: 'customer-mail' })).toBe(false)
  expect(await createRecaptcha({ rpc, secret: undefined }).createPass('robot', 'enquiry')).toBe(true)
})

test('if Google reports a token’s action, a token for one form is not valid for another', async () => {
  expect(await recaptcha().createPass('human-elsewhere', 'enquiry')).toBe(false)
  expect(await recaptcha().createPass('human-elsewhere', 'test-drive')).toBe(true)
})

test('the check fails if Google cannot be reached, and the failure is logged', async () => {
  const warn = vi.fn()
  const { createPass } = createRecaptcha({ rpc, secret: 'secret', siteverifyUrl: 'http://127.0.0.1:1', log: { warn } })

  expect(await createPass('human', 'enquiry')).toBe(false)
  expect(warn).toHaveBeenCalledWith(expect.objectContaining({ event: 'recaptcha_unreachable' }), expect.anything())
})
