// The interface through which all services use Postgres. Two drivers implement it: PGlite in a worker thread, and a
// PostgreSQL server through a pool. Both return dates and times as Postgres prints them (text, with microseconds) and
// parse json, jsonb, arrays, booleans and numbers (int8 as number, numeric as text).

export type Row = Record<string, unknown>

export interface QueryResult<R = Row> {
  rows: R[]
  /** Rows returned, or rows affected for a statement that returns none. */
  rowCount: number
}

export interface Queryable {
  query<R = Row>(text: string, values?: readonly unknown[]): Promise<QueryResult<R>>
}

export interface Statement {
  text: string
  values?: readonly unknown[]
  /** The same statement with its values inlined. If it is frequent, PostgreSQL prepares it and runs it instead. */
  whole?: string | null
}

export interface Transaction extends Queryable {
  /** Several statements in one text, without parameters: for migrations. */
  exec(sql: string): Promise<void>
}

export interface TransactionOptions {
  /** The statement timeout, 0 for none. The embedded engine has none, so a watchdog ends its worker. */
  timeoutMs?: number
  readOnly?: boolean
  /** All statements see the same snapshot. On the embedded engine, which has one connection, they always do. */
  repeatableRead?: boolean
  /** For a caller's SQL: on PostgreSQL it gets a connection without rights (caller-connections.ts). */
  asCaller?: boolean
  /** Called with the time the database spent on it, without the wait for a turn or a connection. */
  onSpent?: (milliseconds: number) => void
}

/** Made in the order given, and reset when the transaction ends. The names must never come from a request. */
export type LocalSettings = readonly (readonly [name: string, value: string])[]

export interface BatchOptions extends TransactionOptions {
  /** Made before the first statement, after the driver's own. */
  settings?: LocalSettings
}

export interface Database extends Queryable {
  readonly engine: 'embedded' | 'postgres'
  /** Has one connection to itself; rolls back when `work` throws. */
  transaction<T>(work: (tx: Transaction) => Promise<T>, options?: TransactionOptions): Promise<T>
  /** Statements known in advance, in one transaction and as few round trips as the driver can; one result each. */
  batch(statements: readonly Statement[], options?: BatchOptions): Promise<QueryResult[]>
  /** Several statements in one text, without parameters: for migrations. */
  exec(sql: string): Promise<void>
  /**
   * Listens to a channel until the returned function is called. After a lost connection it listens again and calls
   * `onNotify` once with an empty payload, because notifications may have been missed. `onLost` is called when the
   * connection is lost; the embedded engine has none to lose, and no other process writes to it.
   */
  listen(channel: string, onNotify: (payload: string) => void, onLost?: () => void): Promise<() => Promise<void>>
  /** The figures of each connection pool, where there are any. */
  connections?(): ConnectionFigures[]
  close(): Promise<void>
}

export interface ConnectionFigures {
  pool: 'own' | 'callers' | 'replica'
  open: number
  idle: number
  waiting: number
}

/** An error that Postgres reported, the same from both drivers. */
export class DatabaseError extends Error {
  override name = 'DatabaseError'
  constructor(
    message: string,
    /** SQLSTATE */
    readonly code: string,
    readonly detail: string | null = null,
    readonly hint: string | null = null,
    readonly constraint: string | null = null,
  ) {
    super(message)
  }
}

/** Thrown by both drivers while the database cannot be reached: the response is a 503 with Retry-After. */
export class DatabaseUnavailable extends Error {
  override name = 'DatabaseUnavailable'
}

/**
 * The embedded engine failed in the middle of a statement and is being restarted. Whether the statement took effect is
 * unknown, so it is never reported as done.
 */
export class EngineCrashed extends DatabaseUnavailable {
  override name = 'EngineCrashed'
}

/** On whose behalf SQL runs: the role for row-level security, and the claims of the caller's token. */
export interface Caller {
  role: 'anon' | 'authenticated' | 'service_role'
  claims: Record<string, unknown> | null
  /** The parts of the request that functions and policies may read; only rest passes them. */
  request?: RequestSettings
}

/** As PostgREST passes them, with header names in lower case. */
export interface RequestSettings {
  method: string
  path: string
  headers: Record<string, string>
  cookies: Record<string, string>
}

export const ANONYMOUS: Caller = { role: 'anon', claims: null }
export const SERVICE: Caller = { role: 'service_role', claims: { role: 'service_role' } }
