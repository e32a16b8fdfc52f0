// The built server's command line, for npm start, tests and benchmarks. By default, V8 uses much of the machine's
// memory before it collects garbage. A small server needs that memory for the database, and leaving it to V8 does not
// make pages faster.
import { totalmem } from 'node:os'
import { join } from 'node:path'
import { root } from './lib.mjs'

const MIB = 1024 * 1024
/** Enough for several responses of the maximum size at once; more would only delay garbage collection. */
const MOST_MB = 384
const LEAST_MB = 128
/**
 * The share of the machine's or container's memory that V8 may use; the rest is for buffers, pictures and the database.
 */
const SHARE = 0.25

export const serverArguments = () => ['--enable-source-maps', ...heapFlags(), join(root, 'backend/dist/main.js')]

/** Workers inherit these flags from the primary process. */
export function heapFlags(memory = Math.min(totalmem(), process.constrainedMemory() || Infinity)) {
  const megabytes = Math.round(Math.max(LEAST_MB, Math.min(MOST_MB, (memory / MIB) * SHARE)))
  return [
    `--max-old-space-size=${megabytes}`,
    // With this much space, most of a page's memory is freed before it leaves the young generation.
    '--max-semi-space-size=16',
    // A small limit makes V8 collect the old generation four times a second; this initial size prevents that.
    `--initial-old-space-size=${Math.round(megabytes / 4)}`,
  ]
}
