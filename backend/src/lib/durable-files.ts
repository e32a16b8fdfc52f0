// What a power cut must not undo. A new name is on the disk only when its folder is, and a new folder only when the one
// above it is.

import { statSync, utimesSync } from 'node:fs'
import { mkdir, open, readdir } from 'node:fs/promises'
import { dirname, join } from 'node:path'

/** Windows cannot open a folder, and does not need it. */
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

/** Makes a folder and those above it that are missing. One at a time: who finds it made must not be told so too early. */
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

/** All that lies in a folder, and the folder itself. */
export async function syncTree(folder: string): Promise<void> {
  const entries = await readdir(folder, { withFileTypes: true })
  // Side by side, the disk takes them together.
  await Promise.all(entries.map((entry) => entry.isFile() && syncFile(join(folder, entry.name))))
  for (const entry of entries) if (entry.isDirectory()) await syncTree(join(folder, entry.name))
  await syncFolder(folder)
}

async function syncFile(path: string): Promise<void> {
  // To be written, though nothing is: Windows flushes no file that is open for reading alone.
  const file = await open(path, 'r+')
  try {
    await file.sync()
  } finally {
    await file.close()
  }
}

/** The time by the clock that dates the changes of a folder's files, which can be another machine's; 0 if it cannot be read. */
export function fileTime(folder: string): number {
  try {
    const now = new Date()
    utimesSync(folder, now, now)
    return statSync(folder).ctimeMs
  } catch {
    return 0
  }
}
