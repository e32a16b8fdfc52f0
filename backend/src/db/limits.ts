import { SECOND_MS } from '../lib/units.ts'

/** How long one statement may take, by the caller's role. */
export const STATEMENT_TIMEOUT_MS = {
  anon: 2 * SECOND_MS,
  authenticated: 8 * SECOND_MS,
  service_role: 60 * SECOND_MS,
} as const
/** How long one of the service's own statements may take, unless its transaction sets another limit. */
export const OWN_STATEMENT_TIMEOUT_MS = 60 * SECOND_MS
/**
 * On the embedded engine, statement timeouts are measured in processor time. On a busy machine, up to this many times
 * the timeout may elapse.
 */
export const MAX_STATEMENT_PATIENCE = 5
/** How long work may wait for its turn on the embedded engine. */
export const MAX_QUEUE_WAIT_MS = 15 * SECOND_MS
/** How many pieces of work may wait for the embedded engine. */
export const MAX_QUEUED = 1_000
/** Connections from one process to a PostgreSQL server, both the service's own and those for callers. */
export const MAX_DATABASE_CONNECTIONS = 10
/** Connections from all workers together to a PostgreSQL server. */
export const MAX_DATABASE_CONNECTIONS_OF_WORKERS = 64
/** How long connecting to a PostgreSQL server may take. */
export const CONNECT_TIMEOUT_MS = 5 * SECOND_MS
/** How long after the statement timeout an unresponsive connection is closed. */
export const RESPONSE_GRACE_MS = 5 * SECOND_MS
/** How often the connection that listens for notifications is checked. */
export const LISTEN_PING_MS = 30 * SECOND_MS
/** How long that check may take before the connection is replaced. */
export const LISTEN_PING_LIMIT_MS = 10 * SECOND_MS
/** How long to wait for connections to close when the database is being closed. */
export const CLOSE_TIMEOUT_MS = 5 * SECOND_MS
/**
 * A read replica is used while it lags by no more than `maxLagMs`. The other values are the interval between health
 * checks and the limits on connection attempts and queries.
 */
export const REPLICA = {
  maxLagMs: 5 * SECOND_MS,
  checkEveryMs: SECOND_MS,
  connectMs: SECOND_MS,
  queryMs: 2 * SECOND_MS,
}
/** How many statements are prepared at a time. Each one costs memory on every connection. */
export const MAX_PREPARED_STATEMENTS = 60
/** A connection with more prepared statements than this is replaced. Those whose names have since been dropped count too. */
export const MAX_PREPARED_PER_CONNECTION = 2 * MAX_PREPARED_STATEMENTS
/** Longer statements are not prepared, because they take a lot of memory and are seldom repeated. */
export const MAX_PREPARED_CHARACTERS = 12 * 1024
/** How many different statements are tracked to find the most frequent ones. */
export const MAX_REMEMBERED_STATEMENTS = 1000
/** After this many statements all counts are halved, so that recent use weighs more. */
export const STATEMENTS_PER_HALVING = 10_000
/** How often the holder of the data folder's lock writes a heartbeat. */
export const LOCK_BEAT_SECONDS = 5
/** A holder in another container or on another machine is presumed dead after this long without a heartbeat. */
export const LOCK_SILENT_SECONDS = 30
/** A holder whose last heartbeat is older than this checks before each statement that it still holds the lock. */
export const LOCK_DOUBT_SECONDS = 15
