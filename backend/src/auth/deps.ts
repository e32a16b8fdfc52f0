import type { JWK } from 'jose'
import type { AuthSettings } from '../config/auth-settings.ts'
import type { Database, Queryable } from '../db/database.ts'
import type { LimitName } from './rate-limits.ts'

export interface AuthKeys {
  signing: { kid: string; privateJwk: JWK; publicJwk: JWK }
  /** Public halves of keys that signed before: their tokens stay good until they expire. */
  retired: readonly JWK[]
  secretKey: string
  hmacSecret: string
  /** Reads them again: another process may have changed the signing key. */
  lookAgain?(): Promise<void>
}

export interface AuthMail {
  template:
    | 'confirm-account'
    | 'password-reset'
    | 'sign-in'
    | 'invite'
    | 'email-change'
    | 'reauthentication'
    | 'password-changed'
    | 'two-steps-changed'
    | 'recovery-code-used'
  recipient: string
  data: Record<string, string>
  dedupeKey?: string
}

export interface TextMessage {
  /** Digits only, the country's first. */
  phone: string
  code: string
  channel: 'sms' | 'whatsapp'
}

export interface PasswordHasher {
  hash(password: string): Promise<string>
  verify(stored: string, password: string): Promise<boolean>
}

export interface AuthDeps {
  db: Database
  keys: AuthKeys
  /** Public origin of the site; e-mailed links and the token issuer start with it. */
  siteUrl: string
  captcha: {
    verify(token: string | undefined, context: { action: string; address: string | null }): Promise<boolean>
  }
  /** The usual ones when not given. */
  settings?: AuthSettings
  /** Called with the transaction that made the link, so that neither exists without the other. */
  queueMail(tx: Queryable, mail: AuthMail): Promise<void>
  sendText(message: TextMessage): Promise<void>
  /** null for the calls that the server makes itself while rendering: no limits for those. */
  clientAddress(request: Request): string | null
  log?: { warn(details: object, message: string): void; error(details: object, message: string): void }
  /** Argon2id of the recommended cost; cheaper in tests. */
  passwordHasher?: PasswordHasher
  /** How long answers take that must not tell whether an address is known. */
  quietAnswerMs?: number
  /** Other numbers of tries than usual, in tests. */
  limitPoints?: Partial<Record<LimitName, number>>
}
