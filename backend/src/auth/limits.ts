// How often an address or an account may ask. On PostgreSQL the counters are in the database, so that all processes
// share them; the embedded engine has one process, whose memory will do.

import { createHash } from 'node:crypto'
import { isIPv6 } from 'node:net'
import { RateLimiterMemory, RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible'
import type { Database } from '../db/database.ts'
import { AuthError, type AuthErrorCode } from './errors.ts'

interface Rule {
  points: number
  seconds: number
  code: AuthErrorCode
}

const MINUTE = 60
const HOUR = 60 * MINUTE
const REQUESTS = 'over_request_rate_limit'
const MAILS = 'over_email_send_rate_limit'

/** `...Address` counts by client address, `...Account` by e-mail or user, whether or not such an account exists. */
const RULES = {
  signupAddress: { points: 60, seconds: HOUR, code: REQUESTS },
  // Of sign-ins, the failures only: whoever signs in often, or from a large office, is never refused.
  passwordAddress: { points: 60, seconds: 5 * MINUTE, code: REQUESTS },
  passwordAccount: { points: 10, seconds: 15 * MINUTE, code: REQUESTS },
  refreshAddress: { points: 300, seconds: 5 * MINUTE, code: REQUESTS },
  verifyAddress: { points: 30, seconds: 5 * MINUTE, code: REQUESTS },
  mailAddress: { points: 60, seconds: HOUR, code: MAILS },
  mailAccount: { points: 1, seconds: MINUTE, code: MAILS },
  mailAccountHourly: { points: 6, seconds: HOUR, code: MAILS },
  /** Wrong keys only. */
  adminAddress: { points: 20, seconds: 5 * MINUTE, code: REQUESTS },
  updateAccount: { points: 20, seconds: 15 * MINUTE, code: REQUESTS },
} satisfies Record<string, Rule>

export type LimitName = keyof typeof RULES

export interface Limits {
  /** Counts one try; throws GoTrue's 429 when there were too many. A null key is never limited. */
  take(name: LimitName, key: string | null): Promise<void>
  /** Takes one try back, because it turned out well. */
  giveBack(name: LimitName, key: string | null): Promise<void>
}

export function createLimits(db: Database, overrides: Partial<Record<LimitName, number>> = {}): Limits {
  const limiters = new Map(
    Object.entries(RULES).map(([name, { points, seconds }]) => [
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
        throw tooMany(RULES[name].code, Math.max(1, Math.ceil(refused.msBeforeNext / 1000)))
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

/** A customer of an IPv6 provider owns 2^64 addresses: they count as one. Other keys stay as they are. */
export function networkOf(key: string): string {
  if (!isIPv6(key) || key.startsWith('::ffff:')) return key.replace(/^::ffff:/, '')
  const [head = '', tail] = key.split('::')
  const groups = head.split(':').filter(Boolean)
  const missing = tail === undefined ? 0 : 8 - groups.length - tail.split(':').filter(Boolean).length
  return [...groups, ...Array<string>(missing).fill('0'), ...(tail?.split(':') ?? [])]
    .slice(0, 4)
    .map((group) => Number.parseInt(group || '0', 16).toString(16))
    .join(':')
}

function tooMany(code: AuthErrorCode, seconds: number): AuthError {
  const message =
    code === MAILS
      ? `For security purposes, you can only request this after ${seconds} seconds.`
      : 'Request rate limit reached'
  return new AuthError(code, message, { retryAfterSeconds: seconds })
}
