// Rendered variants on disk: a folder a picture, so that all of one are dropped together. What nobody used for longest
// makes room for the rest.

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

const NOTED_EVERY_MS = PICTURE_USE_NOTED_EVERY_MINUTES * 60_000
/** Forgotten beyond that; all it costs is to note them again. */
const MAX_NOTED = 50_000

export type VariantCache = ReturnType<typeof createVariantCache>

export function createVariantCache({ folder, maxBytes, watchDisk }: VariantCacheDeps) {
  const noted = new Map<string, number>()
  // Full at first: a process that is restarted often must trim as well.
  let written = maxBytes

  const folderOf = (key: string) => {
    const hash = createHash('sha256').update(key).digest('hex')
    return join(folder, hash.slice(0, 2), hash.slice(2, 34))
  }

  /** The time of a file says when it was used last; noted now and then, not with every read. */
  async function noteUse(path: string): Promise<void> {
    const now = Date.now()
    if (now - (noted.get(path) ?? 0) < NOTED_EVERY_MS) return
    if (noted.size >= MAX_NOTED) noted.clear()
    noted.set(path, now)
    await utimes(path, now / 1000, now / 1000).catch(() => {})
  }

  async function read(path: string): Promise<Buffer | null> {
    const kept = await readFile(path).catch(() => null)
    if (kept) await noteUse(path)
    return kept
  }

  /** A full disk must not keep a picture from being shown: the back office hears of it, the visitor does not. */
  async function write(path: string, bytes: Buffer): Promise<void> {
    await watchDisk(() => writeAtomically(path, bytes)).catch(() => {})
    written += bytes.length
    if (written < maxBytes / 10) return
    written = 0
    void trimCache(folder, maxBytes).catch(() => {})
  }

  /** Drops what was made from files that are gone or replaced. */
  async function forget(keys: readonly string[]): Promise<void> {
    for (const key of keys) await rm(folderOf(key), { recursive: true, force: true })
  }

  return { pathOf: (key: string, variant: string) => join(folderOf(key), variant), read, write, forget }
}

/** Keeps the folder under its limit by removing what was used longest ago. */
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
