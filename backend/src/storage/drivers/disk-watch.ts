import type { Incidents } from '../../status/incidents.ts'
import { StorageError } from '../errors.ts'

/** The error codes for lack of space from a file system, a quota and PostgreSQL. */
const FULL = new Set(['ENOSPC', 'EDQUOT', '53100'])

/** A database that has run out of space is reported as unavailable, and the error's cause contains the code. */
const isFull = (error: unknown): boolean => {
  const { code = '', cause } = error as { code?: string; cause?: unknown }
  return FULL.has(code) || (typeof cause === 'object' && cause !== null && isFull(cause))
}

/** Runs a write. A full disk becomes a StorageError, and the back office shows an incident until a write succeeds. */
export type DiskWatch = <T>(write: () => Promise<T>) => Promise<T>

export function createDiskWatch(incidents: Pick<Incidents, 'report' | 'clear'>): DiskWatch {
  // An earlier process may have reported a full disk.
  let state: 'unknown' | 'fine' | 'full' = 'unknown'
  return async (write) => {
    try {
      const result = await write()
      if (state !== 'fine') incidents.clear('disk-full')
      state = 'fine'
      return result
    } catch (error) {
      if (!isFull(error)) throw error
      if (state !== 'full') incidents.report('disk-full', 'A picture could not be saved because the disk is full.')
      state = 'full'
      throw new StorageError('DiskFull')
    }
  }
}
