// The embedded engine: PGlite in a worker thread. It has one connection, so the main thread sends it one piece of work at
// a time. A transaction has the connection to itself, so a request's role and settings cannot leak into another request.
// A BEGIN cannot get lost either, because each message waits for the result of the one before, and after a restart of the
// engine a transaction's next statement is refused. So callers need no unprivileged role here, unlike on PostgreSQL.

import { AsyncLocalStorage } from 'node:async_hooks'
import { dirname } from 'node:path'
import { makeFolder } from '../lib/durable-files.ts'
import { copyDataFolder } from './copy-data-folder.ts'
import {
  type BatchOptions,
  type Database,
  DatabaseError,
  DatabaseUnavailable,
  type QueryResult,
  type Row,
  type Statement,
  type Transaction,
  type TransactionOptions,
} from './database.ts'
import { EmbeddedEngine, type RequestBody } from './embedded-engine.ts'
import { startMaintenance } from './embedded-maintenance.ts'
import { type FolderLock, type LockOptions, lockFolder } from './folder-lock.ts'
import { MAX_QUEUE_WAIT_MS, OWN_STATEMENT_TIMEOUT_MS } from './limits.ts'
import type { EncodedResult } from './pglite-messages.ts'
import { setLocally } from './set-locally.ts'
import { TurnQueue } from './turn-queue.ts'
import { encodeParameter } from './values.ts'

export interface EmbeddedOptions {
  /** The database's own folder, or 'memory'. A lock file is written beside it. */
  dataDir: string
  /** A tar file of a data folder (see `dump`) that a new database starts from. */
  snapshot?: string
  /** Whether a commit waits for the disk. Default: true. */
  sync?: boolean
  /** Applies to every statement, unless its transaction sets another limit. */
  statementTimeoutMs?: number
  /** How long work waits for its turn, or for an engine that is restarting, before it fails as unavailable. */
  maxWaitMs?: number
  lock?: LockOptions
}

export interface EmbeddedDatabase extends Database {
  /** Writes the whole data folder into a tar file that a new database can start from. */
  dump(file: string): Promise<void>
  /** Copies a consistent snapshot of the data folder to a new folder, which can be opened alongside the original. */
  copyTo(folder: string): Promise<void>
  /** The listener is called after each crash of the engine, which then restarts. */
  onCrash(listener: (reason: string) => void): void
}

export const isEmbedded = (db: Database): db is EmbeddedDatabase => db.engine === 'embedded'

export async function openEmbedded(options: EmbeddedOptions): Promise<EmbeddedDatabase> {
  const inMemory = options.dataDir === 'memory'
  if (!inMemory) await makeFolder(dirname(options.dataDir))
  let database: Embedded | null = null
  const onLost = (message: string) => {
    void database?.abandon()
    options.lock?.onLost?.(message)
  }
  const lock = inMemory ? null : await lockFolder(options.dataDir, { ...options.lock, onLost })
  try {
    const engine = await EmbeddedEngine.open({
      dataDir: inMemory ? undefined : options.dataDir,
      snapshot: options.snapshot,
      sync: options.sync,
    })
    database = new Embedded(engine, lock, options)
    if (lock?.isHeld() === false) {
      await database.abandon()
      throw new DatabaseUnavailable('The lock on the data folder was lost while the database was being opened')
    }
    return database
  } catch (error) {
    lock?.release()
    throw error
  }
}

class Embedded implements EmbeddedDatabase {
  readonly engine = 'embedded'
  readonly #engine: EmbeddedEngine
  readonly #lock: FolderLock | null
  readonly #folder: string
  readonly #timeoutMs: number
  readonly #turns: TurnQueue
  readonly #insideTransaction = new AsyncLocalStorage<true>()
  readonly #stopMaintenance: (() => void) | null
  #closing: Promise<void> | null = null

  constructor(engine: EmbeddedEngine, lock: FolderLock | null, options: EmbeddedOptions) {
    this.#engine = engine
    this.#lock = lock
    this.#folder = options.dataDir
    this.#timeoutMs = options.statementTimeoutMs ?? OWN_STATEMENT_TIMEOUT_MS
    this.#turns = new TurnQueue(options.maxWaitMs ?? MAX_QUEUE_WAIT_MS)
    this.#stopMaintenance = options.dataDir === 'memory' ? null : startMaintenance(this)
  }

  async query<R = Row>(text: string, values: readonly unknown[] = []): Promise<QueryResult<R>> {
    return this.#alone(() => this.#run<R>(text, values, this.#timeoutMs))
  }

