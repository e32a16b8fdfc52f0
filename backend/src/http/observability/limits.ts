import { SECOND_MS } from '../../lib/units.ts'

/** Log lines per second from one process, by kind. Lines over the limit are only counted, but errors are always written. */
export const LOG_LINES_PER_SECOND = { requests: 200, refusals: 20, eachWarning: 20 }
/** How often the counts of omitted lines are written. */
export const LOG_COUNTS_EVERY_MS = 10 * SECOND_MS
/** Longer text in a log line is cut. */
export const MAX_LOGGED_PATH_CHARACTERS = 200
export const MAX_LOGGED_MESSAGE_CHARACTERS = 2000
export const MAX_LOGGED_STACK_CHARACTERS = 8000
