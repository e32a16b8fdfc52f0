import { HOUR, MINUTE, SECOND_MS } from '../lib/units.ts'

/** A look at the queue when nothing woke us. */
export const JOB_POLL_MS = 30 * SECOND_MS
/** At least so long between two looks, when what is due is in other hands. */
export const JOB_MIN_PAUSE_MS = 200
export const HOUSEKEEPING_EVERY_SECONDS = HOUR
/** After it another process may begin the same round; kept up while the round goes on. */
export const PERIODIC_JOB_LEASE_SECONDS = 5 * MINUTE
export const PERIODIC_JOB_FIRST_PAUSE_SECONDS = MINUTE
