// Loaded into the site's process with `--import`: writes how long its event loop was blocked at most to the file in
// LOOP_DELAY_FILE, in milliseconds, each time the process receives SIGUSR2.
import { writeFileSync } from 'node:fs'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { isMainThread } from 'node:worker_threads'

const RESOLUTION_MS = 5

if (isMainThread) {
  const delay = monitorEventLoopDelay({ resolution: RESOLUTION_MS })
  delay.enable()
  process.on('SIGUSR2', () => {
    writeFileSync(process.env.LOOP_DELAY_FILE, String(Math.max(0, delay.max / 1e6 - RESOLUTION_MS)))
    delay.reset()
  })
}
