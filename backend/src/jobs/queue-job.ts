// Carries out what waits in a queue of the database. Woken by NOTIFY when something is added, else by the clock when
// something is due again.

import type { ClaimedJob, JobQueue, QueueName } from '../../../supabase/functions/_shared/job-queue.ts'
import type { JobRules } from '../../../supabase/functions/_shared/job-rules.ts'
import type { Database } from '../db/database.ts'
import type { Job } from './job.ts'
import { JOB_MIN_PAUSE_MS, JOB_POLL_MS } from './limits.ts'
import { createLoop } from './loop.ts'

/**
 * How a try went. 'trouble' is the neighbour's fault, not the job's (a mail server that is away, a wrong password): the
 * other jobs would fare the same, so they rest as well and keep their own tries.
 */
export type Outcome = 'done' | 'failed' | 'trouble'

export interface QueueJobOptions<Row extends ClaimedJob> {
  db: Database
  /** The table, which is also the channel that NOTIFY wakes us on. */
  name: QueueName
  queue: JobQueue<Row>
  rules: JobRules
  /** Does one job and writes down what came of it. */
  run(row: Row): Promise<Outcome>
  /** Whether there is anything to do at all. */
  isEnabled?(): Promise<boolean>
  onError(error: unknown): void
  pollMs?: number
}

export interface QueueJob extends Job {
  /** Does all that is due and resolves when there is no more, or when the neighbour is in trouble. */
  drain(): Promise<void>
}

/** What a person who presses Retry says to the processes that rest. */
const NOW = 'now'

export function createQueueJob<Row extends ClaimedJob>(options: QueueJobOptions<Row>): QueueJob {
  const { db, name, queue, rules, run, isEnabled, onError, pollMs = JOB_POLL_MS } = options
  let unlisten: (() => Promise<void>) | undefined
  let isStopped = false
  let troubles = 0
  let restsUntil = 0
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
      restsUntil = Date.now() + seconds * 1000
      return
    }
  }

  const loop = createLoop({
    round: drain,
    async pauseMs() {
      const seconds = isOff ? null : await queue.nextSeconds()
      const untilDue = seconds === null ? pollMs : Math.max(JOB_MIN_PAUSE_MS, seconds * 1000)
      return Math.max(restsUntil - Date.now(), Math.min(pollMs, untilDue))
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
        if (payload === NOW) restsUntil = 0
        if (Date.now() >= restsUntil) loop.wake()
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
