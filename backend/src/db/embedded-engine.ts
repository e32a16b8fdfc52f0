// Starts, watches and replaces the worker. A statement that runs too long cannot be cancelled inside PGlite, so the
// watchdog ends the worker. A worker whose engine crashes ends itself. A new worker then opens the data folder, which
// recovers as it would after a power cut.

import { AsyncLocalStorage } from 'node:async_hooks'
import { existsSync, readFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { fileTime } from '../lib/durable-files.ts'
import { DatabaseError, DatabaseUnavailable, EngineCrashed } from './database.ts'
import { MAX_STATEMENT_PATIENCE } from './limits.ts'
import type { EncodedResult, WorkerMessage, WorkerOptions, WorkerRequest } from './pglite-messages.ts'

export type RequestBody = WorkerRequest extends infer R ? (R extends { id: number } ? Omit<R, 'id'> : never) : never

interface Pending {
  id: number
  sentAt: number
  /** The processor time, in milliseconds, that the worker's thread had used when the request was sent. */
  usedBefore: number | null
  resolve(results: EncodedResult[]): void
  reject(error: Error): void
  timer: NodeJS.Timeout | null
}

const MAX_REOPEN_PAUSE_MS = 10_000

/** SQLSTATE class 53, such as a full disk or a lack of memory, which is not the statement's fault. */
const NO_RESOURCES = /^53/

export class EmbeddedEngine {
  /** Rises with every new worker. A transaction that an older worker started must fail. */
  generation = 0
  readonly #options: WorkerOptions
  readonly #listeners = new Map<string, Set<(payload: string) => void>>()
  readonly #crashListeners = new Set<(reason: string) => void>()
  #worker: Worker | null = null
  #threadStat: string | null = null
  #pending: Pending | null = null
  #nextId = 1
  #opening: Promise<void> | null = null
  /**
   * The time at which the latest worker started to open the folder, by its file system's clock and by the monotonic
   * clock.
   */
  #startedAt = { clock: 0, timer: 0 }
  /**
   * A worker's messages are handled in the async context that created the worker, which must not be a transaction's.
   */
  readonly #outsideTransactions = AsyncLocalStorage.snapshot()
  #closed = false

  private constructor(options: WorkerOptions) {
    this.#options = options
  }

  static async open(options: WorkerOptions): Promise<EmbeddedEngine> {
    const engine = new EmbeddedEngine(options)
    engine.#worker = await engine.#startWorker(options)
    return engine
  }

  /** Sends one request at a time. The caller must hold the turn (turn-queue.ts). */
  send(request: RequestBody, timeoutMs: number): Promise<EncodedResult[]> {
    const worker = this.#worker
    if (!worker) return Promise.reject(new DatabaseUnavailable('The database is restarting'))
    const id = this.#nextId++
    return new Promise((resolve, reject) => {
      this.#pending = { id, sentAt: Date.now(), usedBefore: this.#usedByWorker(), resolve, reject, timer: null }
      if (timeoutMs > 0) this.#watch(this.#pending, timeoutMs, timeoutMs)
      worker.postMessage({ ...request, id })
    })
  }

  async whenReady(maxWaitMs: number): Promise<void> {
    if (this.#worker) return
    if (this.#closed || !this.#opening) throw new DatabaseUnavailable('The database is closed')
    let timer: NodeJS.Timeout | undefined
    const tooLong = new Promise<never>((_, reject) => {
      timer = setTimeout(() => reject(new DatabaseUnavailable('The database is restarting')), Math.max(0, maxWaitMs))
    })
    await Promise.race([this.#opening, tooLong]).finally(() => clearTimeout(timer))
  }

  async listen(channel: string, onNotify: (payload: string) => void): Promise<() => Promise<void>> {
    const listeners = this.#listeners.get(channel) ?? new Set()
    if (listeners.size === 0) await this.send({ kind: 'exec', sql: `listen "${channel.replaceAll('"', '""')}"` }, 0)
    this.#listeners.set(channel, listeners.add(onNotify))
    // A channel without listeners costs nothing here, so UNLISTEN is not needed.
    return async () => void listeners.delete(onNotify)
  }

  onCrash(listener: (reason: string) => void): void {
    this.#crashListeners.add(listener)
  }

  async close(): Promise<void> {
    this.#closed = true
    const worker = this.#worker
    if (!worker) return
    await this.send({ kind: 'close' }, 0)
    this.#worker = null
    await worker.terminate()
  }

  /** Ends the worker at once, even in the middle of a statement. */
  async abandon(): Promise<void> {
    this.#closed = true
    if (this.#worker) await this.#lose(this.#worker, new DatabaseUnavailable('The database is closed'))
  }

  async #startWorker(options: WorkerOptions): Promise<Worker> {
    const startedAt = { clock: this.#fileTime(), timer: performance.now() }
    const worker = createWorker({ ...options, code: await compiledCode() })
    await new Promise<void>((resolve, reject) => {
      worker.on('message', (message: WorkerMessage) => {
        if (message.kind === 'ready') {
          this.#threadStat = message.threadStat
          resolve()
        } else if (message.kind === 'failed') {
          reject(new Error(`The embedded database did not start: ${message.message}`))
        } else if (message.kind === 'crashed') ended(message.reason)
        else this.#receive(message)
      })
      const ended = (reason: string) => {
        reject(new Error(`The embedded database failed: ${reason}`))
        this.#crash(worker, reason)
      }
      worker.on('error', (error) => ended(error.message))
      worker.on('exit', () => ended('the worker thread ended'))
      // The result is nested too deeply to be copied to this thread.
      worker.on('messageerror', (error) => ended(error.message))
    })
    this.#startedAt = startedAt
    return worker
  }

  #receive(message: WorkerMessage): void {
    if (message.kind === 'notify') {
      for (const listener of this.#listeners.get(message.channel) ?? []) listener(message.payload)
      return
    }
    if (message.kind !== 'done' && message.kind !== 'error') return
    const pending = this.#pending
    if (!this.#worker || pending?.id !== message.id) return
    if (message.kind === 'error' && message.error.code === null) {
      // The code around Postgres failed rather than Postgres itself, so the worker's state can no longer be trusted.
      this.#crash(this.#worker, message.error.message)
      return
    }
    this.#pending = null
    if (pending.timer) clearTimeout(pending.timer)
    if (message.kind === 'done') {
      pending.resolve(message.results)
    } else {
      const { message: text, code, detail, hint, constraint } = message.error
      const error = new DatabaseError(text, code ?? 'XX000', detail, hint, constraint)
      pending.reject(NO_RESOURCES.test(error.code) ? new DatabaseUnavailable(text, { cause: error }) : error)
    }
  }

  #watch(pending: Pending, timeoutMs: number, waitMs: number): void {
    pending.timer = setTimeout(() => {
      // If this thread stalled, the result may already be in its message queue, so let the result arrive first.
      setImmediate(() => setImmediate(() => this.#checkOverrun(pending, timeoutMs)))
    }, waitMs)
  }

  /**
   * On a busy machine a harmless statement takes a long time, and ending the worker would make matters worse. So the
   * limit applies to the worker's processor time, and the elapsed time may be MAX_STATEMENT_PATIENCE times the limit.
   */
  #checkOverrun(pending: Pending, timeoutMs: number): void {
    const worker = this.#worker
    if (!worker || this.#pending !== pending) return
    const used = this.#usedByWorker()
    const usedMs = used === null || pending.usedBefore === null ? timeoutMs : used - pending.usedBefore
    const isStarved = usedMs < timeoutMs * 0.8 && Date.now() - pending.sentAt < timeoutMs * MAX_STATEMENT_PATIENCE
    if (isStarved) this.#watch(pending, timeoutMs, Math.max(timeoutMs - usedMs, 100))
    else void this.#lose(worker, new DatabaseError('canceling statement due to statement timeout', '57014'))
  }

  #usedByWorker(): number | null {
    if (!this.#threadStat) return null
    try {
      const stat = readFileSync(this.#threadStat, 'latin1')
      // User and system time are the 12th and 13th fields after the command in brackets, in ticks of 10 ms.
      const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
      return (Number(fields[11]) + Number(fields[12])) * 10
    } catch {
      return null
    }
  }

  #crash(worker: Worker, reason: string): void {
    if (this.#worker !== worker) return
    void this.#lose(worker, new EngineCrashed(`The embedded database failed: ${reason}`))
    for (const listener of this.#crashListeners) listener(reason)
  }

  async #lose(worker: Worker, reason: Error): Promise<void> {
    if (this.#worker !== worker) return
    this.#worker = null
    this.generation++
    const pending = this.#pending
    this.#pending = null
    if (pending?.timer) clearTimeout(pending.timer)
    for (const event of ['message', 'messageerror', 'error', 'exit']) worker.removeAllListeners(event)
    worker.on('error', () => {})
    const ended = worker.terminate()
    pending?.reject(reason)
    if (this.#closed) return void (await ended)
    this.#opening = this.#options.dataDir
      ? ended.then(() => this.#outsideTransactions(() => this.#reopen()))
      : Promise.reject(new DatabaseUnavailable('The in-memory database has been lost'))
    // Any waiting work gets the rejection. If no work is waiting, the rejection must not end the process.
    this.#opening.catch(() => {})
  }

  /**
   * Once a folder is open, all its files are on the disk, because it was either closed properly or synced during
   * recovery. Even if the clock has been adjusted since then, a later change must not look like an earlier one.
   */
  #syncedUntil(): number {
    const { clock, timer } = this.#startedAt
    return Math.min(clock, this.#fileTime() - (performance.now() - timer)) - CLOCK_SLACK_MS
  }

  #fileTime(): number {
    const { dataDir } = this.#options
    if (!dataDir) return 0
    // A new database is created beside its final location, on the same file system.
    return fileTime(existsSync(dataDir) ? dataDir : dirname(dataDir))
  }

  async #reopen(): Promise<void> {
    for (let pauseMs = 250; !this.#closed; pauseMs = Math.min(pauseMs * 2, MAX_REOPEN_PAUSE_MS)) {
      try {
        const channels = [...this.#listeners.keys()]
        const syncedUntil = this.#syncedUntil()
        const worker = await this.#startWorker({ ...this.#options, snapshot: undefined, channels, syncedUntil })
        if (this.#closed) await worker.terminate()
        else this.#worker = worker
        break
      } catch {
        await new Promise((resolve) => setTimeout(resolve, pauseMs))
      }
    }
    this.#opening = null
    if (this.#closed) return
    for (const listeners of this.#listeners.values()) for (const listener of listeners) listener('')
  }
}

/** More than the coarsest resolution of file times. */
const CLOCK_SLACK_MS = 5_000

let compiled: Promise<NonNullable<WorkerOptions['code']>> | undefined

function compiledCode() {
  compiled ??= compile()
  return compiled
}

async function compile() {
  const folder = dirname(createRequire(import.meta.url).resolve('@electric-sql/pglite'))
  const [pgliteWasmModule, initdbWasmModule] = await Promise.all(
    ['pglite.wasm', 'initdb.wasm'].map(async (name) => WebAssembly.compile(await readFile(join(folder, name)))),
  )
  return { pgliteWasmModule, initdbWasmModule } as NonNullable<WorkerOptions['code']>
}

function createWorker(options: WorkerOptions): Worker {
  const file = import.meta.url.endsWith('.ts') ? './pglite-worker.dev.mjs' : './pglite-worker.js'
  // The engine does not need the parent's environment, which contains keys and passwords.
  return new Worker(new URL(file, import.meta.url), { workerData: options, env: {}, execArgv: [] })
}
