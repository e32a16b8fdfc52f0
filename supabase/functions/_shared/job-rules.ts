// How often emails and listings are retried. Both runtimes use these numbers.

export interface JobRules {
  /** How many jobs a process claims at once. */
  batch: number
  /** The lease is longer than one attempt can take. After this time, another process may claim the job. */
  leaseSeconds: number
  firstPauseSeconds: number
  longestPauseSeconds: number
  /** After this long, the job is marked 'failed' and an admin has to deal with it. */
  giveUpDays: number
}

export const EMAIL_JOB_RULES: JobRules = {
  batch: 5,
  leaseSeconds: 120,
  firstPauseSeconds: 5,
  longestPauseSeconds: 15 * 60,
  giveUpDays: 5,
}

export const LISTING_JOB_RULES: JobRules = {
  batch: 5,
  leaseSeconds: 120,
  firstPauseSeconds: 60,
  longestPauseSeconds: 60 * 60,
  giveUpDays: 5,
}

/** How long an admin's request waits for another process that is syncing the same vehicle, and how often it checks. */
export const LISTING_WAIT_MS = 20_000
export const LISTING_POLL_MS = 250
