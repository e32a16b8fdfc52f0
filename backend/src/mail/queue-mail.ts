import type { Queryable } from '../db/database.ts'
import type { TemplateName } from './templates.ts'

export interface NewMail {
  template: TemplateName
  /** null is the dealer: the ADMIN_EMAIL setting as it is when the mail goes out. */
  recipient: string | null
  data: Record<string, string>
  /** A second mail with the same key is not queued. */
  dedupeKey?: string
}

/** Leaves the mail for the worker. With a transaction, the mail exists exactly when what it speaks of does. */
export async function queueMail(db: Queryable, { template, recipient, data, dedupeKey }: NewMail): Promise<void> {
  await db.query(
    `insert into public.email_outbox (template, recipient, data, dedupe_key) values ($1, $2, $3, $4)
     on conflict (dedupe_key) do nothing`,
    [template, recipient, JSON.stringify(data), dedupeKey ?? null],
  )
}
