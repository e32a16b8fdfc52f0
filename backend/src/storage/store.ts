// Uploads, moves, copies and removes objects. The row and the file change together.

import { createHash } from 'node:crypto'
import { MAX_UPLOAD_BYTES } from '../../../supabase/functions/_shared/picture-uploads.ts'
import { BRAND_BUCKET } from '../../../supabase/functions/_shared/picture-variants.ts'
import { asRole } from '../db/as-role.ts'
import { type Caller, type Database, type Queryable, SERVICE } from '../db/database.ts'
import { type Bucket, isPictureBucket, type KnownBuckets, requireType } from './buckets.ts'
import { type Trash, trashKey } from './cleanup/trash.ts'
import type { DiskWatch } from './drivers/disk-watch.ts'
import type { StorageDriver } from './drivers/driver.ts'
import { StorageError } from './errors.ts'
import { assignInstallationId } from './installation.ts'
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
  queueEncoding: EncodeQueue
  watchDisk: DiskWatch
  locks: ObjectLocks
  trash: Trash
  /** Called with the keys of replaced files, so that the variants made from them are removed. */
  onChanged(keys: readonly string[]): Promise<void>
}

export interface Upload extends ObjectName {
  mayReplace: boolean
}

export interface SavedObject {
  id: string
  /** Shown while a picture loads. Empty for a document. */
  placeholder: string
}

export interface Copy {
  from: ObjectName
  to: Upload
  /** Replaces the source's metadata, if given. */
  userMetadata: Record<string, unknown> | null | undefined
  metadata: Partial<Pick<ObjectMetadata, 'cacheControl' | 'mimetype'>>
}

export type Store = ReturnType<typeof createStore>

