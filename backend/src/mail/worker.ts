// Sends what is in the outbox. A mail is claimed with a lease, so several processes never send the same one; a process
// that dies leaves its claim behind, which ends with the lease. The Message-ID is made from the row, so that a mail
// accepted in the very moment of a crash arrives under the same name, and mail programs show it once.

import type { Database } from '../db/database.ts'
import { readCompany } from './company.ts'
import { composeMail, type OutboxRow, UnsendableMail } from './compose.tsx'
import { isRefusedForGood, type Mailer } from './smtp.ts'

const LEASE_SECONDS = 120
const BATCH = 5
const POLL_MS = 30_000
const FIRST_RETRY_SECONDS = 5
const LONGEST_RETRY_SECONDS = 15 * 60
const GIVE_UP_DAYS = 5

export interface MailWorkerDeps {
  db: Database
  mailer: Mailer
  siteUrl: string
  log?: { info(details: object, message: string): void; warn(details: object, message: string): void }
  /** Shorter in tests. */
  pollMs?: number
  firstRetrySeconds?: number
}

export interface MailWorker {
  /** Sends all that is due and resolves when there is no more. */
  drain(): Promise<void>
  start(): Promise<void>
  /** Finishes the mails under way. */
  stop(): Promise<void>
}

interface ClaimedRow extends OutboxRow {
  attempts: number
  message_id: string
}

export function createMailWorker(deps: MailWorkerDeps): MailWorker {
  const { db, log, pollMs = POLL_MS } = deps
  let timer: NodeJS.Timeout | undefined
  let unlisten: (() => Promise<void>) | undefined
  let running: Promise<void> | undefined
  let isStopped = false
  let isWakeWanted = false

  async function drain(): Promise<void> {
    for (;;) {
      const rows = await claim(db, deps.siteUrl)
      if (rows.length === 0) return
      await Promise.all(rows.map((row) => deliver(deps, row)))
      if (isStopped) return
    }
  }

  /** One drain at a time; a call during one asks for another after it. */
  function wake(): void {
    if (isStopped) return
    if (running) {
      isWakeWanted = true
      return
    }
    clearTimeout(timer)
    running = drain()
      .catch((error: unknown) => log?.warn({ event: 'mail_worker_failed', err: error }, 'the outbox cannot be read'))
      .then(() => pause())
  }

  async function pause(): Promise<void> {
    const delay = isWakeWanted ? 0 : await nextDelay(db, pollMs).catch(() => pollMs)
    running = undefined
    isWakeWanted = false
    if (isStopped) return
    timer = setTimeout(wake, delay)
    timer.unref()
  }

  return {
    drain,
    async start() {
      if (db.engine === 'embedded') await releaseClaims(db)
      unlisten = await db.listen('email_outbox', wake)
      wake()
    },
    async stop() {
      isStopped = true
      clearTimeout(timer)
      await unlisten?.()
      await running
      deps.mailer.close()
    },
  }
}

/** The embedded engine has one process: a claim found at its start was left by one that died, and need not run out. */
async function releaseClaims(db: Database): Promise<void> {
  await db.query(`update public.email_outbox set status = 'pending', locked_until = null where status = 'sending'`)
}

async function claim(db: Database, siteUrl: string): Promise<ClaimedRow[]> {
  const { rows } = await db.query<{ row: ClaimedRow }>(
    `update public.email_outbox o set
       status = 'sending',
       attempts = o.attempts + 1,
       locked_until = now() + make_interval(secs => $1),
       message_id = coalesce(o.message_id, '<' || o.id || '@' || $2::text || '>')
     where o.id in (
       select c.id from public.email_outbox c
       where (c.status = 'pending' and c.next_attempt_at <= now()) or (c.status = 'sending' and c.locked_until < now())
       order by c.created_at limit $3 for update skip locked
     )
     returning to_jsonb(o) as row`,
    [LEASE_SECONDS, new URL(siteUrl).hostname, BATCH],
  )
  return rows.map(({ row }) => row)
}

/** Never rejects over a mail: what went wrong is written to its row. */
async function deliver({ db, mailer, siteUrl, log, firstRetrySeconds }: MailWorkerDeps, row: ClaimedRow) {
  const details = { id: row.id, template: row.template, attempt: row.attempts }
  try {
    const company = await readCompany(db)
    const mail = await composeMail(row, company, siteUrl)
    await mailer.send(mail, company, row.message_id)
  } catch (error) {
    log?.warn({ event: 'mail_failed', ...details, err: error }, 'a mail could not be sent')
    await putBack(db, row, error, firstRetrySeconds ?? FIRST_RETRY_SECONDS)
    return
  }
  await markSent(db, row)
  log?.info({ event: 'mail_sent', ...details }, 'a mail was sent')
}

/** The body goes: it holds links that open accounts, and what customers wrote is kept where it belongs. */
async function markSent(db: Database, row: ClaimedRow): Promise<void> {
  await db.query(
    `update public.email_outbox set status = 'sent', sent_at = now(), locked_until = null, last_error = null, data = '{}'
     where id = $1 and status = 'sending' and attempts = $2`,
    [row.id, row.attempts],
  )
}

async function putBack(db: Database, row: ClaimedRow, error: unknown, firstRetrySeconds: number): Promise<void> {
  const isHopeless = error instanceof UnsendableMail || isRefusedForGood(error)
  const seconds = Math.min(LONGEST_RETRY_SECONDS, firstRetrySeconds * 2 ** Math.min(row.attempts - 1, 20))
  await db.query(
    `update public.email_outbox set
       status = case when $3 or created_at < now() - make_interval(days => $4) then 'failed' else 'pending' end,
       next_attempt_at = now() + make_interval(secs => $5),
       locked_until = null,
       last_error = $6
     where id = $1 and status = 'sending' and attempts = $2`,
    [row.id, row.attempts, isHopeless, GIVE_UP_DAYS, seconds, String(error).slice(0, 500)],
  )
}

/** Until the next retry or the end of a dead process's lease, but never longer than the poll. */
async function nextDelay(db: Database, pollMs: number): Promise<number> {
  const { rows } = await db.query<{ ms: number | null }>(
    `select (extract(epoch from min(case status when 'pending' then next_attempt_at else locked_until end) - now()) * 1000)::float8 as ms
     from public.email_outbox where status in ('pending', 'sending')`,
  )
  return Math.max(0, Math.min(pollMs, rows[0]?.ms ?? pollMs))
}
