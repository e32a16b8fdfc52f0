// A streaming standby of the database for what strangers read and no memory keeps. It is asked while it is known to be close
// behind; whenever it is not, or does not answer, the primary is asked as if there were no replica.

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
  /** How far it is behind; null while it is not asked. */
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

/** Where the primary's log ended, and when we asked. */
interface Mark {
  at: number
  position: bigint
}

/** More are not needed: the older ones are past the limit anyway. */
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
  /** The standby has everything that was written before. */
  let coveredAt: number | null = null
  let isTold: boolean | null = null
  let isClosed = false
  let timer: NodeJS.Timeout | undefined

  const lagMs = () => (coveredAt === null ? Number.POSITIVE_INFINITY : performance.now() - coveredAt)
  const isUsable = () => standby !== null && lagMs() <= limits.maxLagMs

  function tell(reason: string | null): void {
    const isUsed = isUsable()
    if (isUsed === isTold) return
    isTold = isUsed
    if (isUsed) log.info({ event: 'replica_used' })
    else log.warn({ event: 'replica_not_used', reason: reason ?? 'it lags behind' })
  }

  async function look(): Promise<void> {
    standby ??= await openPostgres({
      ...{ connectionString, maxConnections },
      statementTimeoutMs: limits.answerMs,
      connectTimeoutMs: limits.connectMs,
      responseGraceMs: limits.connectMs,
    })
    const at = performance.now()
    const [ours, theirs] = await Promise.all([primary.query<Place>(PRIMARY), standby.query<Place>(STANDBY)])
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
    await look().catch((error: unknown) => {
      reason = error instanceof Error ? error.message : String(error)
      if (reason === NO_STANDBY) coveredAt = null
    })
    tell(reason)
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
        if (!isItsOwnFault(error)) throw error
        // Until the next look finds it well, nobody else waits for it.
        if (error instanceof DatabaseUnavailable) coveredAt = null
        tell(error instanceof Error ? error.message : null)
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

interface Place {
  database: string
  position: string | null
}

const NO_STANDBY = 'DATABASE_READ_URL is not a streaming standby of DATABASE_URL'
const DATABASE = `(select oid::text from pg_database where datname = current_database()) as database`
const PRIMARY = `select ${DATABASE}, pg_current_wal_lsn()::text as position`
/** Null where it is no standby at all. */
const STANDBY = `select ${DATABASE}, pg_last_wal_replay_lsn()::text as position where pg_is_in_recovery()`

/** PostgreSQL writes 16/B374D848: two halves of a number. */
function toPosition(text: string | null): bigint {
  const [high = '0', low = '0'] = (text ?? '').split('/')
  return (BigInt(`0x${high}`) << 32n) + BigInt(`0x${low}`)
}

/** It is gone; it had to choose between replaying and answering; it has not replayed a change of the schema yet. */
function isItsOwnFault(error: unknown): boolean {
  if (error instanceof DatabaseUnavailable) return true
  return error instanceof DatabaseError && ['40001', '42P01', '42703', '42883'].includes(error.code)
}
