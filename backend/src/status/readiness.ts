import type { Database } from '../db/database.ts'

/** Concurrent callers share one query: anyone may call /readyz, and that must not become work for the database. */
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
