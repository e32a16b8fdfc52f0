// Copies the embedded database's folder without holding up the site. First all files are copied while the engine keeps
// writing, so some copies are torn. Then the engine pauses after a checkpoint, and the files that have changed since are
// copied again. The site waits only for the second part.

import { constants } from 'node:fs'
import { chmod, copyFile, mkdir, readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'

interface Copied {
  size: number
  modifiedMs: number
  copiedMs: number
}

/**
 * The coarsest resolution of file times. A file that was modified less than this long before it was copied is copied
 * again.
 */
const COARSEST_TIME_MS = 2_000

/** `whilePaused` runs its work after a checkpoint, while nothing is being written. */
export async function copyDataFolder(
  from: string,
  to: string,
  whilePaused: (work: () => Promise<void>) => Promise<void>,
): Promise<void> {
  await mkdir(to, { recursive: true, mode: 0o700 })
  const copies = new Map<string, Copied>()
  for (const name of await listFiles(from, to)) {
    const copied = await copyOne(from, to, name)
    if (copied) copies.set(name, copied)
  }
  await whilePaused(async () => {
    const names = await listFiles(from, to)
    for (const name of names) if (await hasChanged(from, name, copies.get(name))) await copyOne(from, to, name)
    const present = new Set(names)
    for (const name of copies.keys()) if (!present.has(name)) await rm(join(to, name), { force: true })
  })
}

/** The names of all files. Creates the folders along the way, because PostgreSQL needs the empty ones too. */
async function listFiles(from: string, to: string): Promise<string[]> {
  const files: string[] = []
  const folders = ['']
  for (let folder = folders.pop(); folder !== undefined; folder = folders.pop()) {
    for (const entry of await readdir(join(from, folder), { withFileTypes: true })) {
      const name = join(folder, entry.name)
      if (entry.isFile()) files.push(name)
      else if (entry.isDirectory()) {
        await mkdir(join(to, name), { recursive: true, mode: 0o700 })
        folders.push(name)
      }
    }
  }
  return files
}

async function copyOne(from: string, to: string, name: string): Promise<Copied | null> {
  try {
    const { size, mtimeMs } = await stat(join(from, name))
    const copiedMs = Date.now()
    await copyFile(join(from, name), join(to, name), constants.COPYFILE_FICLONE)
    await chmod(join(to, name), 0o600)
    return { size, modifiedMs: mtimeMs, copiedMs }
  } catch (error) {
    // Postgres may have removed the file in the meantime.
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw error
  }
}

async function hasChanged(from: string, name: string, copied: Copied | undefined): Promise<boolean> {
  if (!copied) return true
  const { size, mtimeMs } = await stat(join(from, name))
  return size !== copied.size || mtimeMs !== copied.modifiedMs || mtimeMs > copied.copiedMs - COARSEST_TIME_MS
}
