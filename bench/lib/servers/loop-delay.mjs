// Loaded into the site's process with `--import`: writes how long its event loop was blocked at most to the file in
// LOOP_DELAY_FILE, in milliseconds, each time the process receives SIGUSR2: by the clock, and of that on a processor. On a
// busy machine only the second figure is the site's own doing, because the first includes waiting for a processor.
import { readFileSync, renameSync, writeFileSync } from 'node:fs'
import { isMainThread } from 'node:worker_threads'

const INTERVAL_MS = 5
const SCHEDULED = `/proc/self/task/${process.pid}/schedstat`

const processorMs = () => Number(readFileSync(SCHEDULED, 'utf8').split(' ')[0]) / 1e6

if (isMainThread) {
  let last = { clock: performance.now(), processor: processorMs() }
  let most = { clock: 0, processor: 0 }
  setInterval(() => {
    const now = { clock: performance.now(), processor: processorMs() }
    most = {
      clock: Math.max(most.clock, now.clock - last.clock - INTERVAL_MS),
      processor: Math.max(most.processor, now.processor - last.processor),
    }
    last = now
  }, INTERVAL_MS).unref()
  process.on('SIGUSR2', () => {
    // Renamed into place, so that the benchmark never reads half a file.
    writeFileSync(`${process.env.LOOP_DELAY_FILE}.new`, JSON.stringify(most))
    renameSync(`${process.env.LOOP_DELAY_FILE}.new`, process.env.LOOP_DELAY_FILE)
    most = { clock: 0, processor: 0 }
  })
}
