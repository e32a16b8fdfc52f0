// Makes a backup: first a snapshot of the rows, then the pictures they name, then the manifest. The backup has a
// temporary name until it is complete and on the disk.

import { randomBytes } from 'node:crypto'
import { chmod, mkdir, readdir, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Queryable } from '../db/database.ts'
import { OWNER_FOLDER, readChunks, splitLines, syncFolder, writeSafely } from './files.ts'
import {
  BackupError,
  FORMAT,
  folderName,
  isUnfinished,
  KEYS,
  MANIFEST,
  MANIFEST_SUM,
  type Manifest,
  type SequenceEntry,
  type TableEntry,
} from './format.ts'
import { type FreeBytes, requireFreeSpace } from './free-space.ts'
import { copyPictures, type PictureSource, writeKeys } from './pictures.ts'
import { findBackups } from './prune.ts'
import { writeTable } from './rows.ts'
import { databaseBytes } from './snapshot.ts'
import { readSequences, readTables } from './tables.ts'

export interface BackupDeps {
  engine: Manifest['engine']
  /** Runs `work` on a consistent snapshot, which is not affected by writes in the meantime. */
  readSnapshot<T>(work: (tx: Queryable) => Promise<T>): Promise<T>
  /** Null means that pictures are left out. */
  pictures: PictureSource | null
  /** The text of keys.json. */
  keys: string
  version: string
  onProgress?(line: string): void
  /** Called from time to time. Fails if another process has taken over. */
  extendLease?(): Promise<void>
  /** If this is not given, free space is not checked. */
  freeBytes?: FreeBytes
}

export interface MadeBackup {
  folder: string
  name: string
  manifest: Manifest
  /** The size of all files in the backup, including those it shares with the previous backup. */
  bytes: number
}

const KEY_LIST = 'keys-of-pictures'
const DAY_MS = 86_400_000

export async function makeBackup(deps: BackupDeps, directory: string, now = new Date()): Promise<MadeBackup> {
  await mkdir(directory, { recursive: true, mode: OWNER_FOLDER })
  await removeLeftovers(directory, new Date(now.getTime() - DAY_MS))
  const partial = join(directory, `.${folderName(now)}-${randomBytes(4).toString('hex')}.partial`)
  await mkdir(partial, { mode: OWNER_FOLDER })
  try {
    const manifest = await fill(deps, partial, await findPrevious(directory))
    await writeManifest(partial, manifest)
    await syncAll(partial)
    await deps.extendLease?.()
    const name = await takeName(directory, partial, now)
    return { folder: join(directory, name), name, manifest, bytes: sizeOf(manifest) }
  } catch (error) {
    await rm(partial, { recursive: true, force: true })
    throw error
  }
}

/** Removes what interrupted backups have left behind. */
async function removeLeftovers(directory: string, before: Date): Promise<void> {
  for (const name of await readdir(directory)) {
    if (!isUnfinished(name)) continue
    const info = await stat(join(directory, name)).catch(() => null)
    if (info && info.mtime < before) await rm(join(directory, name), { recursive: true, force: true })
  }
}

interface Previous {
  root: string
  manifest: Manifest
}

async function findPrevious(directory: string): Promise<Previous | null> {
  const [newest] = await findBackups(directory)
  return newest ? { root: join(directory, newest.name), manifest: newest.manifest } : null
}

async function fill(deps: BackupDeps, root: string, previous: Previous | null): Promise<Manifest> {
  const { engine, version, pictures, onProgress, extendLease, freeBytes } = deps
  const requireSpace = async (bytes: number) => freeBytes && requireFreeSpace(freeBytes, root, bytes)
  const { pictureBytes, ...rows } = await deps.readSnapshot(async (tx) => {
    const estimate = previous ? 2 * sizeOfRows(previous.manifest) : await databaseBytes(tx)
    await requireSpace(estimate)
    const read = await readRows(tx, root, onProgress, () => requireSpace(0))
    if (pictures) await writeKeys(tx, root, KEY_LIST, pictures.isKey)
    return { ...read, pictureBytes: pictures ? await sumPictures(tx) : 0 }
  })
  const keys = await writeSafely(root, KEYS, toChunks(deps.keys))
  await extendLease?.()
  // Pictures in this site's previous backup are linked and take no extra space.
  const isOurs = previous?.manifest.installation === rows.installation
  await requireSpace(Math.max(0, pictureBytes - (isOurs ? (previous?.manifest.pictures.totalBytes ?? 0) : 0)))
  const copied = await copyPictures(
    pictures ?? NO_PICTURES,
    root,
    pictures ? readKeys(root) : toChunks(),
    previous?.root ?? null,
    async (count) => {
      await requireSpace(0)
      if (count % 1000 > 3) return
      if (count > 0) onProgress?.(`${count} pictures`)
      await extendLease?.()
    },
  )
  await rm(join(root, KEY_LIST), { force: true })
  return { format: FORMAT, product: 'forecourt', version, engine, ...rows, pictures: copied, keys }
}

