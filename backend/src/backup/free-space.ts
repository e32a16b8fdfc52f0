// A backup must not fill the disk. The database is often on the same disk, and a site that cannot write loses leads.

import { BackupError } from './format.ts'
import { BACKUP_MIN_FREE_BYTES } from './limits.ts'
import { pruneBackups } from './prune.ts'

/** The free space on the disk that holds a folder. */
export type FreeBytes = (folder: string) => Promise<number>

class NotEnoughSpace extends BackupError {}

export async function requireFreeSpace(freeBytes: FreeBytes, folder: string, bytes: number): Promise<void> {
  const free = await freeBytes(folder)
  if (free - bytes >= BACKUP_MIN_FREE_BYTES) return
  const [needed, left, reserve] = [bytes, free, BACKUP_MIN_FREE_BYTES].map(inMegabytes)
  throw new NotEnoughSpace(
    `There is not enough disk space for the backup. It needs another ${needed}, but only ${left} is free, and ${reserve} must stay free`,
  )
}

const inMegabytes = (bytes: number) => `${Math.max(1, Math.ceil(bytes / 1024 / 1024)).toLocaleString('en-GB')} MB`

/** If there is not enough space, removes only those backups that the new one would supersede, and tries again. */
export async function makeWithPruning<T>(
  directory: string,
  installation: () => Promise<string | null>,
  make: () => Promise<T>,
): Promise<T> {
  try {
    return await make()
  } catch (error) {
    if (!(error instanceof NotEnoughSpace)) throw error
    if ((await pruneBackups(directory, await installation(), new Date())).length === 0) throw error
    return make()
  }
}
