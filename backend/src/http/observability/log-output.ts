// Writes the log to standard output, which may be a file on a full disk. A line that cannot be written is dropped.
// pino's own output would try to end the process instead, and would hang until there was free space again.

import { writeSync } from 'node:fs'

const STDOUT = 1
const FULL_PIPE = 'EAGAIN'
/** The number of pauses to let the reader of a full pipe catch up. */
const PIPE_TRIES = 50
const PIPE_PAUSE_MS = 2

type Write = (descriptor: number, bytes: Uint8Array) => number

export function createLogOutput(write: Write = writeSync): { write(line: string): void } {
  /** Set when the last line was cut off in the middle. The next line must then start with a line break. */
  let isTorn = false

  /** Returns the number of bytes written. */
  const writeAll = (bytes: Uint8Array): number => {
    let written = 0
    for (let tries = 0; written < bytes.length && tries < PIPE_TRIES; tries++) {
      try {
        written += write(STDOUT, bytes.subarray(written))
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== FULL_PIPE) break
        Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, PIPE_PAUSE_MS)
      }
    }
    return written
  }

  return {
    write(line) {
      const bytes = Buffer.from(isTorn ? `\n${line}` : line)
      const written = writeAll(bytes)
      if (written > 0) isTorn = written < bytes.length
    },
  }
}
