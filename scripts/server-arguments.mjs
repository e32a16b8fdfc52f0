// How the built server is started, by npm start as by tests and benches. Left to itself V8 takes a good part of the machine before
// it clears up; a small server needs that memory for the database, and pages are no faster for it.
import { totalmem } from 'node:os'
import { join } from 'node:path'
import { root } from './lib.mjs'

const MIB = 1024 * 1024
/** Enough for the largest answers that limits.ts allows, several at once; more only lets rubbish lie longer. */
const MOST_MB = 384
const LEAST_MB = 128
/** Of what the machine, or the container, has: the rest is for buffers, pictures and the database. */
const SHARE = 0.25

export const serverArguments = () => ['--enable-source-maps', ...heapFlags(), join(root, 'backend/dist/main.js')]

/** For the primary and each worker alike: they inherit it. */
export function heapFlags(memory = Math.min(totalmem(), process.constrainedMemory() || Infinity)) {
  const megabytes = Math.round(Math.max(LEAST_MB, Math.min(MOST_MB, (memory / MIB) * SHARE)))
  return [
    `--max-old-space-size=${megabytes}`,
    // Most of a page is gone when it is sent, if what is young has this much room: less is cleared twice as often.
    '--max-semi-space-size=16',
    // A small bound makes V8 clear the old up four times a second; from here on it need not, and it stays within the bound.
    `--initial-old-space-size=${Math.round(megabytes / 4)}`,
  ]
}
