// What is done every so often, whoever does it: the round is claimed in the database, so that of several processes one
// does it, and the time of the next one outlives a restart.

import type { Database } from '../db/database.ts'
import type { Incidents } from '../incidents.ts'
import { JOB_POLL_MS, ROUND_FIRST_PAUSE_SECONDS, ROUND_LEASE_SECONDS } from '../limits.ts'
import type { Job } from './job.ts'
import { createLoop } from './loop.ts'

export interface PeriodicJobOptions {
  db: Database
  /** What it is called in the back office, when it fails. */
  name: string
  everySeconds: number
  run(): Promise<unknown>
  incidents: Pick<Incidents, 'report' | 'clear'>
  log: { error(details: object): void }
}

export function createPeriodicJob({ db, name, everySeconds, run, incidents, log }: PeriodicJobOptions): Job {
  async function round(): Promise<void> {
    const attempts = await claimRound(db, name, everySeconds)
    if (attempts === null) return
    const keepClaim = setInterval(() => void extendClaim(db, name).catch(() => {}), (ROUND_LEASE_SECONDS * 1000) / 3)
    try {
      await run()
      await endRound(db, name, everySeconds)
      if (attempts > 1) incidents.clear('round-failed')
    } catch (error) {
      log.error({ event: 'round_failed', job: name, err: error })
      incidents.report('round-failed', name)
      await failRound(db, name, everySeconds, error)
    } finally {
      clearInterval(keepClaim)
    }
  }

  const loop = createLoop({
    round,
    pauseMs: () => untilNextRound(db, name),
    onError: (error) => log.error({ event: 'round_failed', job: name, err: error }),
    fallbackMs: JOB_POLL_MS,
  })
  return {
    name,
    start: async () => loop.wake(),
    stop: () => loop.stop(),
  }
}

/** The number of this try, or null when the round is not due or another process is at it. A new one is due in a while. */
async function claimRound(db: Database, name: string, everySeconds: number): Promise<number | null> {
  await db.query(
    `insert into forecourt.job_rounds (name, next_at) values ($1, now() + make_interval(secs => $2)) on conflict do nothing`,
    [name, everySeconds],
  )
  const { rows } = await db.query<{ attempts: number }>(
    `update forecourt.job_rounds set locked_until = now() + make_interval(secs => $2), attempts = attempts + 1
     where name in (
       select name from forecourt.job_rounds
       where name = $1 and next_at <= now() and (locked_until is null or locked_until < now())
       for update skip locked
     ) returning attempts`,
    [name, ROUND_LEASE_SECONDS],
  )
  return rows[0]?.attempts ?? null
}

const extendClaim = (db: Database, name: string) =>
  db.query(`update forecourt.job_rounds set locked_until = now() + make_interval(secs => $2) where name = $1`, [
    name,
    ROUND_LEASE_SECONDS,
  ])

const endRound = (db: Database, name: string, everySeconds: number) =>
  db.query(
    `update forecourt.job_rounds set
       next_at = now() + make_interval(secs => $2), locked_until = null, attempts = 0, last_error = null
     where name = $1`,
    [name, everySeconds],
  )

const failRound = (db: Database, name: string, everySeconds: number, error: unknown) =>
  db.query(
    `update forecourt.job_rounds set
       next_at = now() + forecourt.retry_pause(attempts, $2, $3), locked_until = null, last_error = $4
     where name = $1`,
    [name, ROUND_FIRST_PAUSE_SECONDS, everySeconds, String(error).slice(0, 500)],
  )

async function untilNextRound(db: Database, name: string): Promise<number> {
  const { rows } = await db.query<{ seconds: number }>(
    `select extract(epoch from greatest(next_at, locked_until) - now())::float8 as seconds
     from forecourt.job_rounds where name = $1`,
    [name],
  )
  return Math.max(JOB_POLL_MS, Math.min((rows[0]?.seconds ?? 0) * 1000, 2 ** 31 - 1))
}
