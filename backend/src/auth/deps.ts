import type { JWK } from 'jose'
import type { AuthSettings } from '../config/auth-settings.ts'
import type { Database, Queryable } from '../db/database.ts'
import type { LimitName } from './rate-limits.ts'

export interface AuthKeys {
  signing: { kid: string; privateJwk: JWK; publicJwk: JWK }
  /** The public halves of earlier signing keys. Tokens signed with these keys stay valid until they expire. */
  retired: readonly JWK[]
  secretKey: string
  hmacSecret: string
  /** Reloads the keys, because another process may have changed the signing key. */
  reload?(): Promise<void>
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
  /** How long the link or code in the email is valid. */
  lifetimeSeconds?: number
}

export interface TextMessage {
  /** Digits only, starting with the country code. */
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
  /** The public origin of the site. Links in emails and the token issuer start with it. */
  siteUrl: string
  captcha: {
    verify(token: string | undefined, context: { action: string; address: string | null }): Promise<boolean>
  }
  /** Default: DEFAULT_AUTH_SETTINGS. */
  settings?: AuthSettings
  /** Called with the transaction that creates the link, so that the link and the email are always created together. */
  queueMail(tx: Queryable, mail: AuthMail): Promise<void>
  sendText(message: TextMessage): Promise<void>
  /** null for calls that the server makes itself while rendering a page, which are not limited. */
  clientAddress(request: Request): string | null
  log?: { warn(details: object, message: string): void; error(details: object, message: string): void }
  /** Default: Argon2id at the recommended cost. Tests use a cheaper hasher. */
  passwordHasher?: PasswordHasher
  /** The fixed response time for requests that must not reveal whether an address is registered. */
  fixedResponseMs?: number
  /** Overrides AUTH_RATES in tests. */
  limitPoints?: Partial<Record<LimitName, number>>
}
