import { SECOND_MS } from '../lib/units.ts'

export const WORKER_TIMEOUTS = {
  /** The pause before a worker that has ended is replaced. It doubles after each failed start. */
  firstPauseMs: SECOND_MS,
  longestPauseMs: 30 * SECOND_MS,
  /** How long a worker may take to stop before it is killed. */
  stopMs: 20 * SECOND_MS,
}
