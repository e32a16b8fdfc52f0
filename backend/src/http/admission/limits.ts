import { MINUTE, SECOND_MS } from '../../lib/units.ts'

/** Of one process. Idle connections are closed before new ones are refused. */
export const MAX_CONNECTIONS = 4096
/** More than the requests of one network that ADMISSION lets run and wait. Proxies that TRUST_PROXY names are exempt. */
export const MAX_CONNECTIONS_PER_NETWORK = 512
export const ADMISSION = {
  /** Pages, rest, auth, functions, captcha. The embedded engine answers one at a time: whoever else comes waits for so many. */
  work: {
    runningPerNetwork: 4,
    waitingPerNetwork: 100,
    running: 256,
    waiting: 2000,
    burst: 400,
    perSecond: 20,
  },
  /** Everything of storage: a page shows dozens of pictures at once, and an upload takes its time. */
  pictures: {
    runningPerNetwork: 8,
    waitingPerNetwork: 300,
    running: 256,
    waiting: 4000,
    burst: 3000,
    perSecond: 100,
  },
}
export const MAX_ADMISSION_WAIT_MS = 10 * SECOND_MS
export const MAX_NETWORKS_REMEMBERED = 20_000
/** How long whoever asks too often waits for the refusal, and how many wait; the others hear it at once. */
export const DELAYED_REFUSALS = { milliseconds: SECOND_MS, count: 1000 }
/** How long the requests of one network may keep the database busy. */
export const WORK_PER_NETWORK = { milliseconds: 20 * SECOND_MS, seconds: MINUTE }
