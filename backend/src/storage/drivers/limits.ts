import { SECOND_MS } from '../../lib/units.ts'

/**
 * How long S3 may take to connect, and be silent in the middle of an answer, before another try; and all tries together for a
 * question, for reading a file whole, for writing one. Once it is away, one request asks anew each time `awayMs` is over.
 */
export const S3_TIMEOUTS = {
  connectMs: 2 * SECOND_MS,
  silentMs: 4 * SECOND_MS,
  answerMs: 6 * SECOND_MS,
  readMs: 20 * SECOND_MS,
  writeMs: 45 * SECOND_MS,
  awayMs: 2 * SECOND_MS,
} as const
export const S3_TRIES = 3
/** How long a process takes a picture for being there without asking; a removed one is shown that much longer by others. */
export const KNOWN_FILE_SECONDS = 30
export const MAX_KNOWN_FILES = 20_000
export const MAX_S3_CONNECTIONS = 32
/** Files read, moved or removed at once. */
export const MAX_S3_FILES_AT_ONCE = 8
/** After so many failures in a row nobody waits for S3 any more: one request at a time asks whether it is back. */
export const S3_FAILURES_UNTIL_DOWN = 3
