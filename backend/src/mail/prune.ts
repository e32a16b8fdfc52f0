import type { Database } from '../db/database.ts'
import { FAILED_EMAIL_RETENTION_DAYS, SENT_EMAIL_RETENTION_DAYS } from './limits.ts'

/** Sent mails keep an address and a time, for questions in the weeks after; failed ones stay for an admin to look at. */
export async function pruneOutbox(db: Database): Promise<void> {
  await db.query(
    `delete from public.email_outbox
     where status = 'sent' and sent_at < now() - make_interval(days => $1)
       or status = 'failed' and created_at < now() - make_interval(days => $2)`,
    [SENT_EMAIL_RETENTION_DAYS, FAILED_EMAIL_RETENTION_DAYS],
  )
}
