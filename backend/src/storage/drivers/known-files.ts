// Briefly caches which files exist, so that serving a list of twenty pictures whose variants are on disk does not take
// one query to S3 per picture. While S3 is down, earlier results remain valid.

import { StorageError } from '../errors.ts'
import type { StorageDriver, StoredFile } from './driver.ts'
import { KNOWN_FILE_SECONDS, MAX_KNOWN_FILES } from './limits.ts'

export type KnownFiles = ReturnType<typeof createKnownFiles>

export function createKnownFiles(driver: Pick<StorageDriver, 'find' | 'isRemote'>) {
  const known = new Map<string, { file: StoredFile; at: number }>()

  function remember(file: StoredFile): void {
    known.delete(file.key)
    const oldest = known.keys().next()
    if (known.size >= MAX_KNOWN_FILES && !oldest.done) known.delete(oldest.value)
    known.set(file.key, { file, at: Date.now() })
  }

  async function findCached(key: string): Promise<StoredFile | null> {
    const before = known.get(key)
    if (before && Date.now() - before.at < KNOWN_FILE_SECONDS * 1000) return before.file
    try {
      const file = await driver.find(key)
      if (file) remember(file)
      else known.delete(key)
      return file
    } catch (error) {
      if (before && error instanceof StorageError && error.code === 'Unavailable') return before.file
      throw error
    }
  }

  return {
    /** Results from a disk are not cached. */
    find: driver.isRemote ? findCached : driver.find,
    forget(keys: readonly string[]): void {
      for (const key of keys) known.delete(key)
    },
  }
}
