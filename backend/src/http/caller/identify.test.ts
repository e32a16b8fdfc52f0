import { describe, expect, test } from 'vitest'
import { createIdentify } from './identify.ts'

const identify = createIdentify({
  publishableKey: 'sb_publishable_x',
  secretKey: 'sb_secret_x',
  verifyAccessToken: async (token) => {
    if (token === 'expired') throw Object.assign(new Error('expired'), { code: 'ERR_JWT_EXPIRED' })
    if (token !== 'good') throw new Error('bad signature')
    return { sub: 'ada', role: 'authenticated' }
  },
})
const call = (headers: Record<string, string>) => identify(new Request('http://site.example/', { headers }))

describe('the caller', () => {
  test.each([
    ['no key', {}],
    ['the publishable key', { apikey: 'sb_publishable_x' }],
    [
      'the publishable key also sent as the bearer token',
      { apikey: 'sb_publishable_x', authorization: 'Bearer sb_publishable_x' },
    ],
  ])('a caller with %s is identified as a visitor', async (_name, headers) => {
    expect(await call(headers)).toEqual({ role: 'anon', claims: null })
  })

  test('a caller with the secret key is identified as the service', async () => {
    expect((await call({ apikey: 'sb_secret_x' })).role).toBe('service_role')
    expect((await call({ authorization: 'Bearer sb_secret_x' })).role).toBe('service_role')
  })

  test("a caller with a user's token is identified as that user, whatever the key", async () => {
    const caller = await call({ apikey: 'sb_publishable_x', authorization: 'Bearer good' })

    expect(caller).toEqual({ role: 'authenticated', claims: { sub: 'ada', role: 'authenticated' } })
  })

  test("a caller with a user's token and the secret key is still identified as that user", async () => {
    expect((await call({ apikey: 'sb_secret_x', authorization: 'Bearer good' })).role).toBe('authenticated')
  })

  test.each([
    ['unknown-key', { apikey: 'sb_publishable_y' }],
    ['invalid-token', { apikey: 'sb_publishable_x', authorization: 'Bearer forged' }],
    ['expired-token', { apikey: 'sb_publishable_x', authorization: 'Bearer expired' }],
  ])('a caller with an %s is refused rather than treated as a visitor', async (reason, headers) => {
    await expect(call(headers)).rejects.toMatchObject({ reason })
  })
})
