// Sends the emails in the outbox. The Message-ID comes from the row, so that if a crash causes an email to be sent twice,
// mail programs recognise the second as a duplicate.

import { type ClaimedJob, createJobQueue, type JobQueue } from '../../../supabase/functions/_shared/job-queue.ts'
import { EMAIL_JOB_RULES } from '../../../supabase/functions/_shared/job-rules.ts'
import type { Database } from '../db/database.ts'
import { createDatabaseRpc } from '../db/rpc.ts'
import { createQueueJob, type Outcome, type QueueJob } from '../jobs/queue-job.ts'
import { findAlertItems } from './alert-items.ts'
import { readCompany } from './company.ts'
import { composeMail, type OutboxRow, TEXT_MESSAGE, UnsendableMail, VEHICLE_ALERT } from './compose.tsx'
import { findMailVehicle } from './mail-vehicle.ts'
import { explainRefusal, isRefusedForGood, isServerTrouble } from './refusals.ts'
import type { Mailer } from './smtp.ts'

export interface MailWorkerDeps {
  db: Database
  mailer: Mailer
  siteUrl: string
  /** Whether a mail server is configured. While it is not, emails stay in the outbox. Default: always. */
  isConnected?(): Promise<boolean>
  log?: { info(details: object, message: string): void; warn(details: object, message: string): void }
  /** Tests use a shorter interval. */
  pollMs?: number
  firstRetrySeconds?: number
}

export type MailWorker = QueueJob

interface ClaimedMail extends OutboxRow, ClaimedJob {
  message_id: string | null
}

export function createMailWorker(deps: MailWorkerDeps): MailWorker {
  const { db, mailer, log, pollMs } = deps
  const rules = { ...EMAIL_JOB_RULES, firstPauseSeconds: deps.firstRetrySeconds ?? EMAIL_JOB_RULES.firstPauseSeconds }
  const queue = createJobQueue<ClaimedMail>(createDatabaseRpc(db), 'email_outbox', rules)
  const job = createQueueJob({
    db,
    name: 'email_outbox',
    queue,
    rules,
    pollMs,
    isEnabled: watchConnection(deps),
    run: (row) => deliver(deps, queue, row),
    onError: (err) => log?.warn({ event: 'mail_worker_failed', err }, 'the outbox could not be read'),
  })
  return {
    ...job,
    async stop() {
      await job.stop()
      mailer.close()
    },
  }
}

/** Tells the database when a mail server is connected or disconnected, so that it can hold emails that are too old. */
function watchConnection({ db, isConnected, log }: MailWorkerDeps): (() => Promise<boolean>) | undefined {
  if (!isConnected) return undefined
  let known: boolean | undefined
  return async () => {
    const now = await isConnected()
    if (now === known) return now
    const { rows } = await db.query<{ held: number }>('select forecourt.set_mail_connected($1) as held', [now])
    const held = rows[0]?.held ?? 0
    if (held > 0) log?.info({ event: 'mail_held', held }, 'old emails are held for an admin to review')
    known = now
    return now
  }
}

const isExpired = ({ expires_at }: OutboxRow) => typeof expires_at === 'string' && Date.parse(expires_at) < Date.now()

async function deliver(deps: MailWorkerDeps, queue: JobQueue<ClaimedMail>, row: ClaimedMail): Promise<Outcome> {
  const { db, mailer, siteUrl, log } = deps
  const details = { id: row.id, template: row.template, attempt: row.attempts }
  if (isExpired(row)) {
    await db.query('select forecourt.hold_expired_mail($1, $2)', [row.id, row.next_attempt_at])
    log?.info({ event: 'mail_held', ...details }, 'an email is no longer true')
    return 'done'
  }
  const items = row.template === VEHICLE_ALERT ? await findAlertItems(db, row.id) : []
  if (row.template === VEHICLE_ALERT && items.length === 0) {
    await dropMail(db, row)
    log?.info({ event: 'mail_dropped', ...details }, 'an alert is no longer true')
    return 'done'
  }
  const messageId = row.message_id ?? `<${row.id}@${new URL(siteUrl).hostname}>`
  try {
    if (row.template === TEXT_MESSAGE) throw new UnsendableMail('text messages are not set up')
    const company = await readCompany(db)
    const mail = await composeMail(row, company, siteUrl, await findMailVehicle(db, row.data), items)
    await mailer.send(mail, company, messageId)
  } catch (error) {
    log?.warn({ event: 'mail_failed', ...details, err: error }, 'an email could not be sent')
    const isFinal = error instanceof UnsendableMail || isRefusedForGood(error)
    await queue.postpone(row.id, row, explainRefusal(error), isFinal)
    return isServerTrouble(error) ? 'trouble' : 'failed'
  }
  await markSent(db, row, messageId)
  log?.info({ event: 'mail_sent', ...details }, 'an email was sent')
  return 'done'
}

async function dropMail(db: Database, row: ClaimedMail): Promise<void> {
  await db.query(`delete from public.email_outbox where id = $1 and status = 'sending' and next_attempt_at = $2`, [
    row.id,
    row.next_attempt_at,
  ])
}

/** Deletes the body, because it may contain links that open accounts. The customer's message is stored with the lead. */
async function markSent(db: Database, row: ClaimedMail, messageId: string): Promise<void> {
  await db.query(
    `update public.email_outbox set status = 'sent', sent_at = now(), last_error = null, data = '{}', message_id = $3
     where id = $1 and status = 'sending' and next_attempt_at = $2`,
    [row.id, row.next_attempt_at, messageId],
  )
}
