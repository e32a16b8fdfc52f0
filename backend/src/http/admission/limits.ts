import { MINUTE, SECOND_MS } from '../../lib/units.ts'

/** Open connections per process. At the limit, idle connections are closed before a new one is refused. */
export const MAX_CONNECTIONS = 4096
/**
 * Open connections per client network. This is more than the number of requests that ADMISSION lets a network run and
 * queue. Proxies named in TRUST_PROXY are exempt.
 */
export const MAX_CONNECTIONS_PER_NETWORK = 512
/**
 * The number of requests running and waiting, per client network and in total. `burst` and `perSecond` limit how often
 * a network may send one.
 */
export const ADMISSION = {
  /**
   * For pages, REST, auth, functions and captcha. The embedded database serves one query at a time, so another network
   * may have to wait for `runningPerNetwork` requests.
   */
  work: {
    runningPerNetwork: 4,
    waitingPerNetwork: 100,
    running: 256,
    waiting: 2000,
    burst: 400,
    perSecond: 20,
  },
  /** For all of storage. A page loads dozens of pictures at once, and an upload takes time. */
  pictures: {
    runningPerNetwork: 8,
    waitingPerNetwork: 300,
    running: 256,
    waiting: 4000,
    burst: 3000,
    perSecond: 100,
  },
}
/** A queued request that has waited this long is refused. */
export const MAX_ADMISSION_WAIT_MS = 10 * SECOND_MS
/** How many client networks' request rates are remembered. The least recently seen is forgotten first. */
export const MAX_NETWORKS_REMEMBERED = 20_000
/**
 * How long a refusal for too many requests is delayed, and how many may be delayed at a time. Any others are sent
 * immediately.
 */
export const DELAYED_REFUSALS = { milliseconds: SECOND_MS, count: 1000 }
/** How much database time a network's requests may use. */
export const WORK_PER_NETWORK = { milliseconds: 20 * SECOND_MS, seconds: MINUTE }
