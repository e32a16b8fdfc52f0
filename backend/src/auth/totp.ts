// Codes for authenticator apps (RFC 6238).

import { Secret, TOTP } from 'otpauth'
import { decrypt, encrypt } from '../lib/encrypt.ts'

/** The only parameters that every app supports. */
const PARAMETERS = { algorithm: 'SHA1', digits: 6, period: 30 }
/** Accepts the previous and the next period, because clocks differ and typing takes time. */
const WINDOW = 1

/** Returns the secret in Base32, as authenticator apps expect. */
export const generateSecret = (): string => new Secret({ size: 20 }).base32

/** The period that the code belongs to, or null if the code is wrong. */
export function stepOfCode(secret: string, code: string, timestamp = Date.now()): number | null {
  // otpauth compares bytes and throws if six characters are more than six bytes.
  if (!/^\d{6}$/.test(code)) return null
  const totp = new TOTP({ ...PARAMETERS, secret })
  const delta = totp.validate({ token: code, timestamp, window: WINDOW })
  return delta === null ? null : totp.counter({ timestamp }) + delta
}

export const otpauthUri = (secret: string, issuer: string, account: string): string =>
  new TOTP({ ...PARAMETERS, secret, issuer, label: account }).toString()

// The secret is encrypted rather than hashed, because it has to be read again.

const keyFor = (factorId: string, secret: string) => ({ secret, purpose: 'totp-secret', context: factorId })

export const encryptSecret = (secret: string, factorId: string, hmacSecret: string): string =>
  encrypt(secret, keyFor(factorId, hmacSecret))

/** Returns null if the secret was encrypted for another factor or with another installation's secret. */
export const decryptSecret = (encrypted: string, factorId: string, hmacSecret: string): string | null =>
  decrypt(encrypted, keyFor(factorId, hmacSecret))
