// Two processes in one embedded data folder would destroy it. The lock names its holder by process id and start time, so
// that a lock left by a killed process is recognised, also when its number has been given to another process since.

import { randomUUID } from 'node:crypto'
import { linkSync, mkdirSync, readFileSync, renameSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { hostname } from 'node:os'
import { dirname } from 'node:path'

interface Holder {
  pid: number
  /** Clock ticks since boot, from /proc; null where there is no /proc. */
  startTicks: string | null
  bootId: string | null
  host: string
}

const HEARTBEAT_SECONDS = 5
/** A holder on another host cannot be asked; its heartbeat can be read. */
const SILENT_AFTER_SECONDS = 20

export class FolderLocked extends Error {
  override name = 'FolderLocked'
}

export interface FolderLock {
  release(): void
}

export function lockFolder(folder: string): FolderLock {
  const file = `${folder}.lock`
  mkdirSync(dirname(file), { recursive: true })
  const own = `${file}.${randomUUID()}`
  writeFileSync(own, JSON.stringify(describeProcess(process.pid)), { mode: 0o600 })
  try {
    take(own, file, folder)
  } finally {
    rmSync(own, { force: true })
  }

  const heartbeat = setInterval(() => {
    const now = new Date()
    try {
      utimesSync(file, now, now)
    } catch {
      // The folder is gone or read-only for the moment; the database itself reports that.
    }
  }, HEARTBEAT_SECONDS * 1000)
  heartbeat.unref()

  return {
    release() {
      clearInterval(heartbeat)
      rmSync(file, { force: true })
    },
  }
}

/** `link` fails when the name exists, so of two processes that start together one wins. */
function take(own: string, file: string, folder: string): void {
  for (let attempt = 0; attempt < 3; attempt++) {
    try {
      linkSync(own, file)
      return
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    }
    const text = readText(file)
    const holder = parseHolder(text)
    if (holder && isAlive(holder, file)) {
      const where = holder.host === hostname() ? '' : ` on ${holder.host}`
      throw new FolderLocked(
        `The database in ${folder} is in use by process ${holder.pid}${where}. Stop it first, or choose another DATA_DIR.`,
      )
    }
    moveAway(file, text)
  }
  throw new FolderLocked(`The database in ${folder} is being opened by several processes at once.`)
}

/** Renamed rather than removed: of two that find the same stale lock, only one moves it, and can see what it moved. */
function moveAway(file: string, staleText: string | null): void {
  const moved = `${file}.${randomUUID()}`
  try {
    renameSync(file, moved)
    if (readText(moved) !== staleText) linkSync(moved, file)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code !== 'ENOENT' && code !== 'EEXIST') throw error
  }
  rmSync(moved, { force: true })
}

function parseHolder(text: string | null): Holder | null {
  try {
    return JSON.parse(text ?? '') as Holder
  } catch {
    return null
  }
}

function isAlive(holder: Holder, file: string): boolean {
  if (holder.host !== hostname()) {
    return Date.now() - statSync(file).mtimeMs < SILENT_AFTER_SECONDS * 1000
  }
  try {
    process.kill(holder.pid, 0)
  } catch (error) {
    // EPERM: it runs, as another user.
    if ((error as NodeJS.ErrnoException).code !== 'EPERM') return false
  }
  const now = describeProcess(holder.pid)
  if (now.startTicks === null && holder.startTicks !== null) return false
  return now.startTicks === holder.startTicks && now.bootId === holder.bootId
}

function describeProcess(pid: number): Holder {
  return { pid, startTicks: readStartTicks(pid), bootId: readText('/proc/sys/kernel/random/boot_id'), host: hostname() }
}

function readStartTicks(pid: number): string | null {
  const stat = readText(`/proc/${pid}/stat`)
  // The second field is the command in brackets, which may itself hold spaces and brackets.
  const fields = stat?.slice(stat.lastIndexOf(')') + 2).split(' ')
  // A killed process that its parent has not collected yet (a zombie) holds nothing.
  return !fields || fields[0] === 'Z' ? null : (fields[19] ?? null)
}

function readText(file: string): string | null {
  try {
    return readFileSync(file, 'utf8').trim()
  } catch {
    return null
  }
}
