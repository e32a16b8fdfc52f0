// Copies pictures into and out of a backup. The rows are read before the files that they name. A file is written before
// its row is committed, so every file named in a row exists. A file that is removed in the meantime is kept in the
// trash for a month and can be found there. Each picture is stored under its checksum. Pictures already in the previous
// backup are linked and take no extra space.

import { createHash, randomBytes } from 'node:crypto'
import { link, mkdir, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { PUBLIC_OBJECTS } from '../../../supabase/functions/_shared/picture-variants.ts'
import type { Queryable } from '../db/database.ts'
import { checkFile, OWNER_FOLDER, readChunks, readSmallFile, splitLines, writeSafely } from './files.ts'
import { BackupError, PICTURE_LIST, PictureEntry, pictureFile } from './format.ts'

interface FoundPicture {
  key: string
  size: number
  modifiedAt: Date
  /** Changes whenever the bytes change. */
  state: string
}

/** The part of a storage driver that backups use. */
export interface PictureStore {
  find(key: string): Promise<FoundPicture | null>
  open(file: FoundPicture): Promise<ReadableStream<Uint8Array>>
  read(key: string): Promise<Buffer>
  write(key: string, bytes: Uint8Array): Promise<void>
  remove(keys: readonly string[]): Promise<void>
  list(prefix: string): AsyncIterable<{ key: string }>
}

export interface PictureSource {
  store: Pick<PictureStore, 'find' | 'open'>
  /** The key under which a recently removed file is kept in the trash. */
  trashKey(key: string): string
  isKey(key: string): boolean
}

const AT_ONCE = 4
/** Larger than the largest upload allowed. */
const MAX_PICTURE_BYTES = 64 * 1024 * 1024

/**
 * All files named in rows: objects, removed objects that a vehicle still uses, and vehicle pictures without an object
 * row.
 */
const KEYS = `
  select key from (
    select bucket_id || '/' || name as key from storage.objects
    union select bucket_id || '/' || name from storage.removed_objects where is_wanted
    union select replace(substr(image_url, length('${PUBLIC_OBJECTS}') + 1), '%20', ' ') from public.vehicle_images
      where image_url like '${PUBLIC_OBJECTS}%'
  ) as named where key is not null order by key collate "C"`

/** Must run in a transaction. The keys are written to a file, because there may be very many. */
export async function writeKeys(
  tx: Queryable,
  root: string,
  name: string,
  isKey: (key: string) => boolean,
): Promise<void> {
  async function* lines() {
    await tx.query(`declare backup_keys no scroll cursor for ${KEYS}`)
    for (;;) {
      const { rows } = await tx.query<{ key: string }>('fetch 1000 from backup_keys')
      yield rows.flatMap(({ key }) => (isKey(key) ? `${JSON.stringify(key)}\n` : [])).join('')
      if (rows.length < 1000) break
    }
    await tx.query('close backup_keys')
  }
  await writeSafely(root, name, lines())
}

export interface CopiedPictures {
  bytes: number
  sha256: string
  count: number
  missing: number
  totalBytes: number
}

export async function copyPictures(
  { store, trashKey }: PictureSource,
  root: string,
  keys: AsyncIterable<string>,
  previous: string | null,
  onCopied: (count: number) => Promise<void>,
): Promise<CopiedPictures> {
  const lookup = previous ? createLookup(previous) : null
  const total = { count: 0, missing: 0, totalBytes: 0 }

  /** A file may be moved to the trash or back during the search, so the first place is tried twice. */
  async function copy(key: string): Promise<PictureEntry | null> {
    const earlier = await lookup?.find(key)
    for (const place of [key, trashKey(key), key]) {
      const found = await store.find(place)
      if (!found) continue
      const { state, size } = found
      const isSame = earlier?.size === size && earlier.state === state
      if (previous && earlier && isSame && (await linkPicture(previous, root, earlier))) return earlier
      const copied = await copyPicture(store, found, root).catch(onlyMissing)
      if (copied) return { key, size: copied.bytes, sha256: copied.sha256, state }
    }
    return null
  }

  async function* lines() {
    for await (const batch of batchesOf(keys, AT_ONCE)) {
      // Keep the order of the list, because the lookup reads the previous list in the same order.
      const copied = await Promise.all(batch.map(copy))
      for (const entry of copied) {
        if (!entry) total.missing += 1
        else {
          total.count += 1
          total.totalBytes += entry.size
          yield `${JSON.stringify(entry)}\n`
        }
      }
      await onCopied(total.count)
    }
  }
  try {
    return { ...(await writeSafely(root, PICTURE_LIST, lines())), ...total }
  } finally {
    await lookup?.close()
  }
}

/**
 * Both lists are in the same order, so one pass through the older list is enough, and only one line at a time is held
 * in memory.
 */
function createLookup(previous: string) {
  const entries = readPictureList(previous)
  let current: IteratorResult<PictureEntry, unknown> | null = null
  let last: Promise<unknown> = Promise.resolve()
  const next = async (key: string): Promise<PictureEntry | null> => {
    const wanted = Buffer.from(key)
    current ??= await entries.next()
    while (!current.done && Buffer.compare(Buffer.from(current.value.key), wanted) < 0) current = await entries.next()
    return !current.done && current.value.key === key ? current.value : null
  }
  return {
    find(key: string): Promise<PictureEntry | null> {
      const entry = last.then(() => next(key)).catch(() => null)
      last = entry
      return entry
    },
    close: () => entries.return(undefined),
  }
}

/** Checks the previous copy before linking it, because a disk may have damaged it. */
async function linkPicture(previous: string, root: string, { sha256, size }: PictureEntry): Promise<boolean> {
  const name = pictureFile(sha256)
  try {
    await checkFile(previous, name, { bytes: size, sha256 })
    await mkdir(dirname(join(root, name)), { recursive: true, mode: OWNER_FOLDER })
    await link(join(previous, name), join(root, name)).catch(unlessExists)
    return true
  } catch {
    return false
  }
}

async function copyPicture(store: PictureSource['store'], found: FoundPicture, root: string) {
  const incoming = `pictures/incoming-${randomBytes(8).toString('hex')}`
  try {
    const stream = await store.open(found)
    const written = await writeSafely(root, incoming, stream as unknown as AsyncIterable<Uint8Array>)
    const place = join(root, pictureFile(written.sha256))
    await mkdir(dirname(place), { recursive: true, mode: OWNER_FOLDER })
    await rename(join(root, incoming), place)
    return written
  } catch (error) {
    await rm(join(root, incoming), { force: true })
    throw error
  }
}

export async function* readPictureList(root: string): AsyncGenerator<PictureEntry> {
  for await (const line of splitLines(readChunks(root, PICTURE_LIST), PICTURE_LIST)) {
    const entry = PictureEntry.safeParse(parseJson(line))
    if (!entry.success) throw new BackupError(`The backup is invalid: ${PICTURE_LIST} has a malformed line`)
    yield entry.data
  }
}

/** Reads each picture back after writing it, to make sure that it arrived unchanged. */
export async function restorePictures(
  root: string,
  store: PictureStore,
  onRestored: (count: number) => void,
): Promise<void> {
  let count = 0
  for await (const batch of batchesOf(readPictureList(root), AT_ONCE)) {
    await Promise.all(batch.map((entry) => restorePicture(root, store, entry)))
    count += batch.length
    onRestored(count)
  }
}

async function restorePicture(root: string, store: PictureStore, { key, sha256 }: PictureEntry): Promise<void> {
  const bytes = await readSmallFile(root, pictureFile(sha256), MAX_PICTURE_BYTES)
  if (sumOf(bytes) !== sha256) throw new BackupError(`The backup is damaged: the picture ${key} has changed`)
  await store.write(key, bytes)
  if (sumOf(await store.read(key)) !== sha256)
    throw new BackupError(`The picture ${key} was not stored correctly. The stored copy differs from the original`)
}

const sumOf = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')

export async function* batchesOf<T>(items: AsyncIterable<T>, size: number): AsyncGenerator<T[]> {
  let batch: T[] = []
  for await (const item of items) {
    batch.push(item)
    if (batch.length < size) continue
    yield batch
    batch = []
  }
  if (batch.length > 0) yield batch
}

function parseJson(line: string): unknown {
  try {
    return JSON.parse(line)
  } catch {
    return null
  }
}

function onlyMissing(error: unknown): null {
  // The file system's and S3's error codes for a missing file.
  if (['ENOENT', 'ENOTDIR', 'NoSuchKey'].includes((error as NodeJS.ErrnoException).code ?? '')) return null
  throw error
}

function unlessExists(error: unknown): void {
  if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
}
