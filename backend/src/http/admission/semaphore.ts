// Lets a few requests of each network through at a time. The others wait in their network's own short queue, and the
// queues are served in turn: ten thousand requests of one network stand in nobody's way but its own.

import { FairQueue } from './fair-queue.ts'

export interface SemaphoreLimits {
  runningPerNetwork: number
  waitingPerNetwork: number
  /** For all together. */
  running: number
  waiting: number
  maxWaitMs: number
}

/** Ends what was let through; or why nothing was: one network has too much under way, or all together have. */
export type Entry = (() => void) | 'too-many' | 'busy'

export interface Semaphore {
  enter(network: string, signal: () => AbortSignal): Entry | Promise<Entry>
  /** Networks with something under way: nothing else is remembered. */
  readonly size: number
}

export function createSemaphore(limits: SemaphoreLimits): Semaphore {
  const lines = new FairQueue<() => void>()
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
    let isOver = false
    return () => {
      if (isOver) return
      isOver = true
      count(network, -1)
      // One ended, so one may start.
      if (running < limits.running) lines.takeNext(hasCapacity)?.()
    }
  }

  function wait(network: string, signal: AbortSignal): Promise<Entry> {
    return new Promise((resolve) => {
      const leave = () => {
        clearTimeout(timer)
        signal.removeEventListener('abort', giveUp)
        lines.remove(network, take)
      }
      const take = () => {
        leave()
        resolve(start(network))
      }
      const giveUp = () => {
        leave()
        resolve(hasCapacity(network) ? 'busy' : 'too-many')
      }
      const timer = setTimeout(giveUp, limits.maxWaitMs)
      signal.addEventListener('abort', giveUp, { once: true })
      lines.add(network, take)
    })
  }

  return {
    enter(network, signal) {
      if (hasCapacity(network) && running < limits.running) return start(network)
      if (lines.lengthOf(network) >= limits.waitingPerNetwork) return 'too-many'
      return lines.waiting >= limits.waiting ? 'busy' : wait(network, signal())
    },
    get size() {
      return new Set([...runningOf.keys(), ...lines.networks()]).size
    },
  }
}
