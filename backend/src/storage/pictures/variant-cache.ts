// Rendered variants on disk, in one folder per picture, so that all variants of a picture can be removed together. The least
// recently used are removed first.

import { createHash } from 'node:crypto'
import { readFile, rm, stat, unlink, utimes } from 'node:fs/promises'
import { join } from 'node:path'
import type { DiskWatch } from '../drivers/disk-watch.ts'
import { writeAtomically } from '../drivers/folder-driver.ts'
import { walkFolder } from '../drivers/walk-folder.ts'
import { PICTURE_USE_NOTED_EVERY_MINUTES } from './limits.ts'

interface VariantCacheDeps {
  folder: string
  maxBytes: number
  watchDisk: DiskWatch
}

const RECORD_EVERY_MS = PICTURE_USE_NOTED_EVERY_MINUTES * 60_000
/** Once this many uses have been recorded, all are forgotten, and the next use of each file is recorded again. */
const MAX_RECORDED = 50_000

export type VariantCache = ReturnType<typeof createVariantCache>

export function createVariantCache({ folder, maxBytes, watchDisk }: VariantCacheDeps) {
  const recorded = new Map<string, number>()
  // Treated as full at first, so that a process that is often restarted still trims the cache.
  let written = maxBytes

  const folderOf = (key: string) => {
    const hash = createHash('sha256').update(key).digest('hex')
    return join(folder, hash.slice(0, 2), hash.slice(2, 34))
  }

  /** A file's modification time records its last use, but is not updated with every read. */
  async function recordUse(path: string): Promise<void> {
    const now = Date.now()
    if (now - (recorded.get(path) ?? 0) < RECORD_EVERY_MS) return
    if (recorded.size >= MAX_RECORDED) recorded.clear()
    recorded.set(path, now)
    await utimes(path, now / 1000, now / 1000).catch(() => {})
  }

  async function read(path: string): Promise<Buffer | null> {
    const bytes = await readFile(path).catch(() => null)
    if (bytes) await recordUse(path)
    return bytes
  }

  /** A full disk is reported to the back office, but the visitor still gets the picture. */
  async function write(path: string, bytes: Buffer): Promise<void> {
    await watchDisk(() => writeAtomically(path, bytes)).catch(() => {})
    written += bytes.length
    if (written < maxBytes / 10) return
    written = 0
    void trimCache(folder, maxBytes).catch(() => {})
  }

  /** Removes the variants of files that were removed or replaced. */
  async function forget(keys: readonly string[]): Promise<void> {
    for (const key of keys) await rm(folderOf(key), { recursive: true, force: true })
  }

  return { pathOf: (key: string, variant: string) => join(folderOf(key), variant), read, write, forget }
}

/** Keeps the folder under its limit by removing the least recently used files. */
export async function trimCache(folder: string, maxBytes: number): Promise<void> {
  const files: { path: string; size: number; used: number }[] = []
  for await (const path of walkFolder(folder)) {
    const info = await stat(path).catch(() => null)
    if (info) files.push({ path, size: info.size, used: info.mtimeMs })
  }
  let total = files.reduce((sum, file) => sum + file.size, 0)
  for (const file of files.sort((a, b) => a.used - b.used)) {
    if (total <= maxBytes) break
    await unlink(file.path).catch(() => {})
    total -= file.size
  }
}
