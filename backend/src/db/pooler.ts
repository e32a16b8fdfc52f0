// A pooler in transaction mode (PgBouncer) between us and PostgreSQL gives each transaction another connection. What belongs to
// a session then has no place: settings are made anew in each transaction, statements have no names, and whoever listens needs
// the server itself (DATABASE_DIRECT_URL). Nothing of this can be guessed safely, so it is said, and the start checks it.

import pg from 'pg'
import { ConfigError } from '../config/config.ts'
import type { LocalSettings, Queryable } from './database.ts'
import { CONNECT_TIMEOUT_MS } from './limits.ts'

/** What a connection of our own is told once (postgres.ts), where none is. */
export const SETTINGS_OF_A_SESSION: LocalSettings = [
  ['timezone', 'UTC'],
  ['datestyle', 'ISO, YMD'],
  ['search_path', '"$user", public, extensions'],
]

const SAY_SO =
  'DATABASE_URL: leads through a pooler; set DATABASE_DIRECT_URL to the address of the PostgreSQL server itself'
const NOT_DIRECT = 'DATABASE_DIRECT_URL: leads through a pooler; it must be the address of the PostgreSQL server itself'
const ANOTHER = 'DATABASE_DIRECT_URL: leads to another database than DATABASE_URL'

/** PgBouncer refuses what we ask of a session, unless told to ignore it. */
export const saysPooler = (error: unknown): boolean => /unsupported startup parameter/.test(String(error))

export const poolerNotNamed = (): ConfigError => new ConfigError(SAY_SO)

/** Which server, and which database of it: the same however one gets there. */
const WHO_ARE_YOU = `
  select concat_ws(' ', extract(epoch from pg_postmaster_start_time()), d.oid) as place, pg_backend_pid() as pid
  from pg_database d where d.datname = current_database()`

interface Place {
  place: string
  pid: number
}

/** That the direct address is direct, and leads to the same database. */
export async function checkDirectAddress(throughPooler: Queryable, connectionString: string): Promise<void> {
  const client = new pg.Client({ connectionString, connectionTimeoutMillis: CONNECT_TIMEOUT_MS })
  try {
    await client.connect()
    const direct = (await client.query<Place>(WHO_ARE_YOU)).rows[0]
    if (direct?.pid !== processOf(client)) throw new ConfigError(NOT_DIRECT)
    const pooled = (await throughPooler.query<Place>(WHO_ARE_YOU)).rows[0]
    if (pooled?.place !== direct.place) throw new ConfigError(ANOTHER)
  } finally {
    await client.end().catch(() => {})
  }
}

/**
 * A pooler that nobody named. It answers with a process id of its own; in transaction mode it also gives the connection of one
 * of us to the next. (In session mode all is as without one.)
 */
export async function refuseUnnamedPooler(pool: pg.Pool): Promise<void> {
  const first = await pool.connect()
  try {
    const pid = await askPid(first)
    if (pid === processOf(first)) return
    const second = await pool.connect()
    try {
      await second.query('begin')
      const isShared = (await askPid(second)) === pid
      await second.query('rollback')
      if (isShared) throw poolerNotNamed()
    } finally {
      second.release()
    }
  } finally {
    first.release()
  }
}

const askPid = async (client: pg.ClientBase) =>
  Number((await client.query<{ pid: string }>('select pg_backend_pid() as pid')).rows[0]?.pid)

const processOf = (client: pg.ClientBase): number => (client as unknown as { processID: number }).processID
