import { join } from 'node:path'
import type { Database } from './database.ts'
import { openEmbedded } from './embedded.ts'
import type { LockOptions } from './folder-lock.ts'
import { openPostgres } from './postgres.ts'

export interface DatabaseConfig {
  /** The address of a PostgreSQL server. Without it, the embedded engine is used. */
  databaseUrl?: string
  /** The server's own address, if `databaseUrl` goes through a pooler in transaction mode. */
  directUrl?: string
  /** The folder that holds the embedded database in its subfolder `database`, or 'memory'. */
  dataDir: string
  /** For the embedded database: see EmbeddedOptions. */
  sync?: boolean
  lock?: LockOptions
  /** The maximum number of connections from this process to a PostgreSQL server. */
  maxConnections?: number
  /** Called once if callers' SQL runs on connections with the login's own rights: see caller-connections.ts. */
  onPrivilegesKept?: () => void
}

export function openDatabase(config: DatabaseConfig): Promise<Database> {
  const { databaseUrl, directUrl, dataDir, sync, lock, maxConnections, onPrivilegesKept } = config
  if (databaseUrl) return openPostgres({ connectionString: databaseUrl, directUrl, maxConnections, onPrivilegesKept })
  return openEmbedded({ dataDir: dataDir === 'memory' ? dataDir : join(dataDir, 'database'), sync, lock })
}
