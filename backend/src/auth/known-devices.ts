// A browser that has signed in to an account gets a signed cookie, which exempts it from the brute-force limits for that
// account and grants nothing else. Nothing is stored. The signature covers the account and its password hash, so a new
// password invalidates every older cookie.

import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import type { Context } from 'hono'
import { getCookie, setCookie } from 'hono/cookie'
import { KNOWN_DEVICE_DAYS } from './limits.ts'
import type { AuthServices } from './services.ts'
import { findUserByEmail, type UserRow } from './users.ts'

const DAY_MS = 24 * 3600 * 1000
const COOKIE_VALUE = /^([\w-]{22})\.(\d{1,6})\.([\w-]{43})$/

type Account = Pick<UserRow, 'id' | 'email' | 'encrypted_password'>

const sign = (secret: string, ...parts: string[]) =>
  createHmac('sha256', secret)
    .update(`known-device\0${parts.join('\0')}`)
    .digest('base64url')

/** One cookie per account, because people share browsers. Its name does not reveal the email address. */
const cookieName = (secret: string, email: string) => `device-${sign(secret, 'name', email).slice(0, 12)}`

const signatureOf = (secret: string, account: Account, deviceId: string, day: string) =>
  sign(secret, 'device', account.id, account.encrypted_password ?? '', deviceId, day)

/** The browser's id if it has signed in to this account and the password has not changed since. */
export async function findKnownDevice({ db, keys }: AuthServices, c: Context, email: string): Promise<string | null> {
  const [, deviceId, day, presented] = COOKIE_VALUE.exec(getCookie(c, cookieName(keys.hmacSecret, email)) ?? '') ?? []
  if (!deviceId || !day || !presented) return null
  if (Number(day) < today() - KNOWN_DEVICE_DAYS) return null
  const account = await findUserByEmail(db, email)
  if (!account) return null
  const genuine = signatureOf(keys.hmacSecret, account, deviceId, day)
  return timingSafeEqual(Buffer.from(genuine), Buffer.from(presented)) ? deviceId : null
}

/** Call this only after the user has proved, with the password or a link from an email, that they own the account. */
export function rememberDevice({ keys, siteUrl }: AuthServices, c: Context, account: Account): void {
  const deviceId = randomBytes(16).toString('base64url')
  const day = String(today())
  const value = `${deviceId}.${day}.${signatureOf(keys.hmacSecret, account, deviceId, day)}`
  setCookie(c, cookieName(keys.hmacSecret, account.email), value, {
    path: '/auth/v1',
    httpOnly: true,
    sameSite: 'Strict',
    secure: siteUrl.startsWith('https:'),
    maxAge: KNOWN_DEVICE_DAYS * 24 * 3600,
  })
}

const today = () => Math.floor(Date.now() / DAY_MS)
