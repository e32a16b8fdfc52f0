// Implements Supabase Storage's protocol as its official client uses it, and the share cards for links to vehicles.

import { join } from 'node:path'
import { type Context, Hono } from 'hono'
import { asRole } from '../db/as-role.ts'
import type { ChangeFeed } from '../db/change-feed.ts'
import { type Database, DatabaseError } from '../db/database.ts'
import { type Identify, InvalidCredentialError } from '../http/caller/identify.ts'
import { handleErrors } from '../http/errors.ts'
import type { Logger } from '../http/observability/log.ts'
import type { Incidents } from '../status/incidents.ts'
import { createKnownBuckets } from './buckets.ts'
import { createTrash, type Trash } from './cleanup/trash.ts'
import { createDiskWatch } from './drivers/disk-watch.ts'
import type { StorageDriver } from './drivers/driver.ts'
import { createKnownFiles } from './drivers/known-files.ts'
import { refusalFor, StorageError } from './errors.ts'
import { MAX_OBJECTS_REMOVED } from './limits.ts'
import { createObjectLocks, type ObjectLocks } from './locks.ts'
import { mayRemoveSome } from './objects.ts'
import { createEncodeQueue, shareCores } from './pictures/encode-queue.ts'
import { MAX_PICTURE_CACHE_BYTES } from './pictures/limits.ts'
import { createPictureMaker } from './pictures/make-picture.ts'
import { createRenderer } from './pictures/render.ts'
import { createVariantCache } from './pictures/variant-cache.ts'
import { bucketOf, keyOf, nameOf, readJson, requireNames } from './request.ts'
import { mountBuckets } from './routes/bucket-routes.ts'
import { listObjects, parseListing } from './routes/list-objects.ts'
import { listPage, parsePageListing } from './routes/list-pages.ts'
import { mountReading, STORED_FILES } from './routes/reading-routes.ts'
import { mountShareCards } from './routes/share-routes.ts'
import { mountSigning } from './routes/signed-routes.ts'
import { createSignedUrls } from './routes/signed-urls.ts'
import { mountTransfers } from './routes/transfer-routes.ts'
import { mountUploads } from './routes/upload-routes.ts'
import { createStore, type Store } from './store.ts'

export interface StorageDeps {
  db: Database
  driver: StorageDriver
  identify: Identify
  incidents: Incidents
  log: Logger
  /** The folder for rendered variants, which may be deleted at any time. */
  cacheDir: string
  /** Signs the tokens in signed URLs. */
  secret: string
  changes: Pick<ChangeFeed, 'version' | 'settle' | 'announce'>
}

export interface Storage {
  routes: Hono
  store: Store
  trash: Trash
  locks: ObjectLocks
}

export function createStorage(deps: StorageDeps): Storage {
  const { db, driver, identify, incidents, log, cacheDir, changes } = deps
  const watchDisk = createDiskWatch(incidents)
  // One queue for uploads and variants, so that together they leave a core free.
  const queueEncoding = createEncodeQueue(shareCores().pictures)
  const cache = createVariantCache({ folder: join(cacheDir, 'variants'), maxBytes: MAX_PICTURE_CACHE_BYTES, watchDisk })
  const files = createKnownFiles(driver)
  const locks = createObjectLocks(db)
  const makePicture = createPictureMaker({ driver, files, cache, queueEncoding })
  const onChanged = async (keys: readonly string[]) => {
    files.forget(keys)
    await cache.forget(keys)
    await changes.announce(STORED_FILES)
  }
  const trash = createTrash({ db, driver, locks, onChanged })
  const buckets = createKnownBuckets(db, changes)
  const store = createStore({ db, driver, buckets, queueEncoding, watchDisk, locks, trash, onChanged })
  const urls = createSignedUrls(deps.secret)
  const app = new Hono()
  app.onError(handleStorageErrors(log))

  app.get('/health', (c) => c.json({ healthy: true }))
  mountBuckets(app, { db, identify, store, afterWrite: changes.settle })

  app.post('/object/list/:bucket', async (c) => {
    const caller = await identify(c.req.raw)
    const listing = parseListing(await readJson(c))
    const bucket = bucketOf(c)
    return c.json(await asRole(db, caller, (tx) => listObjects(tx, bucket, listing), { readOnly: true }))
  })
  app.post('/object/list-v2/:bucket', async (c) => {
    const caller = await identify(c.req.raw)
    const listing = parsePageListing(await readJson(c))
    const bucket = bucketOf(c)
    return c.json(await asRole(db, caller, (tx) => listPage(tx, bucket, listing), { readOnly: true }))
  })

  // Mount these before the object routes, which would take segments of these paths, such as `sign`, for bucket names.
  mountSigning(app, { db, identify, store, urls })
  mountTransfers(app, { identify, store })
  mountReading(app, { db, driver, identify, buckets, trash, urls, renderPicture: createRenderer(makePicture) })
  mountShareCards(app, { db, buckets, trash, makePicture })
  mountUploads(app, { db, identify, store, urls })

  app.delete('/object/:bucket', async (c) => {
    const caller = await identify(c.req.raw)
    // This is the same response as for names that do not exist, and the body is not read.
    if (!(await asRole(db, caller, mayRemoveSome, { readOnly: true }))) return c.json([])
    return c.json(
      await store.remove(caller, bucketOf(c), requireNames(await readJson(c), 'prefixes', MAX_OBJECTS_REMOVED)),
    )
  })
  app.delete('/object/:bucket/:name{.+}', async (c) => {
    const caller = await identify(c.req.raw)
    const removed = await store.remove(caller, bucketOf(c), [nameOf(c)])
    if (removed.length === 0) throw new StorageError('NoSuchKey')
    return c.json({ message: 'Successfully deleted' })
  })
  app.delete('/cdn/:bucket/:name{.+}', async (c) => {
    if ((await identify(c.req.raw)).role !== 'service_role') throw new StorageError('AccessDenied', 'Forbidden')
    await onChanged([keyOf(c)])
    return c.json({ message: 'success' })
  })

  app.all('*', (c) => {
    const message = `Route ${c.req.method}:${c.req.path.replace(/^\/storage\/v1/, '')} not found`
    return c.json({ statusCode: '404', error: 'Not Found', message, code: 'InvalidRequest' }, 404)
  })

  return { routes: app, store, trash, locks }
}

function handleStorageErrors(log: Logger) {
  const handleOther = handleErrors(log)
  return (error: Error, c: Context) => {
    const refusal = toRefusal(error)
    if (!refusal) return handleOther(error, c)
    return Response.json(refusal.toBody(), { status: refusal.status, headers: refusal.headers })
  }
}

function toRefusal(error: Error): StorageError | null {
  if (error instanceof StorageError) return error
  if (error instanceof InvalidCredentialError) return new StorageError('AccessDenied', error.message)
  return error instanceof DatabaseError ? refusalFor(error.code) : null
}
