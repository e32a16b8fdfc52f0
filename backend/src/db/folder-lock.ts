// Two processes in one embedded data folder would destroy it. The lock names its holder, so that one left by a killed
// process is recognised at once. A holder in another container or on another machine cannot be asked; it writes a beat
// into its lock, and only one whose beat stands still for long is taken for dead. No clocks are compared: they may differ.
//
// Node has no flock, an addon would be a binary for each platform, and on network folders flock is not to be relied on.

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
import { describeProcess, judgeProcess, type ProcessIdentity } from './process-identity.ts'

interface Holder extends ProcessIdentity {
  token: string
  /** Always of the same length: it is written in place. */
  beat: string
}

export class FolderLocked extends Error {
  override name = 'FolderLocked'
}

export interface FolderLock {
  /**
   * Whether the folder is ours at this moment. A process that was stopped for a while (SIGSTOP, a suspended machine) may
   * have been taken for dead, and must know before it writes anything.
   */
  isHeld(): boolean
  release(): void
}

export interface LockOptions {
  /** Somebody else has the folder now. Called once; nothing more may be written. */
  onLost?: (message: string) => void
  /** Said once when the start has to wait, to see whether a holder still lives. */
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
  /** Of our own file, whatever stands under its name: a late beat never touches the lock of a successor. */
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
    // The steady clock stands still while the machine sleeps, the other one may be set: either may say that it was long.
    const silentMs = Math.max(steadyMs - this.#confirmed.steadyMs, wallMs - this.#confirmed.wallMs)
    return silentMs < this.#doubtMs || this.#beat()
  }

  release(): void {
    if (this.#state !== 'held') return
    this.#end('released')
    moveAway(this.#file, (found) => parseHolder(found.text)?.token === this.#holder.token)
  }

  /** First the beat, then the look: whoever takes over between the two sees the beat in what it moved. */
  #beat(): boolean {
    if (this.#state !== 'held') return false
    let text: string | null
    try {
      writeSync(this.#descriptor, JSON.stringify({ ...this.#holder, beat: beatText(++this.#beats) }), 0)
      text = readIfThere(this.#file)
    } catch {
      // The folder cannot be reached for the moment. In doubt nothing is held, see isHeld.
      return false
    }
    const found = parseHolder(text)
    if (found?.token !== this.#holder.token) {
      this.#end('lost')
      this.#options.onLost?.(
        `The database in ${this.#folder} was taken over${found ? ` by process ${nameOf(found, this.#holder)}` : ''} while this process stood still. It is closed here, because two would destroy it.`,
      )
      return false
    }
    this.#confirmed = now()
    // Other machines see it only then. Nothing waits for it.
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

/** `link` fails when the name exists, so of two processes that start together one wins. */
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
    const verdict = judgeProcess(holder ?? {}, self)
    const isStale = verdict === 'gone' || (verdict === 'unknown' && (await staysSilent(file, found, folder, options)))
    if (isStale) moveAway(file, (moved) => isSame(moved, found))
    else if (isSameHolder(lookAt(file), found)) {
      throw new FolderLocked(
        `The database in ${folder} is in use by process ${nameOf(holder, self)}. Stop it first, or choose another DATA_DIR.`,
      )
    }
  }
  throw new FolderLocked(`The database in ${folder} is being opened by several processes at once.`)
}

const POLLS = 30

/** Counts looks, not time: after a pause of the whole machine the holder, too, gets its time to beat. */
async function staysSilent(file: string, first: Found, folder: string, options: LockOptions): Promise<boolean> {
  const silentMs = options.silentMs ?? LOCK_SILENT_SECONDS * 1000
  options.onWait?.(
    `The database in ${folder} was in use elsewhere. Waiting up to ${Math.ceil(silentMs / 1000)} s to see whether it still is ...`,
  )
  for (let poll = 0; poll < POLLS; poll++) {
    await sleep(silentMs / POLLS)
    if (!isSame(lookAt(file), first)) return false
  }
  return true
}

interface Found {
  text: string
  /** Earlier versions beat by touching the file. */
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

/** Renamed rather than removed: of two that find the same stale lock, only one moves it, and can see what it moved. */
function moveAway(file: string, isMeant: (found: Found) => boolean): void {
  const moved = `${file}.${randomUUID()}`
  try {
    renameSync(file, moved)
    const found = lookAt(moved)
    if (found && !isMeant(found)) linkSync(moved, file)
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
  if (!holder) return 'that cannot be named'
  if (holder.host !== self.host) return `${holder.pid} on ${holder.host}`
  return holder.pidNamespace === self.pidNamespace ? `${holder.pid}` : `${holder.pid} of another container`
}

function readIfThere(file: string): string | null {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw error
  }
}
