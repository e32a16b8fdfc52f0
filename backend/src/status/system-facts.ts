// Facts about the server, for the back office's System status screen.
import { statfs } from 'node:fs/promises'
import type { SystemFacts } from '../../../supabase/functions/_shared/system-facts.ts'
import type { Config } from '../config/config.ts'
import type { Database } from '../db/database.ts'
import type { ReadReplica } from '../db/replica.ts'
import { VERSION } from '../http/observability/version.ts'

interface FactsDeps {
  config: Config
  db: Database
  replica: ReadReplica | null
  mailHost(): Promise<string | null>
  backupMonths: number
}

/** Several admins, or one who keeps reloading the page, get the same cached result. */
const CACHE_MS = 10_000
/** Counting all pictures is slow, and the screen keeps refreshing while it is open. */
const PICTURES_CACHE_MS = 60_000

const DATABASE = `select current_setting('server_version') as version, pg_database_size(current_database()) as bytes`
const PICTURES = `
  select count(*) as count, coalesce(sum((metadata ->> 'size')::numeric), 0)::float8 as bytes
  from storage.objects where jsonb_typeof(metadata -> 'size') = 'number'`

export function createSystemFacts(deps: FactsDeps): () => Promise<SystemFacts> {
  const startedAt = new Date(Date.now() - process.uptime() * 1000).toISOString()
  const countPictures = cacheFor(PICTURES_CACHE_MS, () => deps.db.query<PictureCount>(PICTURES))
  return cacheFor(CACHE_MS, () => readFacts(deps, startedAt, countPictures))
}

/** Caches a result for the given time, but does not cache a failure. */
function cacheFor<T>(forMs: number, read: () => Promise<T>): () => Promise<T> {
  let known: { at: number; value: Promise<T> } | null = null
  return () => {
    if (!known || Date.now() - known.at > forMs) {
      known = { at: Date.now(), value: read() }
      known.value.catch(() => {
        known = null
      })
    }
    return known.value
  }
}

interface PictureCount {
  count: number
  bytes: number
}

async function readFacts(
  { config, db, replica, mailHost, backupMonths }: FactsDeps,
  startedAt: string,
  countPictures: () => Promise<{ rows: PictureCount[] }>,
): Promise<SystemFacts> {
  const [database, pictures, disk, host] = await Promise.all([
    db.query<{ version: string; bytes: number }>(DATABASE),
    countPictures(),
    statfs(config.dataDir),
    mailHost(),
  ])
  const { version = '', bytes = 0 } = database.rows[0] ?? {}
  return {
    product: { ...VERSION, node: process.versions.node, startedAt, processes: config.workers },
    database: {
      engine: db.engine,
      // Distributions add their own version, as in 15.14 (Debian 15.14-0+deb12u1).
      version: version.split(' ')[0] ?? version,
      bytes,
      isPooled: config.databaseDirectUrl !== null,
      replica: replica && { lagSeconds: replica.lagSeconds() },
    },
    mailHost: host,
    pictures: {
      ...(config.s3
        ? { place: 's3' as const, name: config.s3.bucket }
        : { place: 'folder' as const, name: 'pictures' }),
      ...(pictures.rows[0] ?? { count: 0, bytes: 0 }),
    },
    hasNightlyBackups: config.backupDir !== null,
    backupMonths,
    disk: { freeBytes: disk.bavail * disk.bsize, totalBytes: disk.blocks * disk.bsize },
  }
}
