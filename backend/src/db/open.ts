import { join } from 'node:path'
import type { Database } from './database.ts'
import { openEmbedded } from './embedded.ts'
import type { LockOptions } from './folder-lock.ts'
import { openPostgres } from './postgres.ts'

export interface DatabaseConfig {
  /** A PostgreSQL server; without it the embedded engine. */
  databaseUrl?: string
  /** Its own address, where the other leads through a pooler in transaction mode. */
  directUrl?: string
  /** Where the embedded database lives, in the folder `database`; or 'memory'. */
  dataDir: string
  /** Of the embedded database, see EmbeddedOptions. */
  sync?: boolean
  lock?: LockOptions
  /** To a PostgreSQL server, by this process. */
  maxConnections?: number
  /** Hears once, if so, that callers' SQL runs on connections with the login's own rights: see caller-connections.ts. */
  onPowersKept?: () => void
}

export function openDatabase(config: DatabaseConfig): Promise<Database> {
  const { databaseUrl, directUrl, dataDir, sync, lock, maxConnections, onPowersKept } = config
  if (databaseUrl) return openPostgres({ connectionString: databaseUrl, directUrl, maxConnections, onPowersKept })
  return openEmbedded({ dataDir: dataDir === 'memory' ? dataDir : join(dataDir, 'database'), sync, lock })
}
