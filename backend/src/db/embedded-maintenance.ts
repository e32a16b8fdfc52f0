// What a PostgreSQL server does in the background and the embedded engine, which has no background, does not: without a
// checkpoint the write-ahead log grows for as long as the process runs, without vacuum dead rows pile up.

import type { Queryable } from './database.ts'

const INTERVAL_MINUTES = 2
const CHECKPOINT_AFTER_BYTES = 16 * 1024 * 1024

/** The thresholds of PostgreSQL's own autovacuum. */
const WORN_TABLES = `
  select format('%I.%I', schemaname, relname) as name from pg_stat_all_tables
  where schemaname not in ('pg_toast', 'information_schema')
    and (n_dead_tup > 50 + 0.2 * n_live_tup or n_mod_since_analyze > 50 + 0.1 * n_live_tup)`

export function startMaintenance(db: Queryable): () => void {
  let checkpointedAt = 0
  let isUnderWay = false
  const timer = setInterval(() => {
    if (isUnderWay) return
    isUnderWay = true
    void maintain(db, checkpointedAt)
      .then((position) => {
        checkpointedAt = position
      })
      .catch(() => {
        // The engine is restarting or closing; the next round finds the same work.
      })
      .finally(() => {
        isUnderWay = false
      })
  }, INTERVAL_MINUTES * 60_000)
  timer.unref()
  return () => clearInterval(timer)
}

/** One round; takes and returns how far the write-ahead log had come at the last checkpoint. */
export async function maintain(db: Queryable, checkpointedAt: number): Promise<number> {
  const { rows: tables } = await db.query<{ name: string }>(WORN_TABLES)
  // One table at a time: requests get their turn in between.
  for (const { name } of tables) await db.query(`vacuum (analyze) ${name}`)

  const { rows } = await db.query<{ bytes: string }>(`select pg_current_wal_insert_lsn() - '0/0'::pg_lsn as bytes`)
  const bytes = Number(rows[0]?.bytes)
  if (bytes - checkpointedAt < CHECKPOINT_AFTER_BYTES) return checkpointedAt
  await db.query('checkpoint')
  return bytes
}
