import type { Database } from '../db/database.ts'
import type { ExtendLease } from '../jobs/periodic-job.ts'
import { ALERT_BATCH, SEARCH_BATCH } from './limits.ts'

/**
 * Compares the vehicles that have changed with the alerts, and queues the emails. A vehicle that has changed again within
 * the delay waits, because its last change may be a typing error or be undone. Each batch is its own transaction. If
 * a round is interrupted, the next one repeats it without announcing a match twice.
 */
export async function runAlertRound(db: Database, extendLease: ExtendLease, delayMinutes: number): Promise<void> {
  const next = () => findNews(db, delayMinutes)
  for (let news = await next(); news.ids.length > 0; news = await next()) {
    for (let after: string | null = FIRST_ID; after !== null; ) {
      await extendLease()
      after = await matchSearches(db, news.ids, after)
    }
    await db.query('select forecourt.note_vehicle_news($1, $2)', [news.ids, news.noted])
  }
  for (let count = ALERT_BATCH; count === ALERT_BATCH; ) {
    await extendLease()
    const { rows } = await db.query<{ count: number }>('select forecourt.queue_alert_emails($1) as count', [
      ALERT_BATCH,
    ])
    count = rows[0]?.count ?? 0
  }
}

const FIRST_ID = '00000000-0000-0000-0000-000000000000'

async function findNews(db: Database, delayMinutes: number): Promise<{ ids: string[]; noted: string[] }> {
  const { rows } = await db.query<{ vehicle_id: string; noted_at: string }>(
    `select vehicle_id, noted_at from forecourt.vehicle_news
    where noted_at <= clock_timestamp() - make_interval(mins => $2) order by noted_at limit $1`,
    [ALERT_BATCH, delayMinutes],
  )
  return { ids: rows.map(({ vehicle_id }) => vehicle_id), noted: rows.map(({ noted_at }) => noted_at) }
}

/** Returns the last search that was looked at, or null after all of them. */
async function matchSearches(db: Database, ids: string[], after: string): Promise<string | null> {
  const { rows } = await db.query<{ last: string | null }>('select forecourt.match_vehicle_news($1, $2, $3) as last', [
    ids,
    after,
    SEARCH_BATCH,
  ])
  return rows[0]?.last ?? null
}
