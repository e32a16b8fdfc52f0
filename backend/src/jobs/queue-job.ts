// Runs the jobs in a database queue. NOTIFY wakes the loop when a job is added, and a timer wakes it when a retry is
// due.

import type { ClaimedJob, JobQueue, QueueName } from '../../../supabase/functions/_shared/job-queue.ts'
import type { JobRules } from '../../../supabase/functions/_shared/job-rules.ts'
import type { Database } from '../db/database.ts'
import type { Job } from './job.ts'
import { JOB_MIN_PAUSE_MS, JOB_POLL_MS } from './limits.ts'
import { createLoop } from './loop.ts'

/**
 * The outcome of an attempt. 'trouble' means that the external service is at fault rather than the job, for example
 * because a mail server is down or a password is wrong. All other jobs would fail too, so they are also paused, and their
 * attempts are not used up.
 */
export type Outcome = 'done' | 'failed' | 'trouble'

export interface QueueJobOptions<Row extends ClaimedJob> {
  db: Database
  /** The name of the table, and of the channel that its NOTIFY uses. */
  name: QueueName
  queue: JobQueue<Row>
  rules: JobRules
  /** Runs one job and records its outcome. */
  run(row: Row): Promise<Outcome>
  /** While this returns false, no jobs are claimed. */
  isEnabled?(): Promise<boolean>
  onError(error: unknown): void
  pollMs?: number
}

export interface QueueJob extends Job {
  /** Runs all jobs that are due. Resolves when none are left, or when the external service is failing. */
  drain(): Promise<void>
}

/** The payload that is sent when an admin presses Retry. It ends the pause. */
const NOW = 'now'

export function createQueueJob<Row extends ClaimedJob>(options: QueueJobOptions<Row>): QueueJob {
  const { db, name, queue, rules, run, isEnabled, onError, pollMs = JOB_POLL_MS } = options
  let unlisten: (() => Promise<void>) | undefined
  let isStopped = false
  let troubles = 0
  let pausedUntil = 0
  let isOff = false

  async function drain(): Promise<void> {
    isOff = isEnabled !== undefined && !(await isEnabled())
    if (isOff) return
    while (!isStopped) {
      const rows = await queue.claim()
      if (rows.length === 0) return
      const settled = await Promise.allSettled(rows.map(run))
      for (const result of settled) if (result.status === 'rejected') onError(result.reason)
      const isTrouble = settled.some((result) => result.status === 'rejected' || result.value === 'trouble')
      troubles = isTrouble ? troubles + 1 : 0
      if (!isTrouble) continue
      const seconds = Math.min(rules.longestPauseSeconds, rules.firstPauseSeconds * 2 ** Math.min(troubles - 1, 20))
      pausedUntil = Date.now() + seconds * 1000
      return
    }
  }

  const loop = createLoop({
    run: drain,
    async pauseMs() {
      const seconds = isOff ? null : await queue.nextSeconds()
      const untilDue = seconds === null ? pollMs : Math.max(JOB_MIN_PAUSE_MS, seconds * 1000)
      return Math.max(pausedUntil - Date.now(), Math.min(pollMs, untilDue))
    },
    onError,
    fallbackMs: pollMs,
  })

  return {
    name,
    drain,
    async start() {
      if (db.engine === 'embedded') await queue.release()
      unlisten = await db.listen(name, (payload) => {
        if (payload === NOW) pausedUntil = 0
        if (Date.now() >= pausedUntil) loop.wake()
      })
      loop.wake()
    },
    async stop() {
      isStopped = true
      await unlisten?.()
      await loop.stop()
    },
  }
}
