import { SECOND_MS } from '../../lib/units.ts'

/**
 * How long S3 may take to connect (`connectMs`) or pause in the middle of a response (`idleMs`) before a retry. The
 * total time, including retries, for a request (`responseMs`), for reading a whole file (`readMs`) or for writing one
 * (`writeMs`). While S3 is down, one request per `downMs` checks whether it is back.
 */
export const S3_TIMEOUTS = {
  connectMs: 2 * SECOND_MS,
  idleMs: 4 * SECOND_MS,
  responseMs: 6 * SECOND_MS,
  readMs: 20 * SECOND_MS,
  writeMs: 45 * SECOND_MS,
  downMs: 2 * SECOND_MS,
} as const
/** How many times a request to S3 is tried. */
export const S3_TRIES = 3
/** How long a process remembers that a file is on S3. Other processes may serve a removed file for this long. */
export const KNOWN_FILE_SECONDS = 30
/** How many files on S3 a process remembers. */
export const MAX_KNOWN_FILES = 20_000
/** The number of connections to S3 per process. */
export const MAX_S3_CONNECTIONS = 32
/** How many files are read from S3, moved or removed at once. */
export const MAX_S3_FILES_AT_ONCE = 8
/**
 * After this many failures in a row S3 counts as down. Requests then fail at once, except one at a time that checks
 * whether S3 is back.
 */
export const S3_FAILURES_UNTIL_DOWN = 3
