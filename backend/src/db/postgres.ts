// A PostgreSQL server through a pool. Statements that need no answer from us in between are sent in one go (pipeline).

import pg from 'pg'
import { MAX_PREPARED_PER_CONNECTION } from '../limits.ts'
import {
  type Database,
  DatabaseError,
  DatabaseUnavailable,
  type QueryResult,
  type Row,
  type Statement,
  type Transaction,
  type TransactionOptions,
} from './database.ts'
import { PostgresListener } from './postgres-listener.ts'
import { isAboutNames, StatementNames } from './statement-names.ts'
import { decodeValue, encodeParameter } from './values.ts'

export interface PostgresOptions {
  connectionString: string
  maxConnections?: number
  /** For statements outside a transaction with a limit of its own. */
  statementTimeoutMs?: number
  connectTimeoutMs?: number
}

const DEFAULT_STATEMENT_TIMEOUT_MS = 60_000
const DEFAULT_CONNECT_TIMEOUT_MS = 5_000

export async function openPostgres(options: PostgresOptions): Promise<Database> {
  const database = new Postgres(options)
  try {
    await database.query('select 1')
    return database
  } catch (error) {
    await database.close()
    throw error
  }
}

const textTypes: pg.CustomTypesConfig = {
  getTypeParser: (typeId: number) => (text: string) => decodeValue(typeId, text),
}

class Postgres implements Database {
  readonly engine = 'postgres'
  readonly #pool: pg.Pool
  readonly #listener: PostgresListener
  /** Null once it turned out that this server, or a pooler before it, does not do well with them. */
  #names: StatementNames | null = new StatementNames()
  /** The names that each connection has prepared, those that were dropped since included. */
  readonly #prepared = new WeakMap<pg.PoolClient, Set<string>>()

  constructor(options: PostgresOptions) {
    const config: pg.ClientConfig = {
      connectionString: options.connectionString,
      connectionTimeoutMillis: options.connectTimeoutMs ?? DEFAULT_CONNECT_TIMEOUT_MS,
      statement_timeout: options.statementTimeoutMs ?? DEFAULT_STATEMENT_TIMEOUT_MS,
      application_name: 'forecourt',
      keepAlive: true,
    }
    this.#pool = new pg.Pool({
      ...config,
      max: options.maxConnections ?? 10,
      pipeline: true,
      types: textTypes,
      onConnect: prepareConnection,
    })
    // An idle connection that breaks is replaced by the pool; without a listener the error would end the process.
    this.#pool.on('error', () => {})
    this.#listener = new PostgresListener(config)
  }

  async query<R = Row>(text: string, values: readonly unknown[] = []): Promise<QueryResult<R>> {
    const client = await this.#connect()
    return this.#guarded(client, () => run<R>(client, text, values))
  }

  async batch(statements: readonly Statement[], options: TransactionOptions = {}): Promise<QueryResult[]> {
    try {
      return await this.#batch(statements, options)
    } catch (error) {
      if (!this.#names || !(error instanceof DatabaseError) || !isAboutNames(error)) throw error
      this.#names = null
      return this.#batch(statements, options)
    }
  }

  async transaction<T>(work: (tx: Transaction) => Promise<T>, options: TransactionOptions = {}): Promise<T> {
    const client = await this.#connect()
    let finished = false
    return this.#guarded(client, async () => {
      try {
        await begin(client, options)
        const result = await work({
          query: async (text, values) => {
            if (finished) throw new Error('This transaction has ended')
            return run(client, text, values)
          },
          exec: async (sql) => {
            if (finished) throw new Error('This transaction has ended')
            await runScript(client, sql)
          },
        })
        const { command } = await run(client, 'commit')
        if (command === 'ROLLBACK') throw new DatabaseError('The transaction had failed and was rolled back', '25P02')
        return result
      } catch (error) {
        if (client.getTransactionStatus() !== 'I') await run(client, 'rollback')
        throw error
      } finally {
        finished = true
      }
    })
  }

  async exec(sql: string): Promise<void> {
    const client = await this.#connect()
    await this.#guarded(client, async () => {
      await run(client, 'set statement_timeout = 0')
      try {
        await runScript(client, sql)
      } finally {
        await run(client, 'reset statement_timeout')
      }
    })
  }

  listen(channel: string, onNotify: (payload: string) => void): Promise<() => Promise<void>> {
    return this.#listener.listen(channel, onNotify)
  }

  async close(): Promise<void> {
    await Promise.all([this.#listener.close(), this.#pool.end()])
  }

  async #batch(statements: readonly Statement[], options: TransactionOptions): Promise<QueryResult[]> {
    const client = await this.#connect()
    return this.#guarded(client, async () => {
      const outcomes = await Promise.allSettled([
        begin(client, options),
        ...statements.map(({ text, values }) => run(client, text, values, this.#nameOn(client, text))),
        run(client, 'commit'),
      ])
      // The first failure is the reason of those after it, which Postgres refuses in an aborted transaction.
      const failure = outcomes.find((outcome) => outcome.status === 'rejected')
      if (failure) throw failure.reason
      return outcomes.slice(1, -1).map((outcome) => (outcome as PromiseFulfilledResult<QueryResult>).value)
    })
  }

  #nameOn(client: pg.PoolClient, text: string): string | undefined {
    const name = this.#names?.nameOf(text)
    if (name === undefined) return undefined
    const prepared = this.#prepared.get(client) ?? new Set()
    this.#prepared.set(client, prepared.add(name))
    return name
  }

  #connect(): Promise<pg.PoolClient> {
    return this.#pool.connect().catch(rethrow)
  }

  /** Gives the connection back; one that broke, is still inside a transaction or holds too much is thrown away instead. */
  async #guarded<T>(client: pg.PoolClient, work: () => Promise<T>): Promise<T> {
    let broken = false
    const onError = () => {
      broken = true
    }
    client.on('error', onError)
    try {
      return await work()
    } catch (error) {
      broken ||= error instanceof DatabaseUnavailable
      throw error
    } finally {
      client.off('error', onError)
      const holdsTooMuch = (this.#prepared.get(client)?.size ?? 0) > MAX_PREPARED_PER_CONNECTION
      client.release(broken || holdsTooMuch || client.getTransactionStatus() !== 'I')
    }
  }
}

