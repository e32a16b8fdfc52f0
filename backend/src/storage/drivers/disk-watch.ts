import type { Incidents } from '../../status/incidents.ts'
import { StorageError } from '../errors.ts'

/** The file system's words, a quota's, and PostgreSQL's. */
const FULL = new Set(['ENOSPC', 'EDQUOT', '53100'])

/** A database that has no room says that it is unavailable, and keeps the reason. */
const isFull = (error: unknown): boolean => {
  const { code = '', cause } = error as { code?: string; cause?: unknown }
  return FULL.has(code) || (typeof cause === 'object' && cause !== null && isFull(cause))
}

/** Runs what writes; a full disk becomes a refusal in clear words, and the back office hears of it until a write works. */
export type DiskWatch = <T>(write: () => Promise<T>) => Promise<T>

export function createDiskWatch(incidents: Pick<Incidents, 'report' | 'clear'>): DiskWatch {
  // Another start may have reported it.
  let state: 'unknown' | 'fine' | 'full' = 'unknown'
  return async (write) => {
    try {
      const result = await write()
      if (state !== 'fine') incidents.clear('disk-full')
      state = 'fine'
      return result
    } catch (error) {
      if (!isFull(error)) throw error
      if (state !== 'full') incidents.report('disk-full', 'A picture could not be written: the disk is full.')
      state = 'full'
      throw new StorageError('DiskFull')
    }
  }
}
