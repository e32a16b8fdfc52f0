// Who may come in now, counted by network: how often one asks, and how much it has under way. Of several processes that
// serve one site, one keeps this book for all (workers/limits.ts).
import { ADMISSION, MAX_ADMISSION_WAIT_MS, MAX_NETWORKS_REMEMBERED } from './limits.ts'
import { createSemaphore } from './semaphore.ts'
import { createTokenBuckets } from './token-buckets.ts'

export type Lane = keyof typeof ADMISSION

export interface Refused {
  /** It asks too often, it has too much under way, or all together have. */
  why: 'too-often' | 'too-many' | 'busy'
  retryAfterSeconds: number
}

/** Ends what was let in; or why nothing was. */
export type Entry = (() => void) | Refused

export interface NetworkLimit {
  /** The signal says that whoever waits has left. */
  enter(network: string, signal: () => AbortSignal): Entry | Promise<Entry>
}

/** A lane of its own for pictures and uploads, so that neither a page's pictures nor a slow upload hold up its data. */
export type NetworkLimits = Record<Lane, NetworkLimit>

const RETRY_AFTER_SECONDS = 2

export function createNetworkLimits(): NetworkLimits {
  return { work: createNetworkLimit(ADMISSION.work), pictures: createNetworkLimit(ADMISSION.pictures) }
}

function createNetworkLimit(limits: (typeof ADMISSION)[Lane]): NetworkLimit {
  const buckets = createTokenBuckets({ ...limits, maxKeys: MAX_NETWORKS_REMEMBERED })
  const semaphore = createSemaphore({ ...limits, maxWaitMs: MAX_ADMISSION_WAIT_MS })
  const refused = (why: 'too-many' | 'busy'): Refused => ({ why, retryAfterSeconds: RETRY_AFTER_SECONDS })
  return {
    enter(network, signal) {
      const retryAfterSeconds = buckets.take(network)
      if (retryAfterSeconds > 0) return { why: 'too-often', retryAfterSeconds }
      const entered = semaphore.enter(network, signal)
      if (entered instanceof Promise) {
        return entered.then((outcome) => (typeof outcome === 'string' ? refused(outcome) : outcome))
      }
      return typeof entered === 'string' ? refused(entered) : entered
    },
  }
}
