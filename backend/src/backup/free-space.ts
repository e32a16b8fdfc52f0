// A backup never takes the last room on a disk: that is often the database's, and a site that cannot write loses leads.

import { BackupError } from './format.ts'
import { BACKUP_MIN_FREE_BYTES } from './limits.ts'
import { thinBackups } from './prune.ts'

/** How much is free on the disk of a folder. */
export type FreeBytes = (folder: string) => Promise<number>

class NoRoom extends BackupError {}

export async function requireRoom(freeBytes: FreeBytes, folder: string, bytes: number): Promise<void> {
  const free = await freeBytes(folder)
  if (free - bytes >= BACKUP_MIN_FREE_BYTES) return
  const [needed, left, kept] = [bytes, free, BACKUP_MIN_FREE_BYTES].map(inMegabytes)
  throw new NoRoom(
    `There is no room for the backup: it needs ${needed} more, ${left} are free, and ${kept} must stay free`,
  )
}

const inMegabytes = (bytes: number) => `${Math.max(1, Math.ceil(bytes / 1024 / 1024)).toLocaleString('en-GB')} MB`

/** What the new backup would take the place of goes first where there is no room for both, and nothing beyond. */
export async function makeWithRoom<T>(
  directory: string,
  installation: () => Promise<string | null>,
  make: () => Promise<T>,
): Promise<T> {
  try {
    return await make()
  } catch (error) {
    if (!(error instanceof NoRoom)) throw error
    if ((await thinBackups(directory, await installation(), new Date())).length === 0) throw error
    return make()
  }
}
