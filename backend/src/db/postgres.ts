// Connects to a PostgreSQL server through a pool. Statements that do not depend on each other's results are sent together
// in a pipeline.

import pg from 'pg'
import { dropPrivileges } from './caller-connections.ts'
import {
  type BatchOptions,
  type ConnectionFigures,
  type Database,
  DatabaseError,
  DatabaseUnavailable,
  type LocalSettings,
  type QueryResult,
  type Row,
  type Statement,
  type Transaction,
  type TransactionOptions,
} from './database.ts'
import {
  CLOSE_TIMEOUT_MS,
  CONNECT_TIMEOUT_MS,
  LISTEN_PING_LIMIT_MS,
  LISTEN_PING_MS,
  MAX_DATABASE_CONNECTIONS,
  MAX_PREPARED_PER_CONNECTION,
  OWN_STATEMENT_TIMEOUT_MS,
  RESPONSE_GRACE_MS,
} from './limits.ts'
import {
  checkDirectAddress,
  isPoolerError,
  refuseUndeclaredPooler,
  SESSION_SETTINGS,
  undeclaredPooler,
} from './pooler.ts'
import { type BatchStatement, type KnownStatements, runBatch } from './postgres-batch.ts'
import { type ListenerLimits, PostgresListener } from './postgres-listener.ts'
import { setLocally } from './set-locally.ts'
import { isPreparedStatementError, StatementNames } from './statement-names.ts'
import { decodeValue, encodeParameter } from './values.ts'

export interface PostgresOptions extends Partial<ListenerLimits> {
  connectionString: string
  /** The server's own address, if `connectionString` goes through a pooler in transaction mode (pooler.ts). */
  directUrl?: string
  maxConnections?: number
  /** Applies to statements that are not in a transaction with its own limit. */
  statementTimeoutMs?: number
  connectTimeoutMs?: number
  /** How long to wait after the statement timeout before giving up on a connection. */
  responseGraceMs?: number
  /** Called once if the connections for callers keep the login's own rights. */
  onPrivilegesKept?: () => void
}

export async function openPostgres(options: PostgresOptions): Promise<Database> {
  const database = new Postgres(options)
  try {
    await database.check()
    return database
  } catch (error) {
    await database.close()
    throw isPoolerError(error) ? undeclaredPooler() : error
  }
}

const textTypes: pg.CustomTypesConfig = {
  getTypeParser: (typeId: number) => (text: string) => decodeValue(typeId, text),
}

class Postgres implements Database {
  readonly engine = 'postgres'
  /** The service's own connections, and those for callers: see caller-connections.ts. */
  readonly #own: pg.Pool
  readonly #callers: pg.Pool
  readonly #listener: PostgresListener
  readonly #timeoutMs: number
  readonly #graceMs: number
  /** Null unless there is a pooler in transaction mode. */
  readonly #directUrl: string | null
  /** Null if there is a pooler, or once prepared statements have failed on this server. */
  #names: StatementNames | null
  /** The statements that each connection has prepared, including those whose names have since been dropped. */
  readonly #prepared = new WeakMap<pg.PoolClient, KnownStatements>()
  #hasReportedPowers = false

