// Codes for authenticator apps (RFC 6238).

import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'
import { Secret, TOTP } from 'otpauth'

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

// The secret is encrypted rather than hashed, because it has to be read again. The database alone does not reveal it.

const encryptionKey = (hmacSecret: string) => Buffer.from(hkdfSync('sha256', hmacSecret, '', 'totp-secret', 32))

export function encryptSecret(secret: string, factorId: string, hmacSecret: string): string {
  const nonce = randomBytes(12)
  const cipher = createCipheriv('aes-256-gcm', encryptionKey(hmacSecret), nonce).setAAD(Buffer.from(factorId))
  const encrypted = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()])
  return Buffer.concat([nonce, cipher.getAuthTag(), encrypted]).toString('base64url')
}

/** Returns null if the secret was encrypted for another factor or with another installation's secret. */
export function decryptSecret(encrypted: string, factorId: string, hmacSecret: string): string | null {
  const bytes = Buffer.from(encrypted, 'base64url')
  try {
    const decipher = createDecipheriv('aes-256-gcm', encryptionKey(hmacSecret), bytes.subarray(0, 12))
    decipher.setAAD(Buffer.from(factorId)).setAuthTag(bytes.subarray(12, 28))
    return Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]).toString('utf8')
  } catch {
    return null
  }
}
