// A copy of the embedded database's folder for a reader that must not hold up the site. All files are copied while the
// site goes on, torn as they may be; then, with the engine at rest after a checkpoint, those that were touched meanwhile
// are copied once more. The pause is as long as the second part.

import { constants } from 'node:fs'
import { chmod, copyFile, mkdir, readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'

interface Seen {
  size: number
  modifiedMs: number
  copiedMs: number
}

/** How exact the times of files are, at worst: a file touched within that of its copy is copied again. */
const COARSEST_TIME_MS = 2_000

/** `atRest` runs its work while nothing is written, everything before it being in the files. */
export async function copyDataFolder(
  from: string,
  to: string,
  atRest: (work: () => Promise<void>) => Promise<void>,
): Promise<void> {
  await mkdir(to, { recursive: true, mode: 0o700 })
  const seen = new Map<string, Seen>()
  for (const name of await listFiles(from, to)) {
    const copied = await copyOne(from, to, name)
    if (copied) seen.set(name, copied)
  }
  await atRest(async () => {
    const names = await listFiles(from, to)
    for (const name of names) if (await isTouched(from, name, seen.get(name))) await copyOne(from, to, name)
    const present = new Set(names)
    for (const name of seen.keys()) if (!present.has(name)) await rm(join(to, name), { force: true })
  })
}

/** The names of all files; folders, which may be empty and must be there, are made. */
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

async function copyOne(from: string, to: string, name: string): Promise<Seen | null> {
  try {
    const { size, mtimeMs } = await stat(join(from, name))
    const copiedMs = Date.now()
    await copyFile(join(from, name), join(to, name), constants.COPYFILE_FICLONE)
    await chmod(join(to, name), 0o600)
    return { size, modifiedMs: mtimeMs, copiedMs }
  } catch (error) {
    // Postgres removes files of its own while we look.
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw error
  }
}

async function isTouched(from: string, name: string, seen: Seen | undefined): Promise<boolean> {
  if (!seen) return true
  const { size, mtimeMs } = await stat(join(from, name))
  return size !== seen.size || mtimeMs !== seen.modifiedMs || mtimeMs > seen.copiedMs - COARSEST_TIME_MS
}
