// Runs a few requests from each network at a time. The rest wait in their network's own short queue, and the queues are
// served in turn, so ten thousand requests from one network delay only that network.
import { FairQueue } from './fair-queue.ts'

export interface SemaphoreLimits {
  runningPerNetwork: number
  waitingPerNetwork: number
  /** The total for all networks, as is `waiting`. */
  running: number
  waiting: number
  maxWaitMs: number
}

/**
 * A function that releases the place, or the reason why there is none: either the network or all networks together have
 * too many requests under way.
 */
export type Entry = (() => void) | 'too-many' | 'busy'

export interface Semaphore {
  enter(network: string, signal: () => AbortSignal): Entry | Promise<Entry>
  /** The number of networks with requests running or waiting. Other networks are not remembered. */
  readonly size: number
}

export function createSemaphore(limits: SemaphoreLimits): Semaphore {
  const queue = new FairQueue<() => void>()
  const runningOf = new Map<string | null, number>()
  let running = 0

  const hasCapacity = (network: string | null) => (runningOf.get(network) ?? 0) < limits.runningPerNetwork

  function count(network: string, by: 1 | -1): void {
    running += by
    const now = (runningOf.get(network) ?? 0) + by
    if (now === 0) runningOf.delete(network)
    else runningOf.set(network, now)
  }

  function start(network: string): () => void {
    count(network, 1)
    let isReleased = false
    return () => {
      if (isReleased) return
      isReleased = true
      count(network, -1)
      if (running < limits.running) queue.dequeue(hasCapacity)?.()
    }
  }

  function wait(network: string, signal: AbortSignal): Promise<Entry> {
    return new Promise((resolve) => {
      const leave = () => {
        clearTimeout(timer)
        signal.removeEventListener('abort', giveUp)
        queue.remove(network, admit)
      }
      const admit = () => {
        leave()
        resolve(start(network))
      }
      const giveUp = () => {
        leave()
        resolve(hasCapacity(network) ? 'busy' : 'too-many')
      }
      const timer = setTimeout(giveUp, limits.maxWaitMs)
      signal.addEventListener('abort', giveUp, { once: true })
      queue.enqueue(network, admit)
    })
  }

  return {
    enter(network, signal) {
      if (hasCapacity(network) && running < limits.running) return start(network)
      if (queue.lengthOf(network) >= limits.waitingPerNetwork) return 'too-many'
      return queue.waiting >= limits.waiting ? 'busy' : wait(network, signal())
    },
    get size() {
      return new Set([...runningOf.keys(), ...queue.networks()]).size
    },
  }
}
