// A phone loses its connection in a workshop or while its screen is off. Uploads are then repeated, so that nobody has to
// watch them.

import { isTemporary } from './upload-problem.ts'

export const RETRY_PAUSES_MS = [2000, 5000, 15_000, 30_000]

/**
 * Repeats `attempt` while it fails for a temporary reason. `onPause` is told when it waits for another attempt. A file
 * whose first attempt arrived although its response was lost is there already: `attempt` is told whether it is a retry.
 */
export async function retryUpload<Result>(
  attempt: (isRetry: boolean) => Promise<Result>,
  onPause: (isPaused: boolean) => void,
  pause = untilWorthTrying,
): Promise<Result> {
  for (const [index, milliseconds] of RETRY_PAUSES_MS.entries()) {
    try {
      return await attempt(index > 0)
    } catch (error) {
      if (!isTemporary(error)) throw error
    }
    onPause(true)
    await pause(milliseconds)
    onPause(false)
  }
  return attempt(true)
}

/** Ends early once the connection is back. Without one, there is no point in trying. */
async function untilWorthTrying(milliseconds: number): Promise<void> {
  const online = new Promise((wake) => window.addEventListener('online', wake, { once: true }))
  await (navigator.onLine ? Promise.race([online, new Promise((wake) => setTimeout(wake, milliseconds))]) : online)
}
