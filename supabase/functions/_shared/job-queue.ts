// Claims, postpones and gives up on jobs in a database queue. Used for both emails and AutoTrader listings.
import type { JobRules } from './job-rules.ts'
import type { Rpc } from './rpc.ts'

export type QueueName = 'email_outbox' | 'autotrader_syncs'

/** The columns that every queue has. */
export interface ClaimedJob {
  attempts: number
  /** The end of the lease, which also identifies this claim. */
  next_attempt_at: string
}

export interface JobQueue<Row extends ClaimedJob> {
  /** Claims the jobs that are due, or the given job even if it isn't due, but never a job that another process is running. */
  claim(only?: string): Promise<Row[]>
  /** Records a failure. Returns false if the lease had expired and another process has claimed the job. */
  postpone(id: string, job: ClaimedJob, error: string, isFinal: boolean): Promise<boolean>
  /** Seconds until the next job is due; null if the queue is empty. */
  nextSeconds(): Promise<number | null>
  release(): Promise<void>
}

const MAX_ERROR_CHARACTERS = 500

export function createJobQueue<Row extends ClaimedJob>(rpc: Rpc, queue: QueueName, rules: JobRules): JobQueue<Row> {
  return {
    claim: (only) =>
      rpc('claim_jobs', {
        _queue: queue,
        _limit: only ? 1 : rules.batch,
        _lease_seconds: rules.leaseSeconds,
        _only: only ?? null,
      }),
    postpone: (id, job, error, isFinal) =>
      rpc('postpone_job', {
        _queue: queue,
        _id: id,
        _claim: job.next_attempt_at,
        _error: error.slice(0, MAX_ERROR_CHARACTERS),
        _is_final: isFinal,
        _first_seconds: rules.firstPauseSeconds,
        _longest_seconds: rules.longestPauseSeconds,
        _give_up_days: rules.giveUpDays,
      }),
    nextSeconds: () => rpc('next_job_seconds', { _queue: queue }),
    release: () => rpc('release_jobs', { _queue: queue }),
  }
}
