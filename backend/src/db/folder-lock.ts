// Two processes that used the same embedded data folder would destroy it. The lock file names its holder, so a lock left by a killed
// process is recognised at once. A holder in another container or on another machine cannot be checked like that, so it
// writes heartbeats into its lock and is presumed dead only after a long time without one. Clocks are never compared,
// because they may differ.
//
// Node does not have flock, an addon would need a binary for each platform, and flock is unreliable on network folders.

import { randomUUID } from 'node:crypto'
import {
  closeSync,
  fdatasync,
  linkSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeSync,
} from 'node:fs'
import { dirname } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { LOCK_BEAT_SECONDS, LOCK_DOUBT_SECONDS, LOCK_SILENT_SECONDS } from './limits.ts'
import { checkProcess, describeProcess, type ProcessIdentity } from './process-identity.ts'

interface Holder extends ProcessIdentity {
  token: string
  /** A counter with a fixed length, because it is overwritten in place. */
  beat: string
}

export class FolderLocked extends Error {
  override name = 'FolderLocked'
}

export interface FolderLock {
  /**
   * Whether this process still holds the lock. A process that was paused (SIGSTOP, a suspended machine) may have been
   * presumed dead, and must find out before it writes anything.
   */
  isHeld(): boolean
  release(): void
}

export interface LockOptions {
  /** Called once when another process has taken over the folder and nothing more may be written. */
  onLost?: (message: string) => void
  /** Called once if the site must wait before starting, to see whether the lock's holder is still alive. */
  onWait?: (line: string) => void
  self?: ProcessIdentity
  beatMs?: number
  doubtMs?: number
  silentMs?: number
}

export async function lockFolder(folder: string, options: LockOptions = {}): Promise<FolderLock> {
  const file = `${folder}.lock`
  const self = options.self ?? describeProcess(process.pid)
  const holder: Holder = { ...self, token: randomUUID(), beat: beatText(0) }
  mkdirSync(dirname(file), { recursive: true })
  const own = `${file}.${holder.token}`
  const descriptor = openSync(own, 'wx', 0o600)
  try {
    writeSync(descriptor, JSON.stringify(holder))
    await take(own, file, folder, self, options)
  } catch (error) {
    closeSync(descriptor)
    throw error
  } finally {
    rmSync(own, { force: true })
  }
  return new HeldLock(folder, file, descriptor, holder, options)
}

const beatText = (beat: number) => String(beat).padStart(15, '0')

class HeldLock implements FolderLock {
  readonly #folder: string
  readonly #file: string
  /** Refers to our own file even after it has been renamed, so that a late heartbeat never touches a successor's lock. */
  readonly #descriptor: number
  readonly #holder: Holder
  readonly #options: LockOptions
  readonly #doubtMs: number
  readonly #timer: NodeJS.Timeout
  #beats = 0
  #confirmed = now()
  #state: 'held' | 'lost' | 'released' = 'held'

  constructor(folder: string, file: string, descriptor: number, holder: Holder, options: LockOptions) {
    this.#folder = folder
    this.#file = file
    this.#descriptor = descriptor
    this.#holder = holder
    this.#options = options
    this.#doubtMs = options.doubtMs ?? LOCK_DOUBT_SECONDS * 1000
    this.#timer = setInterval(() => this.#beat(), options.beatMs ?? LOCK_BEAT_SECONDS * 1000)
    this.#timer.unref()
  }