  async batch(statements: readonly Statement[], options: BatchOptions = {}): Promise<QueryResult[]> {
    const prologue = options.settings ? [setLocally(options.settings)] : []
    const encoded = [...prologue, ...statements].map(({ text, values = [] }) => ({
      text,
      values: values.map(encodeParameter),
    }))
    const transaction = options.readOnly ? 'read only' : 'read write'
    const results = await this.#alone(
      () => this.#send({ kind: 'run', statements: encoded, transaction }, options.timeoutMs ?? this.#timeoutMs),
      options.onSpent,
    )
    return results.slice(prologue.length)
  }

  async transaction<T>(work: (tx: Transaction) => Promise<T>, options: TransactionOptions = {}): Promise<T> {
    const timeoutMs = options.timeoutMs ?? this.#timeoutMs
    return this.#alone(async () => {
      const generation = this.#engine.generation
      let finished = false
      const check = () => {
        if (finished) throw new Error('This transaction has ended')
        // A restarted engine has lost this transaction, and the remaining statements must not run outside a transaction.
        if (generation !== this.#engine.generation) throw new DatabaseUnavailable('The transaction was lost')
      }
      const tx: Transaction = {
        query: async (text, values = []) => {
          check()
          return this.#run(text, values, timeoutMs)
        },
        exec: async (sql) => {
          check()
          await this.#send({ kind: 'exec', sql }, timeoutMs)
        },
      }
      await this.#run(options.readOnly ? 'begin read only' : 'begin', [], timeoutMs)
      try {
        const result = await this.#insideTransaction.run(true, () => work(tx))
        check()
        const { command } = await this.#run('commit', [], timeoutMs)
        if (command === 'ROLLBACK') throw new DatabaseError('The transaction had failed and was rolled back', '25P02')
        return result
      } catch (error) {
        if (generation === this.#engine.generation) await this.#rollBack(timeoutMs)
        throw error
      } finally {
        finished = true
      }
    }, options.onSpent)
  }

  async exec(sql: string): Promise<void> {
    await this.#alone(() => this.#send({ kind: 'exec', sql }, 0))
  }

  async dump(file: string): Promise<void> {
    await this.#alone(async () => {
      await this.#run('checkpoint', [], 0)
      await this.#send({ kind: 'dump', file }, 0)
    })
  }

  async copyTo(folder: string): Promise<void> {
    if (this.#folder === 'memory') throw new Error('An in-memory database has no folder to copy')
    // The first checkpoint writes the backlog, so the second one, which all other work waits for, is short.
    await this.query('checkpoint')
    await copyDataFolder(this.#folder, folder, (copyRest) =>
      this.#alone(async () => {
        await this.#run('checkpoint', [], 0)
        await copyRest()
      }),
    )
  }

  async listen(channel: string, onNotify: (payload: string) => void): Promise<() => Promise<void>> {
    return this.#alone(() => this.#engine.listen(channel, onNotify))
  }

  onCrash(listener: (reason: string) => void): void {
    this.#engine.onCrash(listener)
  }

  close(): Promise<void> {
    this.#stopMaintenance?.()
    this.#closing ??= this.#turns
      .take(null)
      .then(() => (this.#holdsLock() ? this.#engine.close() : this.#engine.abandon()))
      .finally(() => {
        this.#turns.shut()
        this.#lock?.release()
      })
    return this.#closing
  }

  /** Another process has the folder now, so not even a last checkpoint may be written. */
  abandon(): Promise<void> {
    this.#stopMaintenance?.()
    const ended = this.#engine.abandon().finally(() => this.#turns.shut())
    this.#closing ??= ended
    return ended
  }

  async #run<R>(text: string, values: readonly unknown[], timeoutMs: number) {
    const statements = [{ text, values: values.map(encodeParameter) }]
    const [result] = await this.#send({ kind: 'run', statements, transaction: 'none' }, timeoutMs)
    return result as EncodedResult & QueryResult<R>
  }

  async #send(request: RequestBody, timeoutMs: number): Promise<EncodedResult[]> {
    if (!this.#holdsLock()) throw new DatabaseUnavailable('The lock on the data folder cannot be confirmed')
    return this.#engine.send(request, timeoutMs)
  }

  #holdsLock(): boolean {
    return this.#lock?.isHeld() ?? true
  }

  /**
   * Rolls back even if the lock cannot be confirmed, because the next caller's work would otherwise end up in the open
   * transaction.
   */
  async #rollBack(timeoutMs: number): Promise<void> {
    const statements = [{ text: 'rollback', values: [] }]
    await this.#engine.send({ kind: 'run', statements, transaction: 'none' }, timeoutMs)
  }

  async #alone<T>(work: () => Promise<T>, onSpent?: TransactionOptions['onSpent']): Promise<T> {
    if (this.#closing) throw new DatabaseUnavailable('The database is closed')
    if (this.#insideTransaction.getStore()) {
      throw new Error(
        'Inside a transaction, use the transaction itself, because the embedded engine has only one connection',
      )
    }
    const deadline = Date.now() + this.#turns.maxWaitMs
    const release = await this.#turns.take(this.#turns.maxWaitMs)
    try {
      await this.#engine.whenReady(deadline - Date.now())
      const start = performance.now()
      return await work().finally(() => onSpent?.(performance.now() - start))
    } finally {
      release()
    }
  }
}
