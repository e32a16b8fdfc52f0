// What the main thread and the worker that owns PGlite say to each other.

import type { Row } from './database.ts'

export interface WorkerOptions {
  /** A folder, or undefined for a database in memory. */
  dataDir?: string
  /** A tar file of a data folder to start from, when there is none yet. */
  snapshot?: string
  /** The engine's code, compiled once for all workers of this process: that takes longer than opening a database. */
  code?: { pgliteWasmModule: WebAssembly.Module; initdbWasmModule: WebAssembly.Module }
  /** Whether a commit waits for the disk; without, a power cut may lose or damage what was written last. */
  sync?: boolean
  /** What was written to the folder before this time, in milliseconds of its files' clock, is on the disk. */
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
  /** The first word of what Postgres says it did: a commit of a failed transaction answers ROLLBACK. */
  command: string
}

export type WorkerMessage =
  /** Where /proc tells what the worker's thread used, on Linux. */
  | { kind: 'ready'; threadStat: string | null }
  | { kind: 'failed'; message: string }
  | { kind: 'notify'; channel: string; payload: string }
  /** The last message of a worker whose engine cannot be trusted any more. */
  | { kind: 'crashed'; reason: string }
  | { kind: 'done'; id: number; results: EncodedResult[] }
  | { kind: 'error'; id: number; error: WorkerError }