export function createStore(deps: StoreDeps) {
  const { db, driver, buckets, queueEncoding, watchDisk, locks, trash, onChanged } = deps
  const ensureInstallationId = onceAssigned({ db, driver })

  /** Checks the policies before any bytes are read, using an insert that is rolled back. */
  async function requireMayUpload(caller: Caller, upload: Upload): Promise<Bucket> {
    const bucket = await buckets.require(upload.bucket)
    const object: NewObject = { ...upload, metadata: null, userMetadata: null }
    await dryRun(caller, (tx) => saveObject(tx, caller, object, upload.mayReplace))
    return bucket
  }

  /** The encoding counts towards the limit of `network`, which is null for the product's own pictures. */
  async function save(caller: Caller, upload: Upload, body: UploadBody, network: string | null): Promise<SavedObject> {
    const bucket = await buckets.require(upload.bucket)
    const { bytes, contentType, details, placeholder } = isPictureBucket(bucket.id)
      ? await queueEncoding(network, () => preparePictureFor(bucket.id, body))
      : { bytes: body.bytes, contentType: body.declaredType, details: null, placeholder: '' }
    requireType(bucket, contentType)
    const object: NewObject = {
      ...upload,
      metadata: describeBytes(bytes, contentType, body.cacheControl),
      userMetadata: details ? { ...body.userMetadata, ...details } : body.userMetadata,
    }
    const id = await write(caller, object, upload.mayReplace, bytes)
    return { id, placeholder }
  }

  async function write(caller: Caller, object: NewObject, mayReplace: boolean, bytes: Buffer): Promise<string> {
    const key = keyOf(object)
    const saveRow = (tx: Queryable) => saveObject(tx, caller, object, mayReplace)
    const id = await saveFile([object], key, bytes, {
      check: () => dryRun(caller, saveRow),
      commit: () => asRole(db, caller, saveRow),
    })
    if (mayReplace) await onChanged([key])
    return id
  }

  /**
   * Writes the file before the row, so that no row exists without its bytes. A caller who may not use the name, or who
   * is too late to claim it, is refused before a byte is written, and no transaction waits for the file.
   */
  function saveFile<T>(
    held: readonly ObjectName[],
    key: string,
    bytes: Buffer,
    { check, commit }: { check(): Promise<unknown>; commit(): Promise<T> },
  ): Promise<T> {
    return watchDisk(() =>
      locks.withAll(held, async () => {
        await check()
        await requireSettled(driver)
        await ensureInstallationId()
        await driver.write(key, bytes)
        // A move that has started in the meantime may have missed the file.
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
      check: () => dryRun(caller, renameRow),
      async commit() {
        const moved = await asRole(db, caller, renameRow)
        // The file under the old name no longer has a row, so it is never served. It is moved to the trash because a
        // backup in progress may have read the old row.
        await driver.move(keyOf(from), trashKey(keyOf(from))).catch(ignoreUnavailable)
        return moved
      },
    })
    await onChanged([keyOf(from), keyOf(to)])
    return id
  }

  /** Runs the work in a transaction that is rolled back. */
  async function dryRun(caller: Caller, work: (tx: Queryable) => Promise<unknown>): Promise<void> {
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

  /** A file from another bucket must meet the rules of the new bucket. */
  async function requireFits(from: string, to: string, mimetype: string, size: number): Promise<void> {
    const bucket = await buckets.require(to)
    if (isPictureBucket(to) && !isPictureBucket(from)) {
      throw new StorageError('InvalidRequest', 'Pictures can only be added to this bucket by uploading them')
    }
    requireType(bucket, mimetype)
    if (size > maxBytesOf(bucket)) throw new StorageError('EntityTooLarge')
  }

  /** The files are moved to the trash after the commit. If they cannot be reached then, the collector finds them later. */
  async function remove(caller: Caller, bucket: string, names: readonly string[]): Promise<ObjectRow[]> {
    await requireSettled(driver).catch(ignoreUnavailable)
    const removed = await asRole(db, caller, (tx) => removeObjects(tx, bucket, names))
    await trash.put(removed.map(({ name }) => keyOf({ bucket, name }))).catch(ignoreUnavailable)
    return removed
  }

  /** Removes all objects that the caller may remove, in batches, so that other requests do not wait for long. */
  async function empty(caller: Caller, bucket: string): Promise<void> {
    await requireSettled(driver).catch(ignoreUnavailable)
    for (;;) {
      const removed = await asRole(db, caller, (tx) => removeSome(tx, bucket, MAX_OBJECTS_REMOVED))
      if (removed.length === 0) break
      await trash.put(removed.map((name) => keyOf({ bucket, name }))).catch(ignoreUnavailable)
    }
    // There are still objects that the caller may not remove.
    if (await isUsed(db, bucket)) throw new StorageError('AccessDenied')
  }

  return { requireMayUpload, save, copy, move, remove, empty }
}

/** The service, acting for the owner of a signed upload URL. The policies were checked when the URL was signed. */
export const onBehalfOf = (owner: string | undefined): Caller => ({
  ...SERVICE,
  claims: { ...SERVICE.claims, ...(owner !== undefined && { sub: owner }) },
})

function ignoreUnavailable(error: unknown): void {
  if (!(error instanceof StorageError) || error.code !== 'Unavailable') throw error
}

const keyOf = ({ bucket, name }: ObjectName) => `${bucket}/${name}`

export function maxBytesOf({ id, file_size_limit }: Bucket): number {
  const most = isPictureBucket(id) ? MAX_UPLOAD_BYTES : MAX_DOCUMENT_BYTES
  return Math.min(most, file_size_limit ?? most)
}

/** Includes the details that pages need before the picture has loaded. */
async function preparePictureFor(bucket: string, body: UploadBody) {
  const { bytes, contentType, width, height, placeholder } =
    bucket === BRAND_BUCKET && looksLikeSvg(body.bytes)
      ? await prepareSvg(body.bytes)
      : await preparePicture(body.bytes, body.declaredType)
  return { bytes, contentType, placeholder, details: { width, height, placeholder } }
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

/** Assigns the id once per process, and tries again after a failure. */
function onceAssigned(deps: { db: Database; driver: StorageDriver }): () => Promise<void> {
  let assigning: Promise<void> | undefined
  return () => {
    assigning ??= assignInstallationId(deps).catch((error) => {
      assigning = undefined
      throw error
    })
    return assigning
  }
}