  constructor(options: PostgresOptions) {
    this.#timeoutMs = options.statementTimeoutMs ?? OWN_STATEMENT_TIMEOUT_MS
    this.#graceMs = options.responseGraceMs ?? RESPONSE_GRACE_MS
    this.#directUrl = options.directUrl ?? null
    this.#names = this.#directUrl ? null : new StatementNames()
    const config: pg.ClientConfig = {
      connectionString: options.connectionString,
      connectionTimeoutMillis: options.connectTimeoutMs ?? CONNECT_TIMEOUT_MS,
      application_name: 'forecourt',
      keepAlive: true,
    }
    const limited = { ...config, statement_timeout: this.#timeoutMs }
    const max = options.maxConnections ?? MAX_DATABASE_CONNECTIONS
    // The service needs at least two connections of its own, because work inside a transaction may run queries outside
    // it.
    const own = Math.max(2, Math.floor(max * 0.4))
    const pool = { ...(this.#directUrl ? config : limited), pipeline: true, types: textTypes }
    this.#own = new pg.Pool({ ...pool, max: own, onConnect: (client) => this.#prepare(client) })
    this.#callers = new pg.Pool({
      ...pool,
      max: Math.max(1, max - own),
      onConnect: async (client) => {
        await this.#prepare(client)
        const isUnprivileged = !this.#directUrl && (await dropPrivileges(client, this.#graceMs))
        if (!isUnprivileged) this.#reportPowersKept(options.onPrivilegesKept)
      },
    })
    // The pool replaces an idle connection that breaks. Without a listener, the error would end the process.
    for (const one of [this.#own, this.#callers]) one.on('error', () => {})
    const direct = this.#directUrl ? { ...limited, connectionString: this.#directUrl } : limited
    this.#listener = new PostgresListener(direct, {
      pingMs: options.pingMs ?? LISTEN_PING_MS,
      pingLimitMs: options.pingLimitMs ?? LISTEN_PING_LIMIT_MS,
    })
  }

  /** Checks that the server responds, and that there is no pooler unless one was declared. */
  async check(): Promise<void> {
    await this.query('select 1')
    if (this.#directUrl) await checkDirectAddress(this, this.#directUrl)
    else await refuseUndeclaredPooler(this.#own)
  }

  async query<R = Row>(text: string, values: readonly unknown[] = []): Promise<QueryResult<R>> {
    // The query runs in its own transaction, which starts with the session settings.
    if (this.#directUrl) return (await this.#batch([{ text, values }], {}))[0] as QueryResult<R>
    const client = await this.#connect()
    return this.#guarded(client, () => run<R>(client, { text, values }, this.#responseLimit(this.#timeoutMs)))
  }

  async batch(statements: readonly Statement[], options: BatchOptions = {}): Promise<QueryResult[]> {
    try {
      return await this.#batch(statements, options)
    } catch (error) {
      if (!this.#names || !(error instanceof DatabaseError) || !isPreparedStatementError(error)) throw error
      this.#names = null
      return this.#batch(statements, options)
    }
  }

  async transaction<T>(work: (tx: Transaction) => Promise<T>, options: TransactionOptions = {}): Promise<T> {
    const client = await this.#connect(options)
    const limitMs = this.#responseLimit(options.timeoutMs ?? this.#timeoutMs)
    let finished = false
    const unlessFinished = () => {
      if (finished) throw new Error('This transaction has ended')
    }
    return this.#guarded(
      client,
      async () => {
        try {
          await this.#begin(client, options, limitMs)
          const result = await work({
            query: async (text, values) => {
              unlessFinished()
              return run(client, { text, values }, limitMs)
            },
            exec: async (sql) => {
              unlessFinished()
              await runScript(client, sql, limitMs)
            },
          })
          const { command } = await run(client, COMMIT, limitMs)
          if (command === 'ROLLBACK') throw new DatabaseError('The transaction had failed and was rolled back', '25P02')
          return result
        } catch (error) {
          const isLost = error instanceof DatabaseUnavailable
          if (!isLost && client.getTransactionStatus() !== 'I') await run(client, { text: 'rollback' }, limitMs)
          throw error
        } finally {
          finished = true
        }
      },
      options,
    )
  }

  async exec(sql: string): Promise<void> {
    if (this.#directUrl) return this.transaction((tx) => tx.exec(sql), { timeoutMs: 0 })
    const client = await this.#connect()
    await this.#guarded(client, async () => {
      await run(client, { text: 'set statement_timeout = 0' }, this.#graceMs)
      try {
        await runScript(client, sql)
      } finally {
        await run(client, { text: 'reset statement_timeout' }, this.#graceMs)
      }
    })
  }

  listen(channel: string, onNotify: (payload: string) => void, onLost?: () => void): Promise<() => Promise<void>> {
    return this.#listener.listen(channel, { onNotify, onLost })
  }

  connections(): ConnectionFigures[] {
    const figures = (pool: ConnectionFigures['pool'], { totalCount, idleCount, waitingCount }: pg.Pool) => ({
      pool,
      open: totalCount,
      idle: idleCount,
      waiting: waitingCount,
    })
    return [figures('own', this.#own), figures('callers', this.#callers)]
  }

  async close(): Promise<void> {
    const closed = Promise.all([this.#listener.close(), this.#own.end(), this.#callers.end()])
    let timer: NodeJS.Timeout | undefined
    // A server that has gone silent never closes its end of the connection.
    const deadline = new Promise<void>((resolve) => {
      timer = setTimeout(resolve, CLOSE_TIMEOUT_MS)
    })
    await Promise.race([closed, deadline]).finally(() => clearTimeout(timer))
  }

  async #batch(statements: readonly Statement[], options: BatchOptions): Promise<QueryResult[]> {
    const client = await this.#connect(options)
    // All statements are sent together, and the last one waits for those before it.
    const limitMs = this.#responseLimit((options.timeoutMs ?? this.#timeoutMs) * statements.length)
    return this.#guarded(
      client,
      async () => {
        const prologue = this.#prologue(options)
        const sent = [...(prologue ? [prologue] : []), ...statements].map((statement) => this.#named(statement))
        const results = await runBatch(client, sent, this.#knownOn(client), limitMs).catch(rethrow)
        return prologue ? results.slice(1) : results
      },
      options,
    )
  }

  /** The first statement of a batch, which does not have a BEGIN. */
  #prologue(options: BatchOptions): Statement | null {
    const readOnly: LocalSettings = options.readOnly ? [['transaction_read_only', 'on']] : []
    const wanted = [...readOnly, ...this.#settingsFor(options), ...(options.settings ?? [])]
    return wanted.length === 0 ? null : setLocally(wanted)
  }

  /** Sends BEGIN and the settings in one message. The settings never come from a request, so they can be part of the text. */
  #begin(client: pg.PoolClient, options: TransactionOptions, limitMs: number): Promise<void> {
    const settings = this.#settingsFor(options).map(([name, value]) => `set_config('${name}', '${value}', true)`)
    const setting = settings.length > 0 ? `; select ${settings.join(', ')}` : ''
    const isolation = options.repeatableRead ? ' isolation level repeatable read' : ''
    return runScript(client, `begin${isolation}${options.readOnly ? ' read only' : ''}${setting}`, limitMs)
  }

  #settingsFor({ timeoutMs = this.#directUrl ? this.#timeoutMs : undefined }: TransactionOptions): LocalSettings {
    return [
      ...(this.#directUrl ? SESSION_SETTINGS : []),
      ...(timeoutMs === undefined ? [] : [['statement_timeout', String(Math.ceil(timeoutMs))] as const]),
    ]
  }

  #named({ text, values, whole }: Statement): BatchStatement {
    const name = whole ? this.#names?.nameOf(whole) : undefined
    return whole && name ? { text: whole, name } : { text, values, name: this.#names?.nameOf(text) }
  }

  #knownOn(client: pg.PoolClient): KnownStatements {
    const known = this.#prepared.get(client) ?? new Map()
    this.#prepared.set(client, known)
    return known
  }

  #connect({ asCaller = false }: TransactionOptions = {}): Promise<pg.PoolClient> {
    return (asCaller ? this.#callers : this.#own).connect().catch(rethrow)
  }

  /** Postgres cancels a statement at its timeout. A server that does not respond even then is gone. 0 means no limit. */
  #responseLimit(timeoutMs: number): number {
    return timeoutMs === 0 ? 0 : timeoutMs + this.#graceMs
  }

  /** The same settings as in pglite-worker.ts. */
  async #prepare(client: pg.ClientBase): Promise<void> {
    // A pooler's connection is shared with other clients.
    if (this.#directUrl) return
    const settings = `set timezone = 'UTC'; set datestyle = 'ISO, YMD'; set search_path = "$user", public, extensions`
    await client.query({ text: settings, query_timeout: this.#graceMs } as pg.QueryConfig)
  }

  #reportPowersKept(onPrivilegesKept: (() => void) | undefined): void {
    if (this.#hasReportedPowers) return
    this.#hasReportedPowers = true
    onPrivilegesKept?.()
  }

  /**
   * Returns the connection to the pool, or closes it if it broke, is still in a transaction or has too many prepared
   * statements.
   */
  async #guarded<T>(
    client: pg.PoolClient,
    work: () => Promise<T>,
    { onSpent, readOnly = false }: TransactionOptions = {},
  ): Promise<T> {
    const start = performance.now()
    let broken = false
    const onError = () => {
      broken = true
    }
    client.on('error', onError)
    try {
      return await work()
    } catch (error) {
      const reason = !readOnly && isStandbyError(error) ? toUnavailable(error) : error
      broken ||= reason instanceof DatabaseUnavailable
      throw reason
    } finally {
      onSpent?.(performance.now() - start)
      client.off('error', onError)
      const holdsTooMuch = (this.#prepared.get(client)?.size ?? 0) > MAX_PREPARED_PER_CONNECTION
      client.release(broken || holdsTooMuch || client.getTransactionStatus() !== 'I')
    }
  }
}

const COMMIT: Statement = { text: 'commit' }

type CommandResult<R> = QueryResult<R> & { command: string }

/** After `limitMs` without a response, pg closes the connection, and everything else in progress on it fails too. */
async function run<R = Row>(client: pg.PoolClient, { text, values = [] }: Statement, limitMs: number) {
  const query = { text, values: values.map(encodeParameter), queryMode: 'extended', query_timeout: limitMs }
  const { rows, rowCount, command } = await client.query(query as pg.QueryConfig).catch(rethrow)
  return { rows, rowCount: rowCount ?? rows.length, command } as CommandResult<R>
}

/** Without values, pg uses the simple protocol, which accepts several statements. */
async function runScript(client: pg.PoolClient, text: string, limitMs = 0): Promise<void> {
  await client.query({ text, query_timeout: limitMs } as pg.QueryConfig).catch(rethrow)
}

/** The SQLSTATE classes that mean "no connection": 08 connection, 53 resources, 57P0x shutdown. */
const UNAVAILABLE = /^(08|53|57P0)/

function rethrow(error: unknown): never {
  if (error instanceof pg.DatabaseError && error.code && !UNAVAILABLE.test(error.code)) {
    const { message, code, detail = null, hint = null, constraint = null } = error
    throw new DatabaseError(message, code, detail, hint, constraint)
  }
  // Every other error from pg means that the connection was refused, reset or terminated, or has timed out.
  throw toUnavailable(error)
}

const toUnavailable = (error: unknown) =>
  new DatabaseUnavailable(error instanceof Error ? error.message : String(error), { cause: error })

/**
 * A write was refused as read-only in a transaction that is not read-only, so the server is a standby. During a failover
 * the address may briefly lead to the standby, and the next connection may reach the primary.
 */
const isStandbyError = (error: unknown) => error instanceof DatabaseError && error.code === '25006'
