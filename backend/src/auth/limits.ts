// How often an address or an account may ask. On PostgreSQL the counters are in the database, so that all processes
// share them; the embedded engine has one process, whose memory will do.

import { createHash } from 'node:crypto'
import { RateLimiterMemory, RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible'
import type { Database } from '../db/database.ts'
import { networkOf } from '../http/client-address.ts'
import { AUTH_RATES } from '../limits.ts'
import { AuthError, type AuthErrorCode } from './errors.ts'

const REQUESTS = 'over_request_rate_limit'
const MAILS = 'over_email_send_rate_limit'

const CODES: Partial<Record<LimitName, AuthErrorCode>> = {
  mailAddress: MAILS,
  mailAccount: MAILS,
  mailAccountHourly: MAILS,
}

export type LimitName = keyof typeof AUTH_RATES

export interface Limits {
  /** Counts one try; throws GoTrue's 429 when there were too many. A null key is never limited. */
  take(name: LimitName, key: string | null): Promise<void>
  /** Takes one try back, because it turned out well. */
  giveBack(name: LimitName, key: string | null): Promise<void>
}

export function createLimits(db: Database, overrides: Partial<Record<LimitName, number>> = {}): Limits {
  const limiters = new Map(
    Object.entries(AUTH_RATES).map(([name, { points, seconds }]) => [
      name,
      createLimiter(db, name, overrides[name as LimitName] ?? points, seconds),
    ]),
  )
  const limiterOf = (name: LimitName) => limiters.get(name) as ReturnType<typeof createLimiter>

  return {
    async take(name, key) {
      if (key === null) return
      try {
        await limiterOf(name).consume(hashKey(key))
      } catch (refused) {
        if (!(refused instanceof RateLimiterRes)) throw refused
        throw tooMany(CODES[name] ?? REQUESTS, Math.max(1, Math.ceil(refused.msBeforeNext / 1000)))
      }
    },
    async giveBack(name, key) {
      if (key !== null) await limiterOf(name).reward(hashKey(key))
    },
  }
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

/** Keys hold e-mail addresses: shortened, because the column is, and no reading matter for whoever sees the table. */
const hashKey = (key: string) => createHash('sha256').update(networkOf(key)).digest('base64url')

function tooMany(code: AuthErrorCode, seconds: number): AuthError {
  const message =
    code === MAILS
      ? `For security purposes, you can only request this after ${seconds} seconds.`
      : 'Request rate limit reached'
  return new AuthError(code, message, { retryAfterSeconds: seconds })
}
