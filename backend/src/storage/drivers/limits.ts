import { SECOND_MS } from '../../lib/units.ts'

/**
 * How long connecting to S3 may take (`connectMs`), and how long a response may pause (`idleMs`), before the request is
 * retried. The total time, including retries, for a request (`responseMs`), for reading a whole file (`readMs`) or for
 * writing one (`writeMs`). While S3 is down, one request per `downMs` checks whether it is back.
 */
export const S3_TIMEOUTS = {
  connectMs: 2 * SECOND_MS,
  idleMs: 4 * SECOND_MS,
  responseMs: 6 * SECOND_MS,
  readMs: 20 * SECOND_MS,
  writeMs: 45 * SECOND_MS,
  downMs: 2 * SECOND_MS,
} as const
/** The maximum number of attempts for each request to S3. */
export const S3_TRIES = 3
/** How long a process remembers that a file is on S3. Other processes may serve a removed file for this long. */
export const KNOWN_FILE_SECONDS = 30
/** How many files on S3 a process remembers. */
export const MAX_KNOWN_FILES = 20_000
/** The number of connections to S3 per process. */
export const MAX_S3_CONNECTIONS = 32
/** The number of files on S3 that are read, moved or removed in parallel. */
export const MAX_S3_FILES_AT_ONCE = 8
/**
 * After this many failures in a row S3 counts as down. Requests then fail immediately, except that one at a time is let
 * through to check whether S3 is back.
 */
export const S3_FAILURES_UNTIL_DOWN = 3
