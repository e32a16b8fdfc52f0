import type { Database } from '../db/database.ts'
import type { ExtendLease } from '../jobs/periodic-job.ts'
import { ALERT_BATCH, SEARCH_BATCH } from './limits.ts'

/**
 * Compares the vehicles that have changed with the alerts, and queues the emails. Each batch is its own transaction. A round
 * that was interrupted is repeated, which finds nothing twice.
 */
export async function runAlertRound(db: Database, extendLease: ExtendLease): Promise<void> {
  for (let news = await findNews(db); news.ids.length > 0; news = await findNews(db)) {
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

async function findNews(db: Database): Promise<{ ids: string[]; noted: string[] }> {
  const { rows } = await db.query<{ vehicle_id: string; noted_at: string }>(
    'select vehicle_id, noted_at from forecourt.vehicle_news order by noted_at limit $1',
    [ALERT_BATCH],
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
