import { FAILED_EMAIL_RETENTION_DAYS, SENT_EMAIL_RETENTION_DAYS } from '../../../supabase/functions/_shared/limits.ts'
import type { Database } from '../db/database.ts'

/**
 * The address and time of a sent email are kept for a few weeks, in case a customer asks. Failed and held emails are kept
 * for an admin to review.
 */
export async function pruneOutbox(db: Database): Promise<void> {
  await db.query(
    `delete from public.email_outbox
     where status = 'sent' and sent_at < now() - make_interval(days => $1)
       or status in ('failed', 'held') and created_at < now() - make_interval(days => $2)`,
    [SENT_EMAIL_RETENTION_DAYS, FAILED_EMAIL_RETENTION_DAYS],
  )
}
