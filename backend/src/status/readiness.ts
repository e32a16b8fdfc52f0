import type { Database } from '../db/database.ts'

/**
 * Concurrent callers share one query, because anyone may call /readyz and must not be able to overload the database with
 * it.
 */
export function createReadiness(db: Database): () => Promise<boolean> {
  let pending: Promise<boolean> | null = null
  return () => {
    pending ??= db
      .query('select 1')
      .then(
        () => true,
        () => false,
      )
      .finally(() => {
        pending = null
      })
    return pending
  }
}
