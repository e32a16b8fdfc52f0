// Limits how often each client network sends requests and how many it has under way. With several workers, the primary
// counts for all of them (workers/shared-limits.ts).
import { ADMISSION, MAX_ADMISSION_WAIT_MS, MAX_NETWORKS_REMEMBERED } from './limits.ts'
import { createSemaphore } from './semaphore.ts'
import { createTokenBuckets } from './token-buckets.ts'

/** Storage is limited separately, so that neither pictures nor a slow upload delays a page's data. */
export type Lane = keyof typeof ADMISSION

export interface Refused {
  /** The network sends requests too often or has too many under way, or all networks together have too many under way. */
  why: 'too-often' | 'too-many' | 'busy'
  retryAfterSeconds: number
}

/** A function that ends the admitted request, or the reason why it was refused. */
export type Entry = (() => void) | Refused

export interface NetworkLimit {
  /** The signal aborts when the client disconnects. */
  enter(network: string, signal: () => AbortSignal): Entry | Promise<Entry>
}

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
