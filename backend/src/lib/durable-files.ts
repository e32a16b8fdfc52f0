// Writes files in a way that survives a power cut. A new name is on the disk only once its folder has been synced, and a
// new folder only once its parent has.

import { statSync, utimesSync } from 'node:fs'
import { mkdir, open, readdir } from 'node:fs/promises'
import { dirname, join } from 'node:path'

/** Does nothing on Windows, where a folder cannot be opened and need not be synced. */
export async function syncFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return
  const handle = await open(folder, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

let making: Promise<void> = Promise.resolve()

/**
 * Creates a folder and its missing parents. Calls run one at a time, so that no call returns before a folder that
 * another call has created is synced.
 */
export function makeFolder(folder: string): Promise<void> {
  const made = making.then(() => makeNow(folder))
  making = made.catch(() => {})
  return made
}

async function makeNow(folder: string): Promise<void> {
  const highest = await mkdir(folder, { recursive: true })
  if (highest === undefined) return
  for (let made = folder; ; made = dirname(made)) {
    await syncFolder(dirname(made))
    if (made === highest) return
  }
}

/** Syncs a folder and everything in it. */
export async function syncTree(folder: string): Promise<void> {
  const entries = await readdir(folder, { withFileTypes: true })
  // Sync files concurrently, so that the disk can write them together.
  await Promise.all(entries.map((entry) => entry.isFile() && syncFile(join(folder, entry.name))))
  for (const entry of entries) if (entry.isDirectory()) await syncTree(join(folder, entry.name))
  await syncFolder(folder)
}

async function syncFile(path: string): Promise<void> {
  // The file is opened for writing because Windows does not flush a file that is open only for reading.
  const file = await open(path, 'r+')
  try {
    await file.sync()
  } finally {
    await file.close()
  }
}

/** The time according to the file system's clock, which may be another machine's, or 0 if it cannot be read. */
export function fileTime(folder: string): number {
  try {
    const now = new Date()
    utimesSync(folder, now, now)
    return statSync(folder).ctimeMs
  } catch {
    return 0
  }
}
