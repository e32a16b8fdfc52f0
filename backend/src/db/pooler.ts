// A pooler in transaction mode (PgBouncer) may give each transaction a different connection, so session state is lost.
// Settings are therefore applied in each transaction, statements are not prepared, and LISTEN needs the server itself
// (DATABASE_DIRECT_URL). A pooler cannot be detected in every case, so the operator declares it, and we check the
// declaration when the site starts.

import pg from 'pg'
import { ConfigError } from '../config/config.ts'
import type { LocalSettings, Queryable } from './database.ts'
import { CONNECT_TIMEOUT_MS } from './limits.ts'

/**
 * The settings that a direct connection applies once (postgres.ts). Through a pooler, each transaction applies them.
 */
export const SESSION_SETTINGS: LocalSettings = [
  ['timezone', 'UTC'],
  ['datestyle', 'ISO, YMD'],
  ['search_path', '"$user", public, extensions'],
]

const UNDECLARED =
  'DATABASE_URL: connects through a pooler; set DATABASE_DIRECT_URL to the address of the PostgreSQL server itself'
const NOT_DIRECT = 'DATABASE_DIRECT_URL: must be the address of the PostgreSQL server itself, not a pooler'
const OTHER_DATABASE = 'DATABASE_DIRECT_URL: must point to the same database as DATABASE_URL'

/** PgBouncer refuses session settings when a connection starts, unless it is configured to ignore them. */
export const isPoolerError = (error: unknown): boolean => /unsupported startup parameter/.test(String(error))

export const undeclaredPooler = (): ConfigError => new ConfigError(UNDECLARED)

/** Identifies the server and the database, regardless of how the connection reaches them. */
const IDENTITY = `
  select concat_ws(' ', extract(epoch from pg_postmaster_start_time()), d.oid) as place, pg_backend_pid() as pid
  from pg_database d where d.datname = current_database()`

interface Identity {
  place: string
  pid: number
}

/** Checks that the direct address bypasses the pooler and leads to the same database. */
export async function checkDirectAddress(throughPooler: Queryable, connectionString: string): Promise<void> {
  const client = new pg.Client({ connectionString, connectionTimeoutMillis: CONNECT_TIMEOUT_MS })
  try {
    await client.connect()
    const direct = (await client.query<Identity>(IDENTITY)).rows[0]
    if (direct?.pid !== processOf(client)) throw new ConfigError(NOT_DIRECT)
    const pooled = (await throughPooler.query<Identity>(IDENTITY)).rows[0]
    if (pooled?.place !== direct.place) throw new ConfigError(OTHER_DATABASE)
  } finally {
    await client.end().catch(() => {})
  }
}

/**
 * A pooler reports its own process id, and in transaction mode it gives two clients the same server connection. A pooler
 * in session mode need not be declared.
 */
export async function refuseUndeclaredPooler(pool: pg.Pool): Promise<void> {
  const first = await pool.connect()
  try {
    const pid = await backendPid(first)
    if (pid === processOf(first)) return
    const second = await pool.connect()
    try {
      await second.query('begin')
      const isShared = (await backendPid(second)) === pid
      await second.query('rollback')
      if (isShared) throw undeclaredPooler()
    } finally {
      second.release()
    }
  } finally {
    first.release()
  }
}

const backendPid = async (client: pg.ClientBase) =>
  Number((await client.query<{ pid: string }>('select pg_backend_pid() as pid')).rows[0]?.pid)

const processOf = (client: pg.ClientBase): number => (client as unknown as { processID: number }).processID