  isHeld(): boolean {
    if (this.#state !== 'held') return false
    const { steadyMs, wallMs } = now()
    // The monotonic clock stops while the machine sleeps, and the wall clock may be changed, so the longer of the two
    // times is used.
    const silentMs = Math.max(steadyMs - this.#confirmed.steadyMs, wallMs - this.#confirmed.wallMs)
    return silentMs < this.#doubtMs || this.#beat()
  }

  release(): void {
    if (this.#state !== 'held') return
    this.#end('released')
    moveAway(this.#file, (found) => parseHolder(found.text)?.token === this.#holder.token)
  }

  /**
   * Writes before it reads, so that a process that takes over in between finds the new heartbeat in the lock that it
   * moved.
   */
  #beat(): boolean {
    if (this.#state !== 'held') return false
    let text: string | null
    try {
      writeSync(this.#descriptor, JSON.stringify({ ...this.#holder, beat: beatText(++this.#beats) }), 0)
      text = readIfThere(this.#file)
    } catch {
      // The folder cannot be reached, so the lock cannot be confirmed. isHeld returns false until it can.
      return false
    }
    const found = parseHolder(text)
    if (found?.token !== this.#holder.token) {
      this.#end('lost')
      this.#options.onLost?.(
        `The database in ${this.#folder} was taken over${found ? ` by process ${nameOf(found, this.#holder)}` : ''} while this process was suspended. This process has closed it, because two processes would corrupt it.`,
      )
      return false
    }
    this.#confirmed = now()
    // Makes the heartbeat visible to other machines. Nothing waits for the sync.
    fdatasync(this.#descriptor, () => {})
    return true
  }

  #end(state: 'lost' | 'released'): void {
    this.#state = state
    clearInterval(this.#timer)
    closeSync(this.#descriptor)
  }
}

const now = () => ({ steadyMs: performance.now(), wallMs: Date.now() })

/** `link` fails if the name exists, so only one of two processes that start together wins. */
async function take(own: string, file: string, folder: string, self: ProcessIdentity, options: LockOptions) {
  for (let attempt = 0; attempt < 3; attempt++) {
    try {
      linkSync(own, file)
      return
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    }
    const found = lookAt(file)
    if (!found) continue
    const holder = parseHolder(found.text)
    const state = checkProcess(holder ?? {}, self)
    const isStale = state === 'gone' || (state === 'unknown' && (await staysSilent(file, found, folder, options)))
    if (isStale) moveAway(file, (moved) => isSame(moved, found))
    else if (isSameHolder(lookAt(file), found)) {
      throw new FolderLocked(
        `The database in ${folder} is in use by process ${nameOf(holder, self)}. Stop that process first, or choose another DATA_DIR.`,
      )
    }
  }
  throw new FolderLocked(`The database in ${folder} is being opened by several processes at once.`)
}

const POLLS = 30

/**
 * Counts polls rather than time, so that the holder still has time to write a heartbeat after the whole machine has
 * been suspended.
 */
async function staysSilent(file: string, first: Found, folder: string, options: LockOptions): Promise<boolean> {
  const silentMs = options.silentMs ?? LOCK_SILENT_SECONDS * 1000
  options.onWait?.(
    `The database in ${folder} may be in use elsewhere. Waiting up to ${Math.ceil(silentMs / 1000)} seconds to find out ...`,
  )
  for (let poll = 0; poll < POLLS; poll++) {
    await sleep(silentMs / POLLS)
    if (!isSame(lookAt(file), first)) return false
  }
  return true
}

interface Found {
  text: string
  /** Earlier versions signalled a heartbeat by touching the file. */
  modified: bigint
}

function lookAt(file: string): Found | null {
  const text = readIfThere(file)
  const modified = statSync(file, { bigint: true, throwIfNoEntry: false })?.mtimeNs
  return text === null || modified === undefined ? null : { text, modified }
}

const isSame = (one: Found | null, other: Found) => one?.text === other.text && one.modified === other.modified

const isSameHolder = (one: Found | null, other: Found) =>
  one !== null && parseHolder(one.text)?.token === parseHolder(other.text)?.token

/**
 * Renames the lock rather than removing it. If two processes find the same stale lock, only one rename succeeds, and that
 * process can check what it moved.
 */
function moveAway(file: string, isExpected: (found: Found) => boolean): void {
  const moved = `${file}.${randomUUID()}`
  try {
    renameSync(file, moved)
    const found = lookAt(moved)
    if (found && !isExpected(found)) linkSync(moved, file)
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

function nameOf(holder: Holder | null, self: ProcessIdentity): string {
  if (!holder) return '(unknown)'
  if (holder.host !== self.host) return `${holder.pid} on ${holder.host}`
  return holder.pidNamespace === self.pidNamespace ? `${holder.pid}` : `${holder.pid} in another container`
}

function readIfThere(file: string): string | null {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw error
  }
}
