// All SQL from callers must run through this module. The role and claims are set for one transaction and reset when it
// ends, so row-level security applies, and nothing leaks to the next caller on the same connection.

import type {
  Caller,
  Database,
  LocalSettings,
  Queryable,
  QueryResult,
  RequestSettings,
  Statement,
  TransactionOptions,
} from './database.ts'
import { STATEMENT_TIMEOUT_MS } from './limits.ts'
import { setLocally } from './set-locally.ts'

/** For work in which each statement depends on the result of the one before. */
export function asRole<T>(
  db: Database,
  caller: Caller,
  work: (tx: Queryable) => Promise<T>,
  options: TransactionOptions = {},
): Promise<T> {
  return db.transaction(
    async (tx) => {
      const { text, values } = setLocally(settingsOf(caller))
      await tx.query(text, values)
      return work(tx)
    },
    { timeoutMs: STATEMENT_TIMEOUT_MS[caller.role], ...options, asCaller: true },
  )
}

/** For statements known in advance, which take one round trip to the database. */
export function asRoleBatch(
  db: Pick<Database, 'batch'>,
  caller: Caller,
  statements: readonly Statement[],
  options: TransactionOptions = {},
): Promise<QueryResult[]> {
  const timeoutMs = STATEMENT_TIMEOUT_MS[caller.role]
  return db.batch(statements, { timeoutMs, ...options, settings: settingsOf(caller), asCaller: true })
}

/** The same settings as PostgREST uses, so that policies written for a hosted project work here. The role comes last. */
function settingsOf({ role, claims, request }: Caller): LocalSettings {
  const sub = typeof claims?.sub === 'string' ? claims.sub : ''
  return [
    ...(request ? requestSettings(request) : []),
    ['request.jwt.claims', JSON.stringify({ ...claims, role })],
    ['request.jwt.claim.sub', sub],
    ['request.jwt.claim.role', role],
    ['role', role],
  ]
}

const requestSettings = ({ method, path, headers, cookies }: RequestSettings): LocalSettings => [
  ['request.method', method],
  ['request.path', path],
  ['request.headers', JSON.stringify(headers)],
  ['request.cookies', JSON.stringify(cookies)],
]
