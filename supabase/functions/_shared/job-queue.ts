// One queue of jobs in the database: how a job is claimed, put back and given up. Mails and listings use the same steps.
import type { JobRules } from './job-rules.ts'
import type { Rpc } from './rpc.ts'

export type QueueName = 'email_outbox' | 'autotrader_syncs'

/** What every claimed job carries, beside the columns of its own table. */
export interface ClaimedJob {
  attempts: number
  /** The end of the lease, and the name of this claim. */
  next_attempt_at: string
}

export interface JobQueue<Row extends ClaimedJob> {
  /** What is due, or the one job asked for, due or not. Never what another process has under way. */
  claim(only?: string): Promise<Row[]>
  /** It failed. False when the claim had run out, and the job is somebody else's now. */
  postpone(id: string, job: ClaimedJob, error: string, isFinal: boolean): Promise<boolean>
  /** Seconds until something is due; null when nothing waits. */
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
