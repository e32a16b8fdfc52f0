// Codes for authenticator apps: six digits every thirty seconds (RFC 6238 with SHA-1, which every app supports).

import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto'
import { equalsSecret } from '../http/caller/credentials.ts'

const PERIOD_SECONDS = 30
/** Accepts the previous and the next period, because clocks differ and typing takes time. */
const WINDOW = [0, -1, 1]
const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'
const SECRET_BYTES = 20

/** Returns the secret in Base32, as authenticator apps expect. */
export function generateSecret(): string {
  const bits = [...randomBytes(SECRET_BYTES)].map((byte) => byte.toString(2).padStart(8, '0')).join('')
  return (bits.match(/.{5}/g) ?? []).map((five) => ALPHABET[Number.parseInt(five, 2)]).join('')
}

function fromBase32(secret: string): Buffer {
  const bits = [...secret].map((letter) => ALPHABET.indexOf(letter).toString(2).padStart(5, '0')).join('')
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)))
}

function codeAt(secret: string, step: number): string {
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(step))
  const digest = createHmac('sha1', fromBase32(secret)).update(counter).digest()
  const offset = (digest.at(-1) ?? 0) & 0xf
  return String((digest.readUInt32BE(offset) & 0x7fffffff) % 1_000_000).padStart(6, '0')
}

/** The period that the code belongs to, or null if the code is wrong. */
export function stepOfCode(secret: string, code: string, now = Date.now()): number | null {
  const current = Math.floor(now / 1000 / PERIOD_SECONDS)
  return WINDOW.map((shift) => current + shift).find((step) => equalsSecret(codeAt(secret, step), code)) ?? null
}

export function otpauthUri(secret: string, issuer: string, account: string): string {
  const label = `${encodeURIComponent(issuer)}:${encodeURIComponent(account)}`
  const query = new URLSearchParams({ algorithm: 'SHA1', digits: '6', issuer, period: String(PERIOD_SECONDS), secret })
  // Apps do not decode a plus as a space.
  return `otpauth://totp/${label}?${query.toString().replaceAll('+', '%20')}`
}

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
