// Who may encode a picture, and when. Each network waits in a line of its own and the lines take turns, so that one
// visitor who asks for hundreds delays another by one picture, and never fills the room for all.

import { availableParallelism } from 'node:os'
import { FairQueue } from '../../http/admission/fair-queue.ts'
import { StorageError } from '../errors.ts'
import { MAX_PICTURES_PER_NETWORK, MAX_PICTURES_WAITING } from './limits.ts'

/** No network means work of our own, which is not counted. */
export type EncodeQueue = <T>(network: string | null, work: () => Promise<T>) => Promise<T>

interface Waiter {
  start(): void
  turnAway(): void
}

/** Node reads files on the same four threads that encode. */
const POOL_THREADS = 4

/** One core stays free for everything else, and one thread for files. */
export function shareCores(cores = availableParallelism()): { pictures: number; threadsEach: number } {
  const free = Math.max(1, cores - 1)
  const pictures = Math.min(free, POOL_THREADS - 1)
  return { pictures, threadsEach: Math.floor(free / pictures) }
}

export function createEncodeQueue(places: number): EncodeQueue {
  const lines = new FairQueue<Waiter>()
  const inside = new Map<string | null, number>()
  let running = 0

  function count(network: string | null, by: 1 | -1): void {
    const now = (inside.get(network) ?? 0) + by
    if (now === 0) inside.delete(network)
    else inside.set(network, now)
  }

  /** The place is handed on, so nobody who comes now can slip in before those who wait. */
  function handOn(): void {
    const next = lines.takeNext()
    if (next) next.start()
    else running--
  }

  /** When all room is taken, whoever has most of it gives way. */
  function makeRoom(network: string | null): void {
    const other = lines.takeFromLongest(network)
    if (!other) throw new StorageError('SlowDown')
    other.turnAway()
  }

  function wait(network: string | null): Promise<void> {
    if (lines.waiting >= MAX_PICTURES_WAITING) makeRoom(network)
    return new Promise((resolve, reject) => {
      lines.add(network, { start: resolve, turnAway: () => reject(new StorageError('SlowDown')) })
    })
  }

  return async (network, work) => {
    if (network !== null && (inside.get(network) ?? 0) >= MAX_PICTURES_PER_NETWORK) throw new StorageError('SlowDown')
    count(network, 1)
    try {
      if (running >= places) await wait(network)
      else running++
      try {
        return await work()
      } finally {
        handOn()
      }
    } finally {
      count(network, -1)
    }
  }
}
