// A job that runs at intervals. Each run is claimed with a lease in the database, so that only one of several processes
// runs it, and the time of the next run survives a restart.

import type { Database } from '../db/database.ts'
import type { Incidents } from '../status/incidents.ts'
import type { Job } from './job.ts'
import { JOB_POLL_MS, PERIODIC_JOB_FIRST_PAUSE_SECONDS, PERIODIC_JOB_LEASE_SECONDS } from './limits.ts'
import { createLoop } from './loop.ts'

/** Extends this process's lease. Fails if the lease has expired and another process has taken over. */
export type ExtendLease = () => Promise<void>

export interface PeriodicJobOptions {
  db: Database
  /** Shown in the back office when the job fails. */
  name: string
  everySeconds: number
  /** The pause after a failed run. Without this setting, pauses start short and grow. */
  retrySeconds?: number
  /** A NOTIFY on this channel starts a run that has become due early. */
  channel?: string
  /** Work that must not overlap with another process's run must call `extendLease` before every step. */
  run(extendLease: ExtendLease): Promise<unknown>
  incidents: Pick<Incidents, 'report' | 'clear'>
  log: { error(details: object): void }
}

export function createPeriodicJob(options: PeriodicJobOptions): Job {
  const { db, name, everySeconds, retrySeconds, channel, run, incidents, log } = options
  const pauses = { first: retrySeconds ?? PERIODIC_JOB_FIRST_PAUSE_SECONDS, longest: retrySeconds ?? everySeconds }

  async function runIfDue(): Promise<void> {
    const claim = await claimRun(db, name, everySeconds)
    if (claim === null) return
    const extendLease = () => extendClaim(db, name, claim)
    const renewal = setInterval(() => void extendLease().catch(() => {}), (PERIODIC_JOB_LEASE_SECONDS * 1000) / 3)
    try {
      await run(extendLease)
      await endRun(db, name, claim, everySeconds)
      if (claim.attempts > 1) incidents.clear('round-failed', name)
    } catch (error) {
      log.error({ event: 'periodic_job_failed', job: name, err: error })
      incidents.report('round-failed', name)
      await failRun(db, name, claim, pauses, error)
    } finally {
      clearInterval(renewal)
    }
  }

  const loop = createLoop({
    run: runIfDue,
    pauseMs: () => msUntilNextRun(db, name),
    onError: (error) => log.error({ event: 'periodic_job_failed', job: name, err: error }),
    fallbackMs: JOB_POLL_MS,
  })
  let unlisten: (() => Promise<void>) | undefined
  return {
    name,
    async start() {
      if (channel) unlisten = await db.listen(channel, () => loop.wake())
      loop.wake()
    },
    async stop() {
      await unlisten?.()
      await loop.stop()
    },
  }
}

interface Claim {
  /** The number of this attempt. */
  attempts: number
  /** The time at which the run was due. Together with the number of the attempt, it is unique. */
  due: string
}

/** Null if the job is not due or another process holds the lease. A new job is first due after one interval. */
async function claimRun(db: Database, name: string, everySeconds: number): Promise<Claim | null> {
  await db.query(
    `insert into forecourt.job_rounds (name, next_at) values ($1, now() + make_interval(secs => $2)) on conflict do nothing`,
    [name, everySeconds],
  )
  const { rows } = await db.query<Claim>(
    `update forecourt.job_rounds set locked_until = now() + make_interval(secs => $2), attempts = attempts + 1
     where name in (
       select name from forecourt.job_rounds
       where name = $1 and next_at <= now() and (locked_until is null or locked_until < now())
       for update skip locked
     ) returning attempts, next_at::text as due`,
    [name, PERIODIC_JOB_LEASE_SECONDS],
  )
  return rows[0] ?? null
}

/** Updates the job's row unless another process has taken over. Returns whether the row was updated. */
async function changeClaimed(db: Database, name: string, claim: Claim, change: string, values: unknown[]) {
  const { rows } = await db.query(
    `update forecourt.job_rounds set ${change}
     where name = $1 and attempts = $2 and next_at = $3::timestamptz returning name`,
    [name, claim.attempts, claim.due, ...values],
  )
  return rows.length > 0
}

async function extendClaim(db: Database, name: string, claim: Claim): Promise<void> {
  const isHeld = await changeClaimed(db, name, claim, 'locked_until = now() + make_interval(secs => $4)', [
    PERIODIC_JOB_LEASE_SECONDS,
  ])
  if (!isHeld) throw new Error('The lease expired, and another process took over this run')
}

const endRun = (db: Database, name: string, claim: Claim, everySeconds: number) =>
  changeClaimed(
    db,
    name,
    claim,
    `next_at = now() + make_interval(secs => $4), locked_until = null, attempts = 0, last_error = null,
       requested_at = null`,
    [everySeconds],
  )

const failRun = (
  db: Database,
  name: string,
  claim: Claim,
  pauses: { first: number; longest: number },
  error: unknown,
) =>
  changeClaimed(
    db,
    name,
    claim,
    'next_at = now() + forecourt.retry_pause(attempts, $4, $5), locked_until = null, last_error = $6',
    [pauses.first, pauses.longest, (error instanceof Error ? error.message : String(error)).slice(0, 500)],
  )

async function msUntilNextRun(db: Database, name: string): Promise<number> {
  const { rows } = await db.query<{ seconds: number }>(
    `select extract(epoch from greatest(next_at, locked_until) - now())::float8 as seconds
     from forecourt.job_rounds where name = $1`,
    [name],
  )
  return Math.max(JOB_POLL_MS, Math.min((rows[0]?.seconds ?? 0) * 1000, 2 ** 31 - 1))
}
