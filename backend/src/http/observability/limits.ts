import { SECOND_MS } from '../../lib/units.ts'

/** Lines of one process in a second, by kind; what is left out is counted. Errors are always written. */
export const LOG_LINES_PER_SECOND = { requests: 200, refusals: 20, eachWarning: 20 }
/** How soon the counts of left-out lines are written. */
export const LOG_COUNTS_EVERY_MS = 10 * SECOND_MS
export const MAX_LOGGED_PATH_CHARACTERS = 200
export const MAX_LOGGED_MESSAGE_CHARACTERS = 2000
export const MAX_LOGGED_STACK_CHARACTERS = 8000
export const TRACES = { batch: 512, waiting: 2048, everyMs: 5 * SECOND_MS, answerMs: 5 * SECOND_MS }
