// How what leaves the house is tried again. Both runtimes go by these numbers; backend/src/limits.ts shows them with the rest.

export interface JobRules {
  /** How many a process takes at once. */
  batch: number
  /** Longer than one try can take: after it another process may take the job over. */
  leaseSeconds: number
  firstPauseSeconds: number
  longestPauseSeconds: number
  /** After so long it is 'failed', and waits for a person. */
  giveUpDays: number
}

export const MAIL_RULES: JobRules = {
  batch: 5,
  leaseSeconds: 120,
  firstPauseSeconds: 5,
  longestPauseSeconds: 15 * 60,
  giveUpDays: 5,
}

export const LISTING_RULES: JobRules = {
  batch: 5,
  leaseSeconds: 120,
  firstPauseSeconds: 60,
  longestPauseSeconds: 60 * 60,
  giveUpDays: 5,
}

/** How long an admin's browser waits for another process that is at the same vehicle, and how often it looks. */
export const LISTING_WAIT_MS = 20_000
export const LISTING_POLL_MS = 250
