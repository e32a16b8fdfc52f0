// `npm run move-to-postgres` moves the rows of an embedded site to a PostgreSQL server by way of a backup. Pictures and
// keys stay where they are.

import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Config } from '../config/config.ts'
import { ConfigError } from '../config/config.ts'
import { openEmbedded } from '../db/embedded.ts'
import { FolderLocked } from '../db/folder-lock.ts'
import { VERSION } from '../http/observability/version.ts'
import { BackupError, type Manifest } from './format.ts'
import { makeBackup } from './make-backup.ts'
import { requireKnownMigrations, restoreRows } from './restore.ts'
import { fillServer } from './restore-site.ts'
import { openSnapshot } from './snapshot.ts'

interface MoveOptions {
  config: Config
  migrationsDir: string
  say(line: string): void
}

/** Every table's rows are compared on both sides before anything is committed. */
export async function moveToPostgres({ config, migrationsDir, say }: MoveOptions): Promise<Manifest> {
  const { dataDir } = config
  const databaseUrl = config.databaseDirectUrl ?? config.databaseUrl
  if (!databaseUrl) throw new ConfigError('DATABASE_URL: must be the address of the PostgreSQL server to move to')
  if (!existsSync(join(dataDir, 'database'))) throw new BackupError(`DATA_DIR: there is no embedded site in ${dataDir}`)
  const db = await openEmbedded({ dataDir: join(dataDir, 'database') }).catch((error: unknown) => {
    if (error instanceof FolderLocked)
      throw new BackupError(`Stop the site first, so that no new data is left behind. ${error.message}`)
    throw error
  })
  const scratch = join(dataDir, `.moving-${randomBytes(4).toString('hex')}`)
  try {
    // The folder stays locked until the server has all rows.
    return await fillFrom(scratch)
  } finally {
    await rm(scratch, { recursive: true, force: true })
    await db.close()
  }

  async function fillFrom(directory: string): Promise<Manifest> {
    const deps = {
      engine: db.engine,
      readSnapshot: openSnapshot(db),
      pictures: null,
      keys: '{}',
      version: VERSION.version,
    }
    let moved: Manifest | undefined
    await fillServer(databaseUrl as string, async (server) => {
      say('Reading the embedded database ...')
      const { folder, manifest } = await makeBackup(deps, directory)
      await requireKnownMigrations(manifest, migrationsDir)
      say('Copying the data to the server ...')
      await restoreRows(server, { root: folder, manifest, migrationsDir, hold: false, say })
      moved = manifest
    })
    return moved as Manifest
  }
}
