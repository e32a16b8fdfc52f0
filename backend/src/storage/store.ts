// Uploading and removing: the row and the file change together.

import { createHash } from 'node:crypto'
import { asRole } from '../db/as-role.ts'
import type { Caller, Database } from '../db/database.ts'
import type { DiskWatch } from './disk-watch.ts'
import type { StorageDriver } from './driver.ts'
import { StorageError } from './errors.ts'
import type { Gate } from './gate.ts'
import { meetFolder } from './installation.ts'
import { type Bucket, findBucket, type NewObject, type ObjectRow, removeObjects, saveObject } from './objects.ts'
import { preparePicture } from './picture.ts'
import type { Trash } from './trash.ts'
import type { UploadBody } from './upload-body.ts'

export interface StoreDeps {
  db: Database
  driver: StorageDriver
  maxBytes: number
  encodeInTurn: Gate
  watchDisk: DiskWatch
  trash: Trash
  /** Called with the keys of files that are replaced, so that nothing made from them stays. */
  onChanged(keys: readonly string[]): Promise<void>
}

export interface Upload {
  bucket: string
  name: string
  mayReplace: boolean
}

export interface SavedPicture {
  id: string
  placeholder: string
}

export type Store = ReturnType<typeof createStore>

export function createStore({ db, driver, maxBytes, encodeInTurn, watchDisk, trash, onChanged }: StoreDeps) {
  const met = createMeeting({ db, driver })

  /** Asks the policies before a byte is read, by an insert that is taken back. */
  async function requireMayUpload(caller: Caller, upload: Upload): Promise<{ maxBytes: number }> {
    const asked = new Error('asked')
    let bucket: Bucket | null = null
    const object: NewObject = { ...upload, metadata: null, userMetadata: null }
    await asRole(db, caller, async (tx) => {
      bucket = await findBucket(tx, upload.bucket)
      if (!bucket) throw new StorageError('NoSuchBucket')
      await saveObject(tx, caller, object, upload.mayReplace)
      throw asked
    }).catch((error) => {
      if (error !== asked) throw error
    })
    return { maxBytes: Math.min(maxBytes, (bucket as Bucket | null)?.file_size_limit ?? maxBytes) }
  }

  /** `network` is whose turn it takes; none for a picture of our own. */
  async function save(caller: Caller, upload: Upload, body: UploadBody, network: string | null): Promise<SavedPicture> {
    const picture = await encodeInTurn(network, () => preparePicture(body.bytes, body.declaredType))
    const { bytes, contentType, width, height, placeholder } = picture
    const object: NewObject = {
      ...upload,
      metadata: {
        eTag: `"${createHash('md5').update(bytes).digest('hex')}"`,
        size: bytes.length,
        mimetype: contentType,
        cacheControl: body.cacheControl,
        lastModified: new Date().toISOString(),
        contentLength: bytes.length,
        httpStatusCode: 200,
      },
      userMetadata: { ...body.userMetadata, width, height, placeholder },
    }
    const key = `${upload.bucket}/${upload.name}`
    await met()
    // The row first: it holds the name against another upload. The file before the commit: no row without its bytes.
    const id = await watchDisk(() =>
      asRole(db, caller, async (tx) => {
        const saved = await saveObject(tx, caller, object, upload.mayReplace)
        await driver.write(key, bytes)
        return saved
      }),
    )
    if (upload.mayReplace) await onChanged([key])
    return { id, placeholder }
  }

  /** The files go to the trash after the commit; should that fail, the collector finds them. */
  async function remove(caller: Caller, bucket: string, names: readonly string[]): Promise<ObjectRow[]> {
    const removed = await asRole(db, caller, (tx) => removeObjects(tx, bucket, names))
    const keys = removed.map(({ name }) => `${bucket}/${name}`)
    await trash.put(keys)
    return removed
  }

  return { requireMayUpload, save, remove }
}

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
