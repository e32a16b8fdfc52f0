// Limits how many pictures are encoded at a time. Each network has its own queue, and the queues are served in turn. So
// a visitor who requests hundreds of pictures delays another visitor by only one picture, and cannot fill the queue for
// everyone.

import { availableParallelism } from 'node:os'
import { FairQueue } from '../../http/admission/fair-queue.ts'
import { StorageError } from '../errors.ts'
import { MAX_PICTURES_PER_NETWORK, MAX_PICTURES_WAITING } from './limits.ts'

/** The server's own work has no network and is not limited. */
export type EncodeQueue = <T>(network: string | null, work: () => Promise<T>) => Promise<T>

interface Waiter {
  start(): void
  refuse(): void
}

/** Node reads files on the same four threads that encode pictures. */
const POOL_THREADS = 4

/** One core is left for everything else, and one thread for files. */
export function shareCores(cores = availableParallelism()): { pictures: number; threadsEach: number } {
  const free = Math.max(1, cores - 1)
  const pictures = Math.min(free, POOL_THREADS - 1)
  return { pictures, threadsEach: Math.floor(free / pictures) }
}

export function createEncodeQueue(concurrency: number): EncodeQueue {
  const queue = new FairQueue<Waiter>()
  const pending = new Map<string | null, number>()
  let running = 0

  function count(network: string | null, by: 1 | -1): void {
    const now = (pending.get(network) ?? 0) + by
    if (now === 0) pending.delete(network)
    else pending.set(network, now)
  }

  /** Passes the place on directly, so that a new request cannot overtake those already waiting. */
  function release(): void {
    const next = queue.dequeue()
    if (next) next.start()
    else running--
  }

  /** If the queue is full, the network with the most waiting pictures loses a place. */
  function makeSpace(network: string | null): void {
    const evicted = queue.evictFor(network)
    if (!evicted) throw new StorageError('SlowDown')
    evicted.refuse()
  }

  function wait(network: string | null): Promise<void> {
    if (queue.waiting >= MAX_PICTURES_WAITING) makeSpace(network)
    return new Promise((resolve, reject) => {
      queue.enqueue(network, { start: resolve, refuse: () => reject(new StorageError('SlowDown')) })
    })
  }

  return async (network, work) => {
    if (network !== null && (pending.get(network) ?? 0) >= MAX_PICTURES_PER_NETWORK) throw new StorageError('SlowDown')
    count(network, 1)
    try {
      if (running >= concurrency) await wait(network)
      else running++
      try {
        return await work()
      } finally {
        release()
      }
    } finally {
      count(network, -1)
    }
  }
}
