// Uploading, moving, copying and removing: the row and the file change together.

import { createHash } from 'node:crypto'
import { BRAND_BUCKET, MAX_UPLOAD_BYTES } from '../../../supabase/functions/_shared/picture-variants.ts'
import { asRole } from '../db/as-role.ts'
import { type Caller, type Database, type Queryable, SERVICE } from '../db/database.ts'
import { type Bucket, isPictureBucket, type KnownBuckets, requireType } from './buckets.ts'
import { type Trash, trashKey } from './cleanup/trash.ts'
import type { DiskWatch } from './drivers/disk-watch.ts'
import type { StorageDriver } from './drivers/driver.ts'
import { StorageError } from './errors.ts'
import { meetFolder } from './installation.ts'
import { MAX_DOCUMENT_BYTES, MAX_OBJECTS_REMOVED } from './limits.ts'
import type { ObjectLocks } from './locks.ts'
import { requireSettled } from './moving/move-mark.ts'
import {
  findObject,
  isUsed,
  type NewObject,
  type ObjectMetadata,
  type ObjectName,
  type ObjectRow,
  removeObjects,
  removeSome,
  renameObject,
  saveObject,
} from './objects.ts'
import type { EncodeQueue } from './pictures/encode-queue.ts'
import { preparePicture, prepareSvg } from './pictures/picture.ts'
import { looksLikeSvg } from './pictures/safe-svg.ts'
import type { UploadBody } from './routes/upload-body.ts'

export interface StoreDeps {
  db: Database
  driver: StorageDriver
  buckets: KnownBuckets
  encodeInTurn: EncodeQueue
  watchDisk: DiskWatch
  names: ObjectLocks
  trash: Trash
  /** Called with the keys of files that are replaced, so that nothing made from them stays. */
  onChanged(keys: readonly string[]): Promise<void>
}

export interface Upload extends ObjectName {
  mayReplace: boolean
}

export interface SavedObject {
  id: string
  /** Of a vehicle's picture: what is shown while it loads. */
  placeholder: string
}

export interface Copy {
  from: ObjectName
  to: Upload
  /** In place of the source's. */
  userMetadata: Record<string, unknown> | null | undefined
  metadata: Partial<Pick<ObjectMetadata, 'cacheControl' | 'mimetype'>>
}

export type Store = ReturnType<typeof createStore>

