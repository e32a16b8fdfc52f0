import { SECOND_MS } from '../lib/units.ts'

export const WORKER_TIMEOUTS = {
  /** Before one that ended is replaced; doubled for as long as none starts. */
  firstPauseMs: SECOND_MS,
  longestPauseMs: 30 * SECOND_MS,
  /** From being told to stop until it is ended. */
  stopMs: 20 * SECOND_MS,
}
