import type { Queryable } from '../db/database.ts'
import type { TemplateName } from './templates.ts'

export interface NewMail {
  template: TemplateName
  /** Null means the dealer. The address is read from the ADMIN_EMAIL setting when the email is sent. */
  recipient: string | null
  data: Record<string, string>
  /** A second email with the same key is not queued. */
  dedupeKey?: string
}

/** Queues the email for the worker. Inside a transaction, the email is queued only if the change it reports is committed. */
export async function queueMail(db: Queryable, { template, recipient, data, dedupeKey }: NewMail): Promise<void> {
  await db.query(
    `insert into public.email_outbox (template, recipient, data, dedupe_key) values ($1, $2, $3, $4)
     on conflict (dedupe_key) do nothing`,
    [template, recipient, JSON.stringify(data), dedupeKey ?? null],
  )
}
