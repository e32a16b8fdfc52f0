// The interface through which all services use Postgres. Two drivers implement it: PGlite in a worker thread, and a
// PostgreSQL server through a pool. Both return dates and times as Postgres prints them (text, with microseconds) and
// parse json, jsonb, arrays, booleans and numbers (int8 as number, numeric as text).

export type Row = Record<string, unknown>

export interface QueryResult<R = Row> {
  rows: R[]
  /** The number of rows returned, or affected if the statement does not return rows. */
  rowCount: number
}

export interface Queryable {
  query<R = Row>(text: string, values?: readonly unknown[]): Promise<QueryResult<R>>
}

export interface Statement {
  text: string
  values?: readonly unknown[]
  /**
   * The same statement with its values inlined. On PostgreSQL, if this text is used often, it is prepared and run
   * instead of `text`.
   */
  whole?: string | null
}

export interface Transaction extends Queryable {
  /** Runs a string of several statements without parameters, for migrations. */
  exec(sql: string): Promise<void>
}

export interface TransactionOptions {
  /**
   * The statement timeout, or 0 for no limit. The embedded engine cannot cancel a statement, so a watchdog ends its
   * worker.
   */
  timeoutMs?: number
  readOnly?: boolean
  /** Whether all statements see the same snapshot. On the embedded engine, which has one connection, they always do. */
  repeatableRead?: boolean
  /** Set for a caller's SQL. On PostgreSQL, it runs on a connection without rights (caller-connections.ts). */
  asCaller?: boolean
  /** Called with the time the database spent on the work, excluding any wait for a turn or a connection. */
  onSpent?: (milliseconds: number) => void
}

/**
 * Settings that are applied in the order given and reset when the transaction ends. The names must never come from a
 * request.
 */
export type LocalSettings = readonly (readonly [name: string, value: string])[]

export interface BatchOptions extends TransactionOptions {
  /** Applied before the first statement, after the driver's own settings. */
  settings?: LocalSettings
}

export interface Database extends Queryable {
  readonly engine: 'embedded' | 'postgres'
  /** Runs `work` on a connection of its own, and rolls back if `work` throws. */
  transaction<T>(work: (tx: Transaction) => Promise<T>, options?: TransactionOptions): Promise<T>
  /**
   * Runs statements known in advance in one transaction, in as few round trips as the driver can manage, and returns
   * one result per statement.
   */
  batch(statements: readonly Statement[], options?: BatchOptions): Promise<QueryResult[]>
  /** Runs a string of several statements without parameters, for migrations. */
  exec(sql: string): Promise<void>
  /**
   * Listens to a channel until the returned function is called. After a lost connection it listens again and calls
   * `onNotify` once with an empty payload, because notifications may have been missed. `onLost` is called when the
   * connection is lost. This never happens on the embedded engine, which has no connection to lose and to which no other
   * process writes.
   */
  listen(channel: string, onNotify: (payload: string) => void, onLost?: () => void): Promise<() => Promise<void>>
  /** The figures for each connection pool, if there are any. */
  connections?(): ConnectionFigures[]
  close(): Promise<void>
}

export interface ConnectionFigures {
  pool: 'own' | 'callers' | 'replica'
  open: number
  idle: number
  waiting: number
}

/** An error that Postgres reported, in the same form from both drivers. */
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

/** Thrown by both drivers while the database cannot be reached. The response is a 503 with Retry-After. */
export class DatabaseUnavailable extends Error {
  override name = 'DatabaseUnavailable'
}

/**
 * The embedded engine failed in the middle of a statement and is being restarted. It is unknown whether the statement
 * took effect, so the statement is never reported as done.
 */
export class EngineCrashed extends DatabaseUnavailable {
  override name = 'EngineCrashed'
}

/** The caller on whose behalf SQL runs: the role for row-level security, and the claims in the caller's token. */
export interface Caller {
  role: 'anon' | 'authenticated' | 'service_role'
  claims: Record<string, unknown> | null
  /** The parts of the request that functions and policies may read. Only the rest service passes them. */
  request?: RequestSettings
}

/** The settings as PostgREST passes them, with header names in lower case. */
export interface RequestSettings {
  method: string
  path: string
  headers: Record<string, string>
  cookies: Record<string, string>
}

export const ANONYMOUS: Caller = { role: 'anon', claims: null }
export const SERVICE: Caller = { role: 'service_role', claims: { role: 'service_role' } }
