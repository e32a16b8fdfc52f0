import { HOUR, MINUTE, SECOND_MS } from '../lib/units.ts'

/** How often a queue is polled if no notification arrives. */
export const JOB_POLL_MS = 30 * SECOND_MS
/** The shortest pause between two polls while another process holds the jobs that are due. */
export const JOB_MIN_PAUSE_MS = 200
export const HOUSEKEEPING_EVERY_SECONDS = HOUR
/** How often old enquiries are looked for, if the dealer wants them deleted. */
export const RETENTION_EVERY_SECONDS = 24 * HOUR
/** How long a process may run a periodic job before it must extend its lease. After that, another process may take over. */
export const PERIODIC_JOB_LEASE_SECONDS = 5 * MINUTE
/** The pause after the first failed attempt at a periodic job. It grows with each further failure. */
export const PERIODIC_JOB_FIRST_PAUSE_SECONDS = MINUTE
