// The one view of Postgres that the services have. Two drivers implement it: PGlite in a worker thread and a
// PostgreSQL server through a pool. Both print dates and times as Postgres does (text, microseconds kept),
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
  /** The same with its values in it. Where it is asked for often, PostgreSQL keeps it with its plan, and runs it instead. */
  whole?: string | null
}

export interface Transaction extends Queryable {
  /** Several statements in one text, without parameters: for migrations. */
  exec(sql: string): Promise<void>
}

export interface TransactionOptions {
  /** The statement timeout here, 0 for none. The embedded engine knows no such thing: a watchdog ends its worker. */
  timeoutMs?: number
  readOnly?: boolean
  /** Its statements all see the rows of one moment. On the embedded engine, which is one connection, they always do. */
  ofOneMoment?: boolean
  /** A caller's SQL: on PostgreSQL it gets a connection that has no rights of its own. */
  asCaller?: boolean
  /** Hears how long the database was busy with it; waiting for a turn or a connection does not count. */
  onSpent?: (milliseconds: number) => void
}

/** Gone with the transaction, made in the order given. The names are words of our own and never come from a request. */
export type LocalSettings = readonly (readonly [name: string, value: string])[]

export interface BatchOptions extends TransactionOptions {
  /** Made before the first statement, together with what the driver itself has to set. */
  settings?: LocalSettings
}

export interface Database extends Queryable {
  readonly engine: 'embedded' | 'postgres'
  /** Holds one connection alone; rolls back when `work` throws. */
  transaction<T>(work: (tx: Transaction) => Promise<T>, options?: TransactionOptions): Promise<T>
  /** Statements known beforehand, in one transaction and as few trips as the driver can; one result each. */
  batch(statements: readonly Statement[], options?: BatchOptions): Promise<QueryResult[]>
  /** Several statements in one text, without parameters: for migrations. */
  exec(sql: string): Promise<void>
  /**
   * Hears NOTIFY on a channel until the returned function is called. After a lost connection it is heard again, and
   * called once with an empty payload: something may have been missed. `onLost` is called when the connection is lost;
   * the embedded engine has none to lose, and nobody else writes to it.
   */
  listen(channel: string, onNotify: (payload: string) => void, onLost?: () => void): Promise<() => Promise<void>>
  /** Where there are several: how many there are, and how many wait for one. */
  connections?(): ConnectionFigures[]
  close(): Promise<void>
}

export interface ConnectionFigures {
  pool: 'own' | 'callers' | 'replica'
  open: number
  idle: number
  waiting: number
}

/** What both drivers throw for an error that Postgres reported. */
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

/** What both drivers throw when there is no database to talk to, for now: the caller answers 503 with Retry-After. */
export class DatabaseUnavailable extends Error {
  override name = 'DatabaseUnavailable'
}

/**
 * The embedded engine failed in the middle of a statement and is restarted. Whether the statement took effect is unknown,
 * so it is never reported as done.
 */
export class EngineCrashed extends DatabaseUnavailable {
  override name = 'EngineCrashed'
}

/** On whose behalf SQL runs: the role that row-level security sees, and the claims of the caller's token. */
export interface Caller {
  role: 'anon' | 'authenticated' | 'service_role'
  claims: Record<string, unknown> | null
  /** What functions and policies may read of the request itself; only rest tells them. */
  request?: RequestSettings
}

/** As PostgREST hands them over: names of headers in small letters. */
export interface RequestSettings {
  method: string
  path: string
  headers: Record<string, string>
  cookies: Record<string, string>
}

export const ANONYMOUS: Caller = { role: 'anon', claims: null }
export const SERVICE: Caller = { role: 'service_role', claims: { role: 'service_role' } }
