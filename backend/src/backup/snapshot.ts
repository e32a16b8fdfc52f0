// Reads a consistent snapshot while the site is running. On PostgreSQL the snapshot is a transaction. The embedded engine
// has only one connection, which a long transaction would block, so the snapshot is read from a copy of its folder.

import { randomBytes } from 'node:crypto'
import { readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Database, Queryable } from '../db/database.ts'
import { type EmbeddedDatabase, openEmbedded } from '../db/embedded.ts'
import { type FreeBytes, requireFreeSpace } from './free-space.ts'

const DAY_MS = 86_400_000
const COPY = /^\.backup-copy-[0-9a-f]{16}$/

export type ReadSnapshot = <T>(work: (tx: Queryable) => Promise<T>) => Promise<T>

/** For PostgreSQL, and for an embedded database that is not serving a site. */
export const openSnapshot =
  (db: Database): ReadSnapshot =>
  (work) =>
    db.transaction(work, { timeoutMs: 0, readOnly: true, repeatableRead: true })

/** Reads from a copy that is removed afterwards. */
export const copySnapshot =
  (db: EmbeddedDatabase, dataDir: string, freeBytes: FreeBytes): ReadSnapshot =>
  async (work) => {
    const copy = await makeCopy(db, dataDir, freeBytes)
    try {
      return await readCopy(copy)(work)
    } finally {
      await removeCopy(copy)
    }
  }

export const readCopy =
  (copy: string): ReadSnapshot =>
  async (work) => {
    // The copy is temporary, so it need not survive a power cut.
    const db = await openEmbedded({ dataDir: join(copy, 'database'), sync: false })
    try {
      return await openSnapshot(db)(work)
    } finally {
      await db.close()
    }
  }

/** Makes the copy beside the database, on the same disk, where some file systems can clone files instead of copying them. */
export async function makeCopy(db: EmbeddedDatabase, dataDir: string, freeBytes: FreeBytes): Promise<string> {
  await removeOldCopies(dataDir)
  await requireFreeSpace(freeBytes, dataDir, await databaseBytes(db))
  const copy = join(dataDir, `.backup-copy-${randomBytes(8).toString('hex')}`)
  try {
    await db.copyTo(join(copy, 'database'))
    return copy
  } catch (error) {
    await removeCopy(copy)
    throw error
  }
}

export const removeCopy = (copy: string) => rm(copy, { recursive: true, force: true })

export async function databaseBytes(db: Queryable): Promise<number> {
  const { rows } = await db.query<{ bytes: number }>('select pg_database_size(current_database())::float8 as bytes')
  return rows[0]?.bytes ?? 0
}

/** Removes what interrupted backups have left behind. */
async function removeOldCopies(dataDir: string): Promise<void> {
  for (const name of (await readdir(dataDir)).filter((entry) => COPY.test(entry))) {
    const info = await stat(join(dataDir, name)).catch(() => null)
    if (info && info.mtimeMs < Date.now() - DAY_MS) await removeCopy(join(dataDir, name))
  }
}
