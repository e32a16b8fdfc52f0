import { HOUR, MINUTE, SECOND_MS } from '../lib/units.ts'

/** How often a queue is polled if no notification arrives. */
export const JOB_POLL_MS = 30 * SECOND_MS
/** The shortest pause between two polls, when another process holds the jobs that are due. */
export const JOB_MIN_PAUSE_MS = 200
export const HOUSEKEEPING_EVERY_SECONDS = HOUR
/** How long a process may run a periodic job before it must extend its lease; afterwards another process may take over. */
export const PERIODIC_JOB_LEASE_SECONDS = 5 * MINUTE
/** The pause after a periodic job's first failed attempt; it grows with each further one. */
export const PERIODIC_JOB_FIRST_PAUSE_SECONDS = MINUTE
