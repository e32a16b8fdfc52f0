// The messages between the main thread and the worker that owns PGlite.

import type { Row } from './database.ts'

export interface WorkerOptions {
  /** A folder, or undefined for a database in memory. */
  dataDir?: string
  /** A tar file of a data folder to start a new database from. */
  snapshot?: string
  /**
   * The engine's code, compiled once for all workers of this process, because compiling takes longer than opening a
   * database.
   */
  code?: { pgliteWasmModule: WebAssembly.Module; initdbWasmModule: WebAssembly.Module }
  /** Whether a commit waits for the disk. If not, a power cut may lose or damage the last writes. */
  sync?: boolean
  /** Everything written to the folder before this time is on the disk. In milliseconds, by the file system's clock. */
  syncedUntil?: number
  /** Channels to LISTEN on from the start. */
  channels?: string[]
}

export interface EncodedStatement {
  text: string
  values: (string | null)[]
}

export type WorkerRequest = { id: number } & (
  | { kind: 'run'; statements: EncodedStatement[]; transaction: 'none' | 'read only' | 'read write' }
  | { kind: 'exec'; sql: string }
  | { kind: 'dump'; file: string }
  | { kind: 'close' }
)

export interface WorkerError {
  message: string
  /** SQLSTATE, or null when something other than SQL failed. */
  code: string | null
  detail: string | null
  hint: string | null
  constraint: string | null
}

export interface EncodedResult {
  rows: Row[]
  rowCount: number
  /** The first word of the command tag. It is ROLLBACK if a failed transaction is committed. */
  command: string
}

export type WorkerMessage =
  /** On Linux, the /proc file with the processor time of the worker's thread. */
  | { kind: 'ready'; threadStat: string | null }
  | { kind: 'failed'; message: string }
  | { kind: 'notify'; channel: string; payload: string }
  /** The last message of a worker whose engine can no longer be trusted. */
  | { kind: 'crashed'; reason: string }
  | { kind: 'done'; id: number; results: EncodedResult[] }
  | { kind: 'error'; id: number; error: WorkerError }
