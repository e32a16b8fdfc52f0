// A browser that has signed in to an account keeps a cookie that says so, and is let through while strangers guess at
// that account. It opens nothing by itself. Nothing is stored: the seal covers the account and its password's hash, so
// a new password makes every older cookie worthless.

import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import type { Context } from 'hono'
import { getCookie, setCookie } from 'hono/cookie'
import { KNOWN_DEVICE_DAYS } from './limits.ts'
import type { AuthServices } from './services.ts'
import { findUserByEmail, type UserRow } from './users.ts'

const DAY_MS = 24 * 3600 * 1000
const COOKIE_VALUE = /^([\w-]{22})\.(\d{1,6})\.([\w-]{43})$/

type Account = Pick<UserRow, 'id' | 'email' | 'encrypted_password'>

const seal = (secret: string, ...parts: string[]) =>
  createHmac('sha256', secret)
    .update(`known-device\0${parts.join('\0')}`)
    .digest('base64url')

/** One cookie an account, since a family shares a browser. The name does not give the address away. */
const cookieName = (secret: string, email: string) => `device-${seal(secret, 'name', email).slice(0, 12)}`

const sealOf = (secret: string, account: Account, deviceId: string, day: string) =>
  seal(secret, 'device', account.id, account.encrypted_password ?? '', deviceId, day)

/** The id of the browser, if it is one that signed in to this account and the password is still the same. */
export async function findKnownDevice({ db, keys }: AuthServices, c: Context, email: string): Promise<string | null> {
  const [, deviceId, day, presented] = COOKIE_VALUE.exec(getCookie(c, cookieName(keys.hmacSecret, email)) ?? '') ?? []
  if (!deviceId || !day || !presented) return null
  if (Number(day) < today() - KNOWN_DEVICE_DAYS) return null
  const account = await findUserByEmail(db, email)
  if (!account) return null
  const genuine = sealOf(keys.hmacSecret, account, deviceId, day)
  return timingSafeEqual(Buffer.from(genuine), Buffer.from(presented)) ? deviceId : null
}

/** Called after whatever proved that the account's owner is here: the password, or a link from their mail. */
export function rememberDevice({ keys, siteUrl }: AuthServices, c: Context, account: Account): void {
  const deviceId = randomBytes(16).toString('base64url')
  const day = String(today())
  const value = `${deviceId}.${day}.${sealOf(keys.hmacSecret, account, deviceId, day)}`
  setCookie(c, cookieName(keys.hmacSecret, account.email), value, {
    path: '/auth/v1',
    httpOnly: true,
    sameSite: 'Strict',
    secure: siteUrl.startsWith('https:'),
    maxAge: KNOWN_DEVICE_DAYS * 24 * 3600,
  })
}

const today = () => Math.floor(Date.now() / DAY_MS)
