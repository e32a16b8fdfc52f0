// Replaces the background processes of a PostgreSQL server, which the embedded engine does not have. Without checkpoints
// the write-ahead log would grow for as long as the process runs, and without vacuum dead rows would pile up.

import type { Queryable } from './database.ts'

const INTERVAL_MINUTES = 2
const CHECKPOINT_AFTER_BYTES = 16 * 1024 * 1024

/** The same thresholds as PostgreSQL's own autovacuum. */
const TABLES_TO_VACUUM = `
  select format('%I.%I', schemaname, relname) as name from pg_stat_all_tables
  where schemaname not in ('pg_toast', 'information_schema')
    and (n_dead_tup > 50 + 0.2 * n_live_tup or n_mod_since_analyze > 50 + 0.1 * n_live_tup)`

export function startMaintenance(db: Queryable): () => void {
  let checkpointedAt = 0
  let isRunning = false
  const timer = setInterval(() => {
    if (isRunning) return
    isRunning = true
    void maintain(db, checkpointedAt)
      .then((position) => {
        checkpointedAt = position
      })
      .catch(() => {
        // The engine is restarting or closing. The next run will find the same work.
      })
      .finally(() => {
        isRunning = false
      })
  }, INTERVAL_MINUTES * 60_000)
  timer.unref()
  return () => clearInterval(timer)
}

/** Runs maintenance once. Takes and returns the position of the write-ahead log at the last checkpoint, in bytes. */
export async function maintain(db: Queryable, checkpointedAt: number): Promise<number> {
  const { rows: tables } = await db.query<{ name: string }>(TABLES_TO_VACUUM)
  // Vacuum one table at a time, so that requests get their turn in between.
  for (const { name } of tables) await db.query(`vacuum (analyze) ${name}`)

  const { rows } = await db.query<{ bytes: string }>(`select pg_current_wal_insert_lsn() - '0/0'::pg_lsn as bytes`)
  const bytes = Number(rows[0]?.bytes)
  if (bytes - checkpointedAt < CHECKPOINT_AFTER_BYTES) return checkpointedAt
  await db.query('checkpoint')
  return bytes
}
