// `npm run restore` and the half of `npm run move-to-postgres` that fills the server: a site out of a backup, in a place that is
// empty. What cannot be finished is taken away again.

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
  /** Where the pictures of a site with this configuration are. */
  openPictures(config: Config): PictureStore
  /** A new embedded database; tests begin with a migrated one. */
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
    throw new BackupError(`The backup is not sound: ${KEYS} holds no keys`)
  }
}

/** Put together beside its place, so that a site is there as a whole or not at all. */
async function restoreToFolder(options: RestoreOptions, manifest: Manifest, keys: Keys): Promise<void> {
  const { config, from, migrationsDir, say } = options
  const { dataDir } = config
  await requireEmptyFolder(dataDir)
  const store = options.openPictures({ ...config, dataDir: join(dataDir, STAGE) })
  const stage = join(dataDir, STAGE)
  const lock = await lockFolder(stage)
  try {
    // A restore that was killed has left it; the lock says that none is under way.
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
        await putPictures(options, store, manifest)
        await createKeys(keysFile(stage), keys)
        await requireEmptyFolder(dataDir)
        // The database last: without it there is no site yet.
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
      `DATA_DIR: there are keys of a site in ${config.dataDir}: a backup is restored into an empty place only`,
    )
  }
  await requireNoPictures(store, from)
  await fillServer(databaseUrl, async (db) => {
    await restoreRows(db, { root: from, manifest, migrationsDir, hold: true, say })
    await undoOnFailure(
      async () => {
        await putPictures(options, store, manifest)
        if (config.keysSecret) await createSealedKeys(db, config.keysSecret, keys)
        else await createKeys(keysFile(config.dataDir), keys)
      },
      () => removePictures(store, from),
    )
  })
}

/** An empty database is as empty again when the work fails. */
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
      const what = `what had been done could not be taken back (${messageOf(second)}), so empty the place by hand`
      throw new BackupError(`${messageOf(error)}; ${what}`, { cause: error })
    })
    throw error
  }
}

const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error))

async function requireEmptyFolder(dataDir: string): Promise<void> {
  for (const name of ['database', 'keys.json']) {
    if (await lstat(join(dataDir, name)).catch(() => null)) {
      throw new BackupError(
        `DATA_DIR: there is a site in ${dataDir} already: a backup is restored into an empty place only`,
      )
    }
  }
  const pictures = await readdir(join(dataDir, 'pictures')).catch(() => [])
  if (pictures.length > 0) {
    throw new BackupError(
      `DATA_DIR: there are pictures in ${dataDir} already: a backup is restored into an empty place only`,
    )
  }
}

/** Asked of the store, because that may be anywhere. */
async function requireNoPictures(store: PictureStore, from: string): Promise<void> {
  const buckets = new Set<string>([VEHICLE_BUCKET])
  for await (const { key } of readPictureList(from)) buckets.add(key.slice(0, key.indexOf('/')))
  for (const bucket of buckets) {
    for await (const { key } of store.list(`${bucket}/`)) {
      throw new BackupError(
        `There are pictures already where they should go (${key}): a backup is restored into an empty place only`,
      )
    }
  }
}

async function putPictures({ from, say }: RestoreOptions, store: PictureStore, manifest: Manifest): Promise<void> {
  if (manifest.installation) await markFolder(store, manifest.installation)
  await restorePictures(from, store, (count) => {
    if (count % 1000 < 4 || count === manifest.pictures.count) say(`${count} of ${manifest.pictures.count} pictures`)
  })
}

async function removePictures(store: PictureStore, from: string): Promise<void> {
  for await (const entries of batchesOf(readPictureList(from), 500)) await store.remove(entries.map(({ key }) => key))
  await store.remove([INSTALLATION_KEY])
}
