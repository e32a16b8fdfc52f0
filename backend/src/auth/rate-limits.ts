// Rate limits per network and account. On PostgreSQL the counters are in the database, so that all processes share them.
// The embedded engine has only one process and counts in memory.

import { createHash } from 'node:crypto'
import { RateLimiterMemory, RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible'
import type { Database } from '../db/database.ts'
import { networkOf } from '../http/caller/client-address.ts'
import { AuthError, type AuthErrorCode } from './errors.ts'
import { AUTH_RATES } from './limits.ts'

const REQUESTS = 'over_request_rate_limit'
const EMAILS = 'over_email_send_rate_limit'
const TEXTS = 'over_sms_send_rate_limit'

const CODES: Partial<Record<LimitName, AuthErrorCode>> = {
  mailAddress: EMAILS,
  mailAccount: EMAILS,
  mailAccountHourly: EMAILS,
  textAddress: TEXTS,
  textAccount: TEXTS,
  textAccountHourly: TEXTS,
  textAll: TEXTS,
}

export type LimitName = keyof typeof AUTH_RATES

export interface Limits {
  /** Counts one attempt, and throws GoTrue's 429 error above the limit. A null key is never limited. */
  take(name: LimitName, key: string | null, seconds?: number): Promise<void>
  /** Counts one attempt and returns whether it was within the limit. */
  tryTake(name: LimitName, key: string): Promise<boolean>
  /** Counts one attempt and returns by how many attempts the limit is exceeded, or 0 if it is not. */
  excess(name: LimitName, key: string): Promise<number>
  /** Refunds one attempt, because it succeeded. */
  refund(name: LimitName, key: string | null): Promise<void>
}

export interface LimitChanges {
  points?: Partial<Record<LimitName, number>>
  seconds?: Partial<Record<LimitName, number>>
}

export function createLimits(db: Database, changes: LimitChanges = {}): Limits {
  const limiters = new Map(
    Object.entries(AUTH_RATES).map(([name, { points, seconds }]) => [
      name,
      createLimiter(
        db,
        name,
        changes.points?.[name as LimitName] ?? points,
        changes.seconds?.[name as LimitName] ?? seconds,
      ),
    ]),
  )
  const limiterOf = (name: LimitName) => limiters.get(name) as ReturnType<typeof createLimiter>

  const refusal = async (name: LimitName, key: string, seconds?: number): Promise<RateLimiterRes | null> => {
    const options = seconds === undefined ? {} : { customDuration: seconds }
    return limiterOf(name)
      .consume(hashKey(key), 1, options)
      .then(
        () => null,
        (refused: unknown) => {
          if (refused instanceof RateLimiterRes) return refused
          throw refused
        },
      )
  }

  return {
    async take(name, key, seconds) {
      // This limit is switched off in the settings.
      if (changes.seconds?.[name] === 0) return
      const refused = key === null ? null : await refusal(name, key, seconds)
      if (refused) throw tooMany(CODES[name] ?? REQUESTS, Math.max(1, Math.ceil(refused.msBeforeNext / 1000)))
    },
    tryTake: async (name, key) => (await refusal(name, key)) === null,
    async excess(name, key) {
      const refused = await refusal(name, key)
      return refused ? refused.consumedPoints - limiterOf(name).points : 0
    },
    async refund(name, key) {
      if (key !== null) await limiterOf(name).reward(hashKey(key))
    },
  }
}

export type MailKind = 'signup' | 'recovery' | 'magiclink' | 'invite' | 'email_change' | 'reauthentication'

/** Counts an email of one kind to an address, whether or not the account exists. */
export async function takeMail(limits: Limits, kind: MailKind, email: string): Promise<void> {
  await limits.take('mailAccount', `${kind} ${email}`)
  await limits.take('mailAccountHourly', `${kind} ${email}`)
}

/** A key that combines an account with the caller's network. */
export const pairOf = (account: string, address: string | null) => `${account} ${address ? networkOf(address) : ''}`

/**
 * Counts a text message, whether or not one will be sent. Every message costs money, and messages to some numbers cost a
 * lot.
 */
export async function takeText(limits: Limits, address: string | null, kind: string, phone: string): Promise<void> {
  await limits.take('textAddress', address)
  await limits.take('textAccount', `${kind} ${phone}`)
  await limits.take('textAccountHourly', phone)
  await limits.take('textAll', 'all')
}

function createLimiter(db: Database, keyPrefix: string, points: number, duration: number) {
  const options = { keyPrefix, points, duration }
  if (db.engine === 'embedded') return new RateLimiterMemory(options)
  return new RateLimiterPostgres({
    ...options,
    storeClient: { query: ({ text, values }: { text: string; values: unknown[] }) => db.query(text, values) },
    storeType: 'client',
    schemaName: 'forecourt',
    tableName: 'rate_limits',
    tableCreated: true,
  })
}

/** Keys contain email addresses. The hash fits the column and keeps them out of the table. */
const hashKey = (key: string) => createHash('sha256').update(networkOf(key)).digest('base64url')

function tooMany(code: AuthErrorCode, seconds: number): AuthError {
  const message =
    code === EMAILS || code === TEXTS
      ? `For security purposes, you can only request this after ${seconds} seconds.`
      : 'Request rate limit reached'
  return new AuthError(code, message, { retryAfterSeconds: seconds })
}