/** What the embedded engine is told too, see pglite-worker.ts. */
async function prepareConnection(client: pg.ClientBase): Promise<void> {
  await client.query(`set timezone = 'UTC'; set datestyle = 'ISO, YMD'; set search_path = "$user", public, extensions`)
}

/** Begin and time limit in one message. The limit is a number of ours, so it may stand in the text. */
function begin(client: pg.PoolClient, { readOnly, timeoutMs }: TransactionOptions): Promise<void> {
  const limit = timeoutMs === undefined ? '' : `; set local statement_timeout = ${Math.ceil(timeoutMs)}`
  return runScript(client, `begin${readOnly ? ' read only' : ''}${limit}`)
}

type CommandResult<R> = QueryResult<R> & { command: string }

async function run<R = Row>(client: pg.PoolClient, text: string, values: readonly unknown[] = [], name?: string) {
  const { rows, rowCount, command } = await client
    .query({ name, text, values: values.map(encodeParameter), queryMode: 'extended' } as pg.QueryConfig)
    .catch(rethrow)
  return { rows, rowCount: rowCount ?? rows.length, command } as CommandResult<R>
}

/** Without values pg speaks the simple protocol, which takes several statements. */
async function runScript(client: pg.PoolClient, sql: string): Promise<void> {
  await client.query(sql).catch(rethrow)
}

/** Classes of SQLSTATE that mean "no connection": 08 connection, 53 resources, 57P0x shutdown. */
const UNAVAILABLE = /^(08|53|57P0)/

function rethrow(error: unknown): never {
  if (error instanceof pg.DatabaseError && error.code && !UNAVAILABLE.test(error.code)) {
    const { message, code, detail = null, hint = null, constraint = null } = error
    throw new DatabaseError(message, code, detail, hint, constraint)
  }
  // Everything else that pg throws is about the connection: refused, reset, timed out, terminated.
  throw new DatabaseUnavailable(error instanceof Error ? error.message : String(error), { cause: error })
}
