// Backs up the configured site, both for the nightly job and for `npm run backup`.

import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import type { Config } from '../config/config.ts'
import { freeBytes } from '../config/machine.ts'
import type { Database } from '../db/database.ts'
import { isEmbedded } from '../db/embedded.ts'
import { FolderLocked } from '../db/folder-lock.ts'
import { openDatabase } from '../db/open.ts'
import { VERSION } from '../http/observability/version.ts'
import { type Keys, loadKeys } from '../keys/keys.ts'
import { findRunningSite } from '../lib/running-site.ts'
import { trashKey } from '../storage/cleanup/trash.ts'
import type { StorageDriver } from '../storage/drivers/driver.ts'
import { checkObjectName } from '../storage/object-name.ts'
import { copyToken } from './copy-routes.ts'
import { BackupError } from './format.ts'
import { type FreeBytes, makeWithPruning } from './free-space.ts'
import { type BackupDeps, type MadeBackup, makeBackup } from './make-backup.ts'
import type { PictureSource } from './pictures.ts'
import { pruneBackups } from './prune.ts'
import { type BackupRecord, recordBackup, recordOf } from './record.ts'
import { copySnapshot, openSnapshot, type ReadSnapshot, readCopy } from './snapshot.ts'

/** Where backups go without BACKUP_DIR. They are on the same disk as the site, so they do not protect against its loss. */
export const defaultBackupDir = (dataDir: string) => join(dataDir, 'backups')

export function isPictureKey(key: string): boolean {
  try {
    return key.includes('/') && checkObjectName(key) === key
  } catch {
    return false
  }
}

const sourceOf = (driver: StorageDriver): PictureSource => ({ store: driver, trashKey, isKey: isPictureKey })

/** The keys in the format of keys.json. */
const textOf = (keys: Keys) => `${JSON.stringify(keys, null, 2)}\n`

interface Running {
  db: Database
  driver: StorageDriver
  keys: Keys
  dataDir: string
  free?: FreeBytes
}

/** Makes a backup in the process that serves the site. */
export function backUpRunning(
  { db, driver, keys, dataDir, free = freeBytes }: Running,
  directory: string,
  extendLease: () => Promise<void>,
) {
  const readSnapshot = isEmbedded(db) ? copySnapshot(db, dataDir, free) : openSnapshot(db)
  const deps = {
    engine: db.engine,
    readSnapshot,
    pictures: sourceOf(driver),
    keys: textOf(keys),
    version: VERSION.version,
    extendLease,
    freeBytes: free,
  }
  return makeWithPruning(
    directory,
    () => readInstallation(db),
    () => makeBackup(deps, directory),
  )
}

const readInstallation = async (db: Database): Promise<string | null> =>
  (await db.query<{ id: string | null }>('select id from storage.installation')).rows[0]?.id ?? null

interface ByCommand {
  config: Config
  driver: StorageDriver
  directory: string
  free?: FreeBytes
  say(line: string): void
}

/** Makes a backup from a command, whether or not the site is running. */
export async function backUpByCommand(options: ByCommand): Promise<MadeBackup> {
  const { config, driver, directory, say, free = freeBytes } = options
  const make = (engine: BackupDeps['engine'], readSnapshot: ReadSnapshot, keys: Keys) =>
    makeBackup(
      {
        engine,
        readSnapshot,
        pictures: sourceOf(driver),
        keys: textOf(keys),
        version: VERSION.version,
        onProgress: say,
        freeBytes: free,
      },
      directory,
    )
  if (!config.databaseUrl && !existsSync(join(config.dataDir, 'database'))) {
    throw new BackupError(
      `There is no site in ${config.dataDir}, so there is nothing to back up. If your site's data is in another folder, enter the folder as DATA_DIR in the file .env`,
    )
  }
  let db: Database
  try {
    db = await openDatabase({
      databaseUrl: config.databaseDirectUrl ?? config.databaseUrl ?? undefined,
      dataDir: config.dataDir,
      maxConnections: 2,
    })
  } catch (error) {
    if (!(error instanceof FolderLocked)) throw error
    return backUpFromRunningSite(config, (copy, keys) => make('embedded', readCopy(copy), keys))
  }
  try {
    const keys = await findKeysOf(config, db)
    const made = await makeWithPruning(
      directory,
      () => readInstallation(db),
      () => make(db.engine, openSnapshot(db), keys),
    )
    await recordBackup(db, recordOf(made, false))
    return made
  } finally {
    await db.close()
  }
}

/** Unlike starting the site, this does not create keys: without keys there is no site to back up. */
async function findKeysOf(config: Config, db: Database): Promise<Keys> {
  const { rows } = await db.query<{ isSite: boolean; isSealed: boolean }>(
    `select to_regclass('forecourt.migrations') is not null as "isSite",
       to_regclass('forecourt.sealed_keys') is not null as "isSealed"`,
  )
  if (!rows[0]?.isSite) throw new BackupError('DATABASE_URL: there is no site in this database')
  const isInFolder = existsSync(join(config.dataDir, 'keys.json'))
  if (!isInFolder && !config.keysSecret) throw new BackupError(`DATA_DIR: there are no keys in ${config.dataDir}`)
  return loadKeys(config, rows[0].isSealed ? db : null)
}

/** The embedded database belongs to the process that serves the site, so that process makes a copy and records the result. */
async function backUpFromRunningSite(
  config: Config,
  make: (copy: string, keys: Keys) => Promise<MadeBackup>,
): Promise<MadeBackup> {
  const keys = await loadKeys(config)
  const address = findRunningSite(config.dataDir, config)
  const call = async (path: string, body: object): Promise<unknown> => {
    const response = await fetch(`${address}/backup/v1${path}`, {
      method: 'POST',
      body: JSON.stringify(body),
      headers: { authorization: `Bearer ${copyToken(keys.hmacSecret)}`, 'content-type': 'application/json' },
    }).catch(() => {
      throw new BackupError(
        `The site in ${config.dataDir} is running, but it doesn't respond at ${address}. If it has just been started, try again in a minute.`,
      )
    })
    if (!response.ok)
      throw new BackupError(
        `The running site at ${address} refused the backup (${response.status}): ${(await response.text()).slice(0, 200)}`,
      )
    return response.json()
  }
  const { copy } = z.object({ copy: z.string().regex(/^\.backup-copy-[0-9a-f]{16}$/) }).parse(await call('/copies', {}))
  let record: BackupRecord | null = null
  try {
    const made = await make(join(config.dataDir, copy), keys)
    record = recordOf(made, false)
    return made
  } finally {
    await call('/done', { copy, record })
  }
}

export const pruneAfter = ({ manifest }: MadeBackup, directory: string) =>
  pruneBackups(directory, manifest.installation)
