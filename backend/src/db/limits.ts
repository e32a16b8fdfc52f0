import { SECOND_MS } from '../lib/units.ts'

/** How long one statement may take, by who asks. */
export const STATEMENT_TIMEOUT_MS = {
  anon: 2 * SECOND_MS,
  authenticated: 8 * SECOND_MS,
  service_role: 60 * SECOND_MS,
} as const
/** Of our own, outside a transaction with a limit of its own. */
export const OWN_STATEMENT_TIMEOUT_MS = 60 * SECOND_MS
/** The embedded engine counts processor time; how many times the limit may pass while other programs hold the processor. */
export const MAX_STATEMENT_PATIENCE = 5
/** How long work waits for its turn on the embedded engine, and how much of it. */
export const MAX_QUEUE_WAIT_MS = 15 * SECOND_MS
export const MAX_QUEUED = 1_000
/** Those of the service itself, and those that serve callers, of one process; and of all workers together. */
export const MAX_DATABASE_CONNECTIONS = 10
export const MAX_DATABASE_CONNECTIONS_OF_WORKERS = 64
export const CONNECT_TIMEOUT_MS = 5 * SECOND_MS
/** How much longer than its statements we wait for an answer before the connection is given up. */
export const RESPONSE_GRACE_MS = 5 * SECOND_MS
export const LISTEN_PING_MS = 30 * SECOND_MS
export const LISTEN_PING_LIMIT_MS = 10 * SECOND_MS
/** How long closing waits for connections to say goodbye. */
export const CLOSE_TIMEOUT_MS = 5 * SECOND_MS
/** A read replica is asked while it is so close behind; how often that is looked at, and how long it may take to answer. */
export const REPLICA = {
  maxLagMs: 5 * SECOND_MS,
  checkEveryMs: SECOND_MS,
  connectMs: SECOND_MS,
  answerMs: 2 * SECOND_MS,
}
export const MAX_PREPARED_STATEMENTS = 60
/** With those that lost their name since; a connection that holds more is replaced. */
export const MAX_PREPARED_PER_CONNECTION = 2 * MAX_PREPARED_STATEMENTS
/** Longer statements are neither prepared nor kept as plans: hardly ever asked twice, and heavy. */
export const MAX_PREPARED_CHARACTERS = 12 * 1024
/** Texts counted, of which the most frequent get a name. */
export const MAX_REMEMBERED_STATEMENTS = 1000
export const STATEMENTS_PER_HALVING = 10_000
export const LOCK_BEAT_SECONDS = 5
/** A holder that cannot be asked, in another container or on another machine, is taken for dead after this long. */
export const LOCK_SILENT_SECONDS = 30
/** A holder that could not beat for this long makes sure, before each statement, that the folder is still its own. */
export const LOCK_DOUBT_SECONDS = 15
