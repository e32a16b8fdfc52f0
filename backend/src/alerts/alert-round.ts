import type { Database } from '../db/database.ts'
import type { ExtendLease } from '../jobs/periodic-job.ts'
import { ALERT_BATCH } from './limits.ts'

/** Compares the vehicles that have changed with the alerts, and queues the emails. Each batch is its own transaction. */
export async function runAlertRound(db: Database, extendLease: ExtendLease): Promise<void> {
  for (const step of ['note_vehicle_news', 'queue_alert_emails']) {
    let count = ALERT_BATCH
    while (count === ALERT_BATCH) {
      await extendLease()
      const { rows } = await db.query<{ count: number }>(`select forecourt.${step}($1) as count`, [ALERT_BATCH])
      count = rows[0]?.count ?? 0
    }
  }
}
