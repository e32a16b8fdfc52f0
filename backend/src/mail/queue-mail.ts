import type { Queryable } from '../db/database.ts'
import type { TemplateName } from './templates.ts'

export interface NewMail {
  template: TemplateName
  /** Null means the dealer. The address is read from the ADMIN_EMAIL setting when the email is sent. */
  recipient: string | null
  data: Record<string, string>
  /** A second email with the same key is not queued. */
  dedupeKey?: string
  /** How long the link or code in the email is valid. */
  lifetimeSeconds?: number
}

/** Queues the email for the worker. Inside a transaction, the email is queued only if the change it reports is committed. */
export async function queueMail(db: Queryable, mail: NewMail): Promise<void> {
  const { template, recipient, data, dedupeKey, lifetimeSeconds } = mail
  await db.query(
    `insert into public.email_outbox (template, recipient, data, dedupe_key, expires_at)
     values ($1, $2, $3, $4, now() + make_interval(secs => $5)) on conflict (dedupe_key) do nothing`,
    [template, recipient, JSON.stringify(data), dedupeKey ?? null, lifetimeSeconds ?? null],
  )
}
