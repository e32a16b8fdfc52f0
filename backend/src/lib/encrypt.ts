// Encrypts small secrets that have to be read again, so that a copy of the database alone does not reveal them.

import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'

const NONCE_BYTES = 12
const TAG_BYTES = 16

export interface EncryptionKey {
  /** The installation's secret, which is not in the database. */
  secret: string
  /** Each purpose has its own key. */
  purpose: string
  /** What the text belongs to. It cannot be decrypted as if it belonged to anything else. */
  context: string
}

const keyOf = ({ secret, purpose }: EncryptionKey) => Buffer.from(hkdfSync('sha256', secret, '', purpose, 32))

export function encrypt(text: string, key: EncryptionKey): string {
  const nonce = randomBytes(NONCE_BYTES)
  const cipher = createCipheriv('aes-256-gcm', keyOf(key), nonce).setAAD(Buffer.from(key.context))
  const encrypted = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
  return Buffer.concat([nonce, cipher.getAuthTag(), encrypted]).toString('base64url')
}

/** Returns null if the text was encrypted for another context or with another secret. */
export function decrypt(encrypted: string, key: EncryptionKey): string | null {
  const bytes = Buffer.from(encrypted, 'base64url')
  const start = NONCE_BYTES + TAG_BYTES
  try {
    const decipher = createDecipheriv('aes-256-gcm', keyOf(key), bytes.subarray(0, NONCE_BYTES), {
      authTagLength: TAG_BYTES,
    })
    decipher.setAAD(Buffer.from(key.context)).setAuthTag(bytes.subarray(NONCE_BYTES, start))
    return Buffer.concat([decipher.update(bytes.subarray(start)), decipher.final()]).toString('utf8')
  } catch {
    return null
  }
}
