import type { Database } from '../db/database.ts'

/** Sent mails keep an address and a time, for questions in the weeks after; failed ones stay until someone looks. */
export async function pruneOutbox(db: Database): Promise<void> {
  await db.query(`delete from public.email_outbox where status = 'sent' and sent_at < now() - interval '30 days'`)
}
