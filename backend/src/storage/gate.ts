import { MAX_PICTURES_WAITING } from '../limits.ts'
import { StorageError } from './errors.ts'

/** Lets a few pieces of work run at once; the others wait in line, and too long a line is turned away. */
export function createGate(places: number): <T>(work: () => Promise<T>) => Promise<T> {
  const waiting: (() => void)[] = []
  let running = 0
  return async (work) => {
    if (running >= places) {
      if (waiting.length >= MAX_PICTURES_WAITING) throw new StorageError('SlowDown')
      await new Promise<void>((resolve) => waiting.push(resolve))
    } else {
      running++
    }
    try {
      return await work()
    } finally {
      // The place is handed on, so nobody who comes now can slip in before those who wait.
      const next = waiting.shift()
      if (next) next()
      else running--
    }
  }
}