const NO_PICTURES: PictureSource = {
  store: { find: async () => null, open: async () => new ReadableStream() },
  trashKey: (key) => key,
  isKey: () => false,
}

async function* readKeys(root: string): AsyncGenerator<string> {
  for await (const line of splitLines(readChunks(root, KEY_LIST), KEY_LIST)) yield JSON.parse(line) as string
}

async function sumPictures(tx: Queryable): Promise<number> {
  const { rows } = await tx.query<{ bytes: number }>(
    `select coalesce(sum((metadata ->> 'size')::numeric), 0)::float8 as bytes
     from storage.objects where jsonb_typeof(metadata -> 'size') = 'number'`,
  )
  return rows[0]?.bytes ?? 0
}

async function readRows(
  tx: Queryable,
  root: string,
  onProgress: BackupDeps['onProgress'],
  beforeTable: () => Promise<unknown>,
) {
  const { rows: facts } = await tx.query<{ made: string; installation: string | null }>(
    `select to_char(now() at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as made,
       (select id from storage.installation) as installation`,
  )
  const { rows: migrations } = await tx.query<{ name: string; checksum: string }>(
    'select name, checksum from forecourt.migrations order by name',
  )
  const tables: TableEntry[] = []
  for (const table of await readTables(tx)) {
    await beforeTable()
    tables.push(await writeTable(tx, table, root))
    const { rows } = tables.at(-1) as TableEntry
    if (rows > 0) onProgress?.(`${table.schema}.${table.name}: ${rows} rows`)
  }
  // Read the sequences after the rows, because they are not part of the snapshot and must never be behind the rows.
  const sequences: SequenceEntry[] = []
  for (const { schema, name, sql } of await readSequences(tx)) {
    const { rows } = await tx.query<{ value: string; isCalled: boolean }>(
      `select last_value::text as value, is_called as "isCalled" from ${sql}`,
    )
    if (rows[0]) sequences.push({ schema, name, ...rows[0] })
  }
  return { madeAt: facts[0]?.made ?? '', installation: facts[0]?.installation ?? null, migrations, tables, sequences }
}

async function writeManifest(root: string, manifest: Manifest): Promise<void> {
  const { sha256 } = await writeSafely(root, MANIFEST, toChunks(`${JSON.stringify(manifest, null, 1)}\n`))
  await writeSafely(root, MANIFEST_SUM, toChunks(`${sha256}  ${MANIFEST}\n`))
}

/** The files are already on the disk. Syncing the folders makes their names durable. */
async function syncAll(root: string): Promise<void> {
  for (const entry of await readdir(root, { withFileTypes: true })) {
    if (entry.isDirectory()) await syncAll(join(root, entry.name))
  }
  await syncFolder(root)
}

/** If the name is taken, the next second is used. */
async function takeName(directory: string, partial: string, now: Date): Promise<string> {
  for (let seconds = 0; seconds < 60; seconds++) {
    const name = folderName(new Date(now.getTime() + seconds * 1000))
    if (await stat(join(directory, name)).catch(() => null)) continue
    await rename(partial, join(directory, name))
    await chmod(join(directory, name), OWNER_FOLDER)
    await syncFolder(directory)
    return name
  }
  throw new BackupError(`${directory} has too many backups from this minute`)
}

const sizeOfRows = ({ tables }: Manifest) => tables.reduce((sum, { bytes }) => sum + bytes, 0)
const sizeOf = (manifest: Manifest) =>
  sizeOfRows(manifest) + manifest.pictures.bytes + manifest.pictures.totalBytes + manifest.keys.bytes

async function* toChunks(...texts: string[]): AsyncGenerator<string> {
  yield* texts
}