export function createStore(deps: StoreDeps) {
  const { db, driver, buckets, encodeInTurn, watchDisk, names, trash, onChanged } = deps
  const met = createMeeting({ db, driver })

  /** Asks the policies before a byte is read, by an insert that is taken back. */
  async function requireMayUpload(caller: Caller, upload: Upload): Promise<Bucket> {
    const bucket = await buckets.require(upload.bucket)
    const object: NewObject = { ...upload, metadata: null, userMetadata: null }
    await takenBack(caller, (tx) => saveObject(tx, caller, object, upload.mayReplace))
    return bucket
  }

  /** `network` is whose turn it takes; none for a picture of our own. */
  async function save(caller: Caller, upload: Upload, body: UploadBody, network: string | null): Promise<SavedObject> {
    const bucket = await buckets.require(upload.bucket)
    const { bytes, contentType, marks, placeholder } = isPictureBucket(bucket.id)
      ? await encodeInTurn(network, () => preparePictureFor(bucket.id, body))
      : { bytes: body.bytes, contentType: body.declaredType, marks: null, placeholder: '' }
    requireType(bucket, contentType)
    const object: NewObject = {
      ...upload,
      metadata: describeBytes(bytes, contentType, body.cacheControl),
      userMetadata: marks ? { ...body.userMetadata, ...marks } : body.userMetadata,
    }
    const id = await write(caller, object, upload.mayReplace, bytes)
    return { id, placeholder }
  }

  async function write(caller: Caller, object: NewObject, mayReplace: boolean, bytes: Buffer): Promise<string> {
    const key = keyOf(object)
    const saveRow = (tx: Queryable) => saveObject(tx, caller, object, mayReplace)
    const id = await saveFile([object], key, bytes, {
      ask: () => takenBack(caller, saveRow),
      commit: () => asRole(db, caller, saveRow),
    })
    if (mayReplace) await onChanged([key])
    return id
  }

  /**
   * The file before the row: no row without its bytes. Whoever may not have the name, or comes second, hears it before a byte
   * is written; no transaction waits for the file.
   */
  function saveFile<T>(
    held: readonly ObjectName[],
    key: string,
    bytes: Buffer,
    { ask, commit }: { ask(): Promise<unknown>; commit(): Promise<T> },
  ): Promise<T> {
    return watchDisk(() =>
      names.withAll(held, async () => {
        await ask()
        await requireSettled(driver)
        await met()
        await driver.write(key, bytes)
        // A move that began meanwhile may have missed the file.
        await requireSettled(driver)
        return commit()
      }),
    ).catch((error: unknown) => {
      throw error instanceof StorageError && error.code === 'Unavailable' ? new StorageError('NotSaved') : error
    })
  }

  async function copy(caller: Caller, { from, to, userMetadata, metadata }: Copy): Promise<ObjectRow> {
    const source = await requireSource(caller, from)
    const described = isPictureBucket(to.bucket) ? { ...metadata, mimetype: undefined } : metadata
    const changed = {
      mimetype: described.mimetype ?? source.metadata?.mimetype ?? 'application/octet-stream',
      cacheControl: described.cacheControl ?? source.metadata?.cacheControl ?? 'no-cache',
    }
    await requireFits(from.bucket, to.bucket, changed.mimetype, source.metadata?.size ?? 0)
    if (keyOf(from) === keyOf(to) && !to.mayReplace) throw new StorageError('KeyAlreadyExists')
    const bytes = await readSource(from)
    const object: NewObject = {
      ...to,
      metadata: describeBytes(bytes, changed.mimetype, changed.cacheControl),
      userMetadata: userMetadata === undefined ? source.user_metadata : userMetadata,
    }
    await write(caller, object, to.mayReplace, bytes)
    return (await findObject(db, to.bucket, to.name)) as ObjectRow
  }

  async function move(caller: Caller, from: ObjectName, to: ObjectName): Promise<string> {
    const source = await requireSource(caller, from)
    await requireFits(from.bucket, to.bucket, source.metadata?.mimetype ?? '', source.metadata?.size ?? 0)
    if (keyOf(from) === keyOf(to)) throw new StorageError('KeyAlreadyExists')
    const bytes = await readSource(from)
    const renameRow = async (tx: Queryable) => {
      const moved = await renameObject(tx, from, to)
      if (moved === null) throw new StorageError('AccessDenied')
      return moved
    }
    const id = await saveFile([from, to], keyOf(to), bytes, {
      ask: () => takenBack(caller, renameRow),
      async commit() {
        const moved = await asRole(db, caller, renameRow)
        // What stays under the old name has no row, and nobody is shown it. It goes to the trash as everything does: a
        // backup that is being made may have read the row before.
        await driver.move(keyOf(from), trashKey(keyOf(from))).catch(unlessAway)
        return moved
      },
    })
    await onChanged([keyOf(from), keyOf(to)])
    return id
  }

  /** A transaction that leaves nothing behind. */
  async function takenBack(caller: Caller, work: (tx: Queryable) => Promise<unknown>): Promise<void> {
    const done = new Error('done')
    await asRole(db, caller, async (tx) => {
      await work(tx)
      throw done
    }).catch((error) => {
      if (error !== done) throw error
    })
  }

  async function requireSource(caller: Caller, { bucket, name }: ObjectName): Promise<ObjectRow> {
    const source = await asRole(db, caller, (tx) => findObject(tx, bucket, name), { readOnly: true })
    if (!source) throw new StorageError('NoSuchKey')
    return source
  }

  async function readSource(from: ObjectName): Promise<Buffer> {
    if (!(await driver.find(keyOf(from)))) throw new StorageError('NoSuchKey')
    return driver.read(keyOf(from))
  }

  /** A file that comes from another bucket keeps the rules of its new one. */
  async function requireFits(from: string, to: string, mimetype: string, size: number): Promise<void> {
    const bucket = await buckets.require(to)
    if (isPictureBucket(to) && !isPictureBucket(from)) {
      throw new StorageError('InvalidRequest', 'Pictures get into this bucket by an upload alone, which proves them')
    }
    requireType(bucket, mimetype)
    if (size > maxBytesOf(bucket)) throw new StorageError('EntityTooLarge')
  }

  /** The files go to the trash after the commit; when they cannot be reached, the collector finds them. */
  async function remove(caller: Caller, bucket: string, names: readonly string[]): Promise<ObjectRow[]> {
    await requireSettled(driver).catch(unlessAway)
    const removed = await asRole(db, caller, (tx) => removeObjects(tx, bucket, names))
    await trash.put(removed.map(({ name }) => keyOf({ bucket, name }))).catch(unlessAway)
    return removed
  }

  /** All that the caller may remove, so many at a time that nobody waits for long. */
  async function empty(caller: Caller, bucket: string): Promise<void> {
    await requireSettled(driver).catch(unlessAway)
    for (;;) {
      const removed = await asRole(db, caller, (tx) => removeSome(tx, bucket, MAX_OBJECTS_REMOVED))
      if (removed.length === 0) break
      await trash.put(removed.map((name) => keyOf({ bucket, name }))).catch(unlessAway)
    }
    // Nobody is told that it is empty when it only looks so.
    if (await isUsed(db, bucket)) throw new StorageError('AccessDenied')
  }

  return { requireMayUpload, save, copy, move, remove, empty }
}

/** On behalf of whoever signed an upload for somebody else: the policies were asked then. */
export const onBehalfOf = (owner: string | undefined): Caller => ({
  ...SERVICE,
  claims: { ...SERVICE.claims, ...(owner !== undefined && { sub: owner }) },
})

function unlessAway(error: unknown): void {
  if (!(error instanceof StorageError) || error.code !== 'Unavailable') throw error
}

const keyOf = ({ bucket, name }: ObjectName) => `${bucket}/${name}`

export function maxBytesOf({ id, file_size_limit }: Bucket): number {
  const most = isPictureBucket(id) ? MAX_UPLOAD_BYTES : MAX_DOCUMENT_BYTES
  return Math.min(most, file_size_limit ?? most)
}

/** With what pages want to know of a picture before it is there. */
async function preparePictureFor(bucket: string, body: UploadBody) {
  const { bytes, contentType, width, height, placeholder } =
    bucket === BRAND_BUCKET && looksLikeSvg(body.bytes)
      ? await prepareSvg(body.bytes)
      : await preparePicture(body.bytes, body.declaredType)
  return { bytes, contentType, placeholder, marks: { width, height, placeholder } }
}

const describeBytes = (bytes: Buffer, mimetype: string, cacheControl: string): ObjectMetadata => ({
  eTag: `"${createHash('md5').update(bytes).digest('hex')}"`,
  size: bytes.length,
  mimetype,
  cacheControl,
  lastModified: new Date().toISOString(),
  contentLength: bytes.length,
  httpStatusCode: 200,
})

/** Once a process, and again after it failed. */
function createMeeting(deps: { db: Database; driver: StorageDriver }): () => Promise<void> {
  let meeting: Promise<void> | undefined
  return () => {
    meeting ??= meetFolder(deps).catch((error) => {
      meeting = undefined
      throw error
    })
    return meeting
  }
}
