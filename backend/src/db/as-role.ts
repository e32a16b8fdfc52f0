// The only door for a caller's SQL: role and claims are set for one transaction and gone at its end, so row-level
// security decides, and nothing is left for the next caller of the same connection.

import { STATEMENT_TIMEOUT_MS } from '../limits.ts'
import type { Caller, Database, Queryable, QueryResult, Statement, TransactionOptions } from './database.ts'

/** For work that decides its next statement by the answer to the last. */
export function asRole<T>(
  db: Database,
  caller: Caller,
  work: (tx: Queryable) => Promise<T>,
  options: TransactionOptions = {},
): Promise<T> {
  return db.transaction(
    async (tx) => {
      const { text, values } = becomeCaller(caller)
      await tx.query(text, values)
      return work(tx)
    },
    { timeoutMs: STATEMENT_TIMEOUT_MS[caller.role], ...options, asCaller: true },
  )
}

/** For statements known beforehand: one trip to the database. */
export async function asRoleBatch(
  db: Database,
  caller: Caller,
  statements: readonly Statement[],
  options: TransactionOptions = {},
): Promise<QueryResult[]> {
  const timeoutMs = STATEMENT_TIMEOUT_MS[caller.role]
  const results = await db.batch([becomeCaller(caller), ...statements], { timeoutMs, ...options, asCaller: true })
  return results.slice(1)
}

/** The settings that PostgREST makes, so that policies written for a hosted project read the same ones here. */
function becomeCaller({ role, claims, request }: Caller): Statement {
  const sub = typeof claims?.sub === 'string' ? claims.sub : ''
  const values = [JSON.stringify({ ...claims, role }), sub, role]
  if (!request) return { text: `select ${BECOME}`, values }
  const { method, path, headers, cookies } = request
  return {
    text: `select ${TELL_OF_REQUEST}, ${BECOME}`,
    values: [...values, method, path, JSON.stringify(headers), JSON.stringify(cookies)],
  }
}

const BECOME = `set_config('request.jwt.claims', $1, true), set_config('request.jwt.claim.sub', $2, true),
  set_config('request.jwt.claim.role', $3, true), set_config('role', $3, true)`
const TELL_OF_REQUEST = `set_config('request.method', $4, true), set_config('request.path', $5, true),
  set_config('request.headers', $6, true), set_config('request.cookies', $7, true)`
