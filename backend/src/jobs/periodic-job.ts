// What is done every so often, whoever does it: the round is claimed in the database, so that of several processes one
// does it, and the time of the next one outlives a restart.

import type { Database } from '../db/database.ts'
import type { Incidents } from '../status/incidents.ts'
import type { Job } from './job.ts'
import { JOB_POLL_MS, PERIODIC_JOB_FIRST_PAUSE_SECONDS, PERIODIC_JOB_LEASE_SECONDS } from './limits.ts'
import { createLoop } from './loop.ts'

/** Keeps the round for this process a while longer; fails when it took so long that another may have begun. */
export type ExtendLease = () => Promise<void>

export interface PeriodicJobOptions {
  db: Database
  /** What it is called in the back office, when it fails. */
  name: string
  everySeconds: number
  /** How long after one that failed; otherwise soon, and then with pauses that grow. */
  retrySeconds?: number
  /** What may not overlap with another process calls `extendLease` before every step. */
  run(extendLease: ExtendLease): Promise<unknown>
  incidents: Pick<Incidents, 'report' | 'clear'>
  log: { error(details: object): void }
}

export function createPeriodicJob(options: PeriodicJobOptions): Job {
  const { db, name, everySeconds, retrySeconds, run, incidents, log } = options
  const pauses = { first: retrySeconds ?? PERIODIC_JOB_FIRST_PAUSE_SECONDS, longest: retrySeconds ?? everySeconds }

  async function round(): Promise<void> {
    const claim = await claimRun(db, name, everySeconds)
    if (claim === null) return
    const extendLease = () => extendClaim(db, name, claim)
    const keepClaim = setInterval(() => void extendLease().catch(() => {}), (PERIODIC_JOB_LEASE_SECONDS * 1000) / 3)
    try {
      await run(extendLease)
      await endRun(db, name, claim, everySeconds)
      if (claim.attempts > 1) incidents.clear('round-failed', name)
    } catch (error) {
      log.error({ event: 'periodic_job_failed', job: name, err: error })
      incidents.report('round-failed', name)
      await failRun(db, name, claim, pauses, error)
    } finally {
      clearInterval(keepClaim)
    }
  }

  const loop = createLoop({
    round,
    pauseMs: () => untilNextRound(db, name),
    onError: (error) => log.error({ event: 'periodic_job_failed', job: name, err: error }),
    fallbackMs: JOB_POLL_MS,
  })
  return {
    name,
    start: async () => loop.wake(),
    stop: () => loop.stop(),
  }
}

interface Claim {
  /** Which try of the round this is. */
  attempts: number
  /** When it was due. With the number of the try, that no other claim has. */
  due: string
}

/** None when the round is not due or another process is at it. A new one is due in a while. */
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

/** Changes the round for as long as nobody has taken it over. */
async function changeClaimed(db: Database, name: string, claim: Claim, change: string, values: unknown[]) {
  const { rows } = await db.query(
    `update forecourt.job_rounds set ${change}
     where name = $1 and attempts = $2 and next_at = $3::timestamptz returning name`,
    [name, claim.attempts, claim.due, ...values],
  )
  return rows.length > 0
}

async function extendClaim(db: Database, name: string, claim: Claim): Promise<void> {
  const isOurs = await changeClaimed(db, name, claim, 'locked_until = now() + make_interval(secs => $4)', [
    PERIODIC_JOB_LEASE_SECONDS,
  ])
  if (!isOurs) throw new Error('another process took the round over')
}

const endRun = (db: Database, name: string, claim: Claim, everySeconds: number) =>
  changeClaimed(
    db,
    name,
    claim,
    'next_at = now() + make_interval(secs => $4), locked_until = null, attempts = 0, last_error = null',
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

async function untilNextRound(db: Database, name: string): Promise<number> {
  const { rows } = await db.query<{ seconds: number }>(
    `select extract(epoch from greatest(next_at, locked_until) - now())::float8 as seconds
     from forecourt.job_rounds where name = $1`,
    [name],
  )
  return Math.max(JOB_POLL_MS, Math.min((rows[0]?.seconds ?? 0) * 1000, 2 ** 31 - 1))
}
