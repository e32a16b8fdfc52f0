// An invalid token is refused with PostgREST's messages before anything reaches the database.

import { createHmac, generateKeyPairSync, sign as signBytes } from 'node:crypto'
import { jwtVerify, SignJWT } from 'jose'
import { describe, expect, test } from 'vitest'
import type { Database } from '../db/database.ts'
import { createIdentify } from '../http/caller/identify.ts'
import { createRest } from './rest.ts'

const SECRET = new TextEncoder().encode('a secret that is shared and long enough')
const NOW = Math.floor(Date.now() / 1000)

const identify = createIdentify({
  publishableKey: 'sb_publishable_x',
  secretKey: 'sb_secret_x',
  verifyAccessToken: async (token) => {
    const { payload } = await jwtVerify(token, SECRET, { algorithms: ['HS256'], requiredClaims: ['role'] })
    return payload
  },
})
const app = createRest({ db: {} as Database, identify })

async function refusal(token: string) {
  const response = await app.request('/rest/v1/vehicles', { headers: { authorization: `Bearer ${token}` } })
  const { code, message, details, hint } = (await response.json()) as Record<string, unknown>
  const challenge = response.headers.get('www-authenticate')
  expect([response.status, hint]).toEqual([401, null])
  expect(challenge).toBe(`Bearer error="invalid_token", error_description="${message}"`)
  return [code, message, details]
}

const sign = (claims: Record<string, unknown>, secret = SECRET) =>
  new SignJWT({ role: 'authenticated', ...claims }).setProtectedHeader({ alg: 'HS256' }).sign(secret)

const unsigned = (...parts: unknown[]) =>
  parts.map((part) => Buffer.from(JSON.stringify(part)).toString('base64url')).join('.')

describe('a token that cannot be decoded is refused with PGRST301', () => {
  test.each([
    ['empty', '', 'Empty JWT is sent in Authorization header'],
    ['made of one part only', 'sb_publishable_of_another_site', 'Expected 3 parts in JWT; got 1'],
    ['made of five parts', 'a.b.c.d.e', 'Expected 3 parts in JWT; got 5'],
    ['missing a readable header', 'a.b.c', 'JWT cryptographic operation failed'],
  ])('a token that is %s is refused with PGRST301', async (_what, token, message) => {
    expect(await refusal(token)).toEqual(['PGRST301', message, null])
  })

  test('a token that is signed with another key or algorithm is refused with PGRST301', async () => {
    const forged = await sign({}, new TextEncoder().encode('another secret that is just as long'))
    const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
    const head = unsigned({ alg: 'ES256' }, { role: 'authenticated' })
    const other = signBytes('sha256', Buffer.from(head), { key: privateKey, dsaEncoding: 'ieee-p1363' })

    const message = 'No suitable key or wrong key type'
    expect(await refusal(forged)).toEqual(['PGRST301', message, 'None of the keys was able to decode the JWT'])
    expect(await refusal(`${head}.${other.toString('base64url')}`)).toEqual([
      'PGRST301',
      message,
      'No suitable key was found to decode the JWT',
    ])
  })
})

describe('a token with invalid claims is refused with PGRST303', () => {
  test.each([
    ['JWT expired', { exp: NOW - 60 }],
    ['JWT not yet valid', { nbf: NOW + 600 }],
    ['JWT issued at future', { iat: NOW + 600 }],
    ["The JWT 'exp' claim must be a number", { exp: 'soon' }],
    ["The JWT 'nbf' claim must be a number", { nbf: 'soon' }],
    ["The JWT 'iat' claim must be a number", { iat: 'soon' }],
    ["The JWT 'aud' claim must be a string or an array of strings", { aud: { invalid: 'value' } }],
    ["The JWT 'aud' claim must be a string or an array of strings", { aud: ['test', 1] }],
    ['Parsing claims failed', { role: undefined }],
    ['Parsing claims failed', { role: 'postgres' }],
  ])('a token with invalid claims is refused with PGRST303: %s', async (message, claims) => {
    expect(await refusal(await sign(claims))).toEqual(['PGRST303', message, null])
  })

  test('a token whose payload is not an object is refused with PGRST303', async () => {
    const head = unsigned({ alg: 'HS256' }, [1])
    const signature = createHmac('sha256', SECRET).update(head).digest('base64url')

    expect(await refusal(`${head}.${signature}`)).toEqual(['PGRST303', 'Parsing claims failed', null])
  })
})
