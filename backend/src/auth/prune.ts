import { SESSION_RETENTION_DAYS } from '../../../supabase/functions/_shared/limits.ts'
import type { Database } from '../db/database.ts'

/** Removes expired rows. Revoked tokens are kept for 30 days, because an attempt to reuse one reveals a theft. */
export async function pruneAuth(db: Database): Promise<void> {
  await db.query(`delete from auth.refresh_tokens where revoked and updated_at < now() - interval '30 days'`)
  await db.query('delete from auth.sessions where updated_at < now() - make_interval(days => $1)', [
    SESSION_RETENTION_DAYS,
  ])
  // An anonymous user without a session can never sign in again.
  await db.query(
    `delete from auth.users u where u.is_anonymous and u.created_at < now() - interval '30 days'
       and not exists (select from auth.sessions s where s.user_id = u.id)`,
  )
  await db.query(`delete from auth.flow_state where created_at < now() - interval '2 days'`)
  await db.query(`delete from auth.one_time_tokens where created_at < (now() - interval '7 days')::timestamp`)
}
