import { join } from 'node:path'
import type { Database } from './database.ts'
import { openEmbedded } from './embedded.ts'
import type { LockOptions } from './folder-lock.ts'
import { openPostgres } from './postgres.ts'

export interface DatabaseConfig {
  /** A PostgreSQL server; without it the embedded engine. */
  databaseUrl?: string
  /** Where the embedded database lives, in the folder `database`; or 'memory'. */
  dataDir: string
  lock?: LockOptions
}

export function openDatabase({ databaseUrl, dataDir, lock }: DatabaseConfig): Promise<Database> {
  if (databaseUrl) return openPostgres({ connectionString: databaseUrl })
  return openEmbedded({ dataDir: dataDir === 'memory' ? dataDir : join(dataDir, 'database'), lock })
}
