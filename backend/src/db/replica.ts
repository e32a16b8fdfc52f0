// A streaming standby of the database for anonymous reads that are not cached. It is used while it is known to lag only a
// little. Otherwise, or if it does not respond, the primary is used instead.

import {
  type BatchOptions,
  type Database,
  DatabaseError,
  DatabaseUnavailable,
  type QueryResult,
  type Statement,
} from './database.ts'
import { REPLICA } from './limits.ts'
import { openPostgres } from './postgres.ts'

export interface ReadReplica extends Pick<Database, 'batch'> {
  /** Null while the replica is not in use. */
  lagSeconds(): number | null
  connections: NonNullable<Database['connections']>
  close(): Promise<void>
}

interface ReplicaOptions {
  primary: Database
  connectionString: string
  log: { info(details: object): void; warn(details: object): void }
  maxConnections?: number
  limits?: typeof REPLICA
}

/** The end of the primary's write-ahead log at a given time. */
interface Mark {
  at: number
  position: bigint
}

/** No more marks are needed, because anything older exceeds the maximum lag anyway. */
const MAX_MARKS = 100

export function openReplica({
  primary,
  connectionString,
  log,
  maxConnections,
  limits = REPLICA,
}: ReplicaOptions): ReadReplica {
  let standby: Database | null = null
  let marks: Mark[] = []
  /** The standby has everything that was written before this time. */
  let coveredAt: number | null = null
  let wasUsed: boolean | null = null
  let isClosed = false
  let timer: NodeJS.Timeout | undefined

  const lagMs = () => (coveredAt === null ? Number.POSITIVE_INFINITY : performance.now() - coveredAt)
  const isUsable = () => standby !== null && lagMs() <= limits.maxLagMs

  function logChange(reason: string | null): void {
    const isUsed = isUsable()
    if (isUsed === wasUsed) return
    wasUsed = isUsed
    if (isUsed) log.info({ event: 'replica_used' })
    else log.warn({ event: 'replica_not_used', reason: reason ?? 'it lags too far behind' })
  }

  async function check(): Promise<void> {
    standby ??= await openPostgres({
      connectionString,
      maxConnections,
      statementTimeoutMs: limits.queryMs,
      connectTimeoutMs: limits.connectMs,
      responseGraceMs: limits.connectMs,
    })
    const at = performance.now()
    const [ours, theirs] = await Promise.all([primary.query<WalPosition>(PRIMARY), standby.query<WalPosition>(STANDBY)])
    const [written, replayed] = [ours.rows[0], theirs.rows[0]]
    if (!written || !replayed?.position || written.database !== replayed.database) throw new Error(NO_STANDBY)
    marks = [...marks, { at, position: toPosition(written.position) }].slice(-MAX_MARKS)
    const reached = toPosition(replayed.position)
    const covered = marks.findLast(({ position }) => position <= reached)
    if (!covered) return
    coveredAt = covered.at
    marks = marks.filter((mark) => mark.at > covered.at)
  }

  async function watch(): Promise<void> {
    let reason: string | null = null
    await check().catch((error: unknown) => {
      reason = error instanceof Error ? error.message : String(error)
      if (reason === NO_STANDBY) coveredAt = null
    })
    logChange(reason)
    if (!isClosed) timer = setTimeout(watch, limits.checkEveryMs).unref()
  }
  void watch()

  return {
    lagSeconds: () => (isUsable() ? lagMs() / 1000 : null),
    connections: () =>
      standby
        ?.connections?.()
        .map((figures) => ({ ...figures, pool: 'replica' as const }))
        .slice(1) ?? [],
    async batch(statements: readonly Statement[], options?: BatchOptions): Promise<QueryResult[]> {
      if (!standby || !isUsable()) return primary.batch(statements, options)
      try {
        return await standby.batch(statements, options)
      } catch (error) {
        if (!isReplicaFault(error)) throw error
        // Do not use the replica again until a check succeeds, so that no other request waits for it.
        if (error instanceof DatabaseUnavailable) coveredAt = null
        logChange(error instanceof Error ? error.message : null)
        return primary.batch(statements, options)
      }
    },
    async close() {
      isClosed = true
      clearTimeout(timer)
      await standby?.close()
    },
  }
}

interface WalPosition {
  database: string
  position: string | null
}

const NO_STANDBY = 'DATABASE_READ_URL is not a streaming standby of DATABASE_URL'
const DATABASE = `(select oid::text from pg_database where datname = current_database()) as database`
const PRIMARY = `select ${DATABASE}, pg_current_wal_lsn()::text as position`
/** Returns no row if the server is not a standby. */
const STANDBY = `select ${DATABASE}, pg_last_wal_replay_lsn()::text as position where pg_is_in_recovery()`

/** PostgreSQL prints a log position as two halves of a 64-bit number: 16/B374D848. */
function toPosition(text: string | null): bigint {
  const [high = '0', low = '0'] = (text ?? '').split('/')
  return (BigInt(`0x${high}`) << 32n) + BigInt(`0x${low}`)
}

/** Whether the standby is unreachable, the query conflicted with replay, or a schema change has not been replayed yet. */
function isReplicaFault(error: unknown): boolean {
  if (error instanceof DatabaseUnavailable) return true
  return error instanceof DatabaseError && ['40001', '42P01', '42703', '42883'].includes(error.code)
}
