// Restores a site from a backup to an empty location, for `npm run restore` and for the second half of `npm run
// move-to-postgres`. A restore that fails is undone.

import { existsSync } from 'node:fs'
import { lstat, mkdir, readdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { VEHICLE_BUCKET } from '../../../supabase/functions/_shared/picture-variants.ts'
import type { Config } from '../config/config.ts'
import type { Database } from '../db/database.ts'
import { openEmbedded } from '../db/embedded.ts'
import { lockFolder } from '../db/folder-lock.ts'
import { openPostgres } from '../db/postgres.ts'
import { createSealedKeys } from '../keys/keys-database.ts'
import { createKeys, type Keys, keysFile, readKeys } from '../keys/keys-file.ts'
import { INSTALLATION_KEY, markFolder } from '../storage/installation.ts'
import { isPictureKey } from './back-up-site.ts'
import { readSmallFile } from './files.ts'
import { BackupError, KEYS, type Manifest } from './format.ts'
import { batchesOf, type PictureStore, readPictureList, restorePictures } from './pictures.ts'
import { emptyDatabase, requireEmptyDatabase, requireKnownMigrations, restoreRows } from './restore.ts'
import { verifyBackup } from './verify.ts'

export interface RestoreOptions {
  config: Config
  from: string
  migrationsDir: string
  openPictures(config: Config): PictureStore
  /** Opens a new embedded database. Tests start from one that has been migrated. */
  openNew?: typeof openEmbedded
  say(line: string): void
}

const MAX_KEYS_BYTES = 1024 * 1024
const STAGE = '.restoring'

export async function restoreSite(options: RestoreOptions): Promise<Manifest> {
  const { config, from, migrationsDir, say } = options
  say('Checking the backup ...')
  const manifest = await verifyBackup(from, isPictureKey)
  await requireKnownMigrations(manifest, migrationsDir)
  const keys = readKeysOf(await readSmallFile(from, KEYS, MAX_KEYS_BYTES))
  const server = config.databaseDirectUrl ?? config.databaseUrl
  if (server) await restoreToServer(options, server, manifest, keys)
  else await restoreToFolder(options, manifest, keys)
  return manifest
}

function readKeysOf(bytes: Buffer): Keys {
  try {
    return readKeys(bytes.toString('utf8'))
  } catch {
    throw new BackupError(`The backup is invalid: ${KEYS} has no keys`)
  }
}

/** The site is built in a staging folder, so that it appears complete or not at all. */
async function restoreToFolder(options: RestoreOptions, manifest: Manifest, keys: Keys): Promise<void> {
  const { config, from, migrationsDir, say } = options
  const { dataDir } = config
  await requireEmptyFolder(dataDir)
  const store = options.openPictures({ ...config, dataDir: join(dataDir, STAGE) })
  const stage = join(dataDir, STAGE)
  const lock = await lockFolder(stage)
  try {
    // An interrupted restore left this folder. The lock proves that no restore is in progress.
    await rm(stage, { recursive: true, force: true })
    await mkdir(stage, { mode: 0o700 })
    await requireNoPictures(store, from)
    const db = await (options.openNew ?? openEmbedded)({ dataDir: join(stage, 'database') })
    try {
      await restoreRows(db, { root: from, manifest, migrationsDir, hold: true, say })
    } finally {
      await db.close()
    }
    await undoOnFailure(
      async () => {
        await storePictures(options, store, manifest)
        await createKeys(keysFile(stage), keys)
        await requireEmptyFolder(dataDir)
        // Move the database last, because without it there is no site.
        for (const name of ['pictures', 'keys.json', 'database']) {
          if (existsSync(join(stage, name))) await rename(join(stage, name), join(dataDir, name))
        }
      },
      () => removePictures(store, from),
    )
  } finally {
    await rm(stage, { recursive: true, force: true })
    lock.release()
  }
}

async function restoreToServer(
  options: RestoreOptions,
  databaseUrl: string,
  manifest: Manifest,
  keys: Keys,
): Promise<void> {
  const { config, from, migrationsDir, say } = options
  const store = options.openPictures(config)
  if (!config.keysSecret && existsSync(keysFile(config.dataDir))) {
    throw new BackupError(
      `DATA_DIR: ${config.dataDir} already contains a site's keys. A backup can only be restored into an empty folder`,
    )
  }
  await requireNoPictures(store, from)
  await fillServer(databaseUrl, async (db) => {
    await restoreRows(db, { root: from, manifest, migrationsDir, hold: true, say })
    await undoOnFailure(
      async () => {
        await storePictures(options, store, manifest)
        if (config.keysSecret) await createSealedKeys(db, config.keysSecret, keys)
        else await createKeys(keysFile(config.dataDir), keys)
      },
      () => removePictures(store, from),
    )
  })
}

/** Empties the database again if the work fails. */
export async function fillServer(databaseUrl: string, work: (db: Database) => Promise<void>): Promise<void> {
  const db = await openPostgres({ connectionString: databaseUrl, maxConnections: 3 })
  try {
    await requireEmptyDatabase(db)
    await undoOnFailure(
      () => work(db),
      () => emptyDatabase(db),
    )
  } finally {
    await db.close()
  }
}

async function undoOnFailure(work: () => Promise<void>, undo: () => Promise<void>): Promise<void> {
  try {
    await work()
  } catch (error) {
    await undo().catch((second: unknown) => {
      const advice = `the partial restore could not be undone (${messageOf(second)}), so remove it yourself`
      throw new BackupError(`${messageOf(error)}; ${advice}`, { cause: error })
    })
    throw error
  }
}

const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error))

async function requireEmptyFolder(dataDir: string): Promise<void> {
  for (const name of ['database', 'keys.json']) {
    if (await lstat(join(dataDir, name)).catch(() => null)) {
      throw new BackupError(
        `DATA_DIR: ${dataDir} already contains a site. A backup can only be restored into an empty folder`,
      )
    }
  }
  const pictures = await readdir(join(dataDir, 'pictures')).catch(() => [])
  if (pictures.length > 0) {
    throw new BackupError(
      `DATA_DIR: ${dataDir} already contains pictures. A backup can only be restored into an empty folder`,
    )
  }
}

/** Checks the store itself, because it may be outside DATA_DIR. */
async function requireNoPictures(store: PictureStore, from: string): Promise<void> {
  const buckets = new Set<string>([VEHICLE_BUCKET])
  for await (const { key } of readPictureList(from)) buckets.add(key.slice(0, key.indexOf('/')))
  for (const bucket of buckets) {
    for await (const { key } of store.list(`${bucket}/`)) {
      throw new BackupError(
        `The storage already contains pictures (${key}). A backup can only be restored into empty storage`,
      )
    }
  }
}

async function storePictures({ from, say }: RestoreOptions, store: PictureStore, manifest: Manifest): Promise<void> {
  if (manifest.installation) await markFolder(store, manifest.installation)
  await restorePictures(from, store, (count) => {
    if (count % 1000 < 4 || count === manifest.pictures.count) say(`${count} of ${manifest.pictures.count} pictures`)
  })
}

async function removePictures(store: PictureStore, from: string): Promise<void> {
  for await (const entries of batchesOf(readPictureList(from), 500)) await store.remove(entries.map(({ key }) => key))
  await store.remove([INSTALLATION_KEY])
}
