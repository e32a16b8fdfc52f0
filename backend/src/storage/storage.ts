// Supabase Storage's protocol for pictures: what its official client calls, no more.

import { join } from 'node:path'
import { type Context, Hono } from 'hono'
import { asRole } from '../db/as-role.ts'
import { ANONYMOUS, type Caller, type Database, DatabaseError } from '../db/database.ts'
import { clientNetwork } from '../http/client-address.ts'
import { answerErrors } from '../http/errors.ts'
import { type Identify, InvalidCredentialError } from '../http/identify.ts'
import type { Logger } from '../http/log.ts'
import type { Incidents } from '../incidents.ts'
import {
  MAX_OBJECT_NAME_PART_CHARACTERS,
  MAX_OBJECTS_REMOVED,
  MAX_PICTURE_CACHE_BYTES,
  MAX_UPLOAD_BYTES,
} from '../limits.ts'
import { createDiskWatch } from './disk-watch.ts'
import type { StorageDriver } from './driver.ts'
import { refusalFor, StorageError } from './errors.ts'
import { createGate, shareCores } from './gate.ts'
import { parseObjectName } from './object-name.ts'
import {
  type Bucket,
  findBucket,
  findObject,
  isSortColumn,
  type Listing,
  listBuckets,
  listObjects,
  mayRemoveSome,
} from './objects.ts'
import { createRenderer } from './render.ts'
import { parseVariant } from './render-request.ts'
import { serveObject, serveRendered } from './serve.ts'
import { createStore, type Store } from './store.ts'
import { createTrash, type Trash } from './trash.ts'
import { readUpload } from './upload-body.ts'
import { createVariantCache } from './variant-cache.ts'

export interface StorageDeps {
  db: Database
  driver: StorageDriver
  identify: Identify
  incidents: Incidents
  log: Logger
  /** For rendered variants: may be deleted at any time. */
  cacheDir: string
}

export interface Storage {
  routes: Hono
  store: Store
  trash: Trash
}

const BUCKET_CACHE_SECONDS = 30

export function createStorage({ db, driver, identify, incidents, log, cacheDir }: StorageDeps): Storage {
  const watchDisk = createDiskWatch(incidents)
  // One line for uploads and variants: together they leave a core free.
  const encodeInTurn = createGate(shareCores().pictures)
  const cache = createVariantCache({ folder: join(cacheDir, 'variants'), maxBytes: MAX_PICTURE_CACHE_BYTES, watchDisk })
  const renderPicture = createRenderer({ driver, cache, encodeInTurn })
  const onChanged = cache.forget
  const trash = createTrash({ db, driver, onChanged })
  const store = createStore({ db, driver, maxBytes: MAX_UPLOAD_BYTES, encodeInTurn, watchDisk, trash, onChanged })
  const isPublic = createPublicCheck(db)
  const app = new Hono()
  app.onError(answerStorageErrors(log))

  app.get('/bucket', async (c) => {
    return c.json(await asRole(db, await identify(c.req.raw), listBuckets, { readOnly: true }))
  })
  app.get('/bucket/:bucket', async (c) => {
    const id = bucketOf(c)
    const found = await asRole(db, await identify(c.req.raw), (tx) => findBucket(tx, id), { readOnly: true })
    if (!found) throw new StorageError('NoSuchBucket')
    return c.json(found)
  })

  app.post('/object/list/:bucket', async (c) => {
    const caller = await identify(c.req.raw)
    const listing = parseListing(await readJson(c))
    const bucket = bucketOf(c)
    return c.json(await asRole(db, caller, (tx) => listObjects(tx, bucket, listing), { readOnly: true }))
  })

  app.on('GET', ['/object/info/public/:bucket/:name{.+}', '/object/info/authenticated/:bucket/:name{.+}'], info)
  app.get('/object/info/:bucket/:name{.+}', info)
  app.on('GET', ['/object/public/:bucket/:name{.+}'], async (c) => serve(c, ANONYMOUS, true))
  app.get('/object/authenticated/:bucket/:name{.+}', async (c) => serve(c, await identify(c.req.raw), false))
  app.on('GET', ['/render/image/public/:bucket/:name{.+}', '/render/image/authenticated/:bucket/:name{.+}'], render)
  app.get('/object/:bucket/:name{.+}', async (c) => serve(c, await identify(c.req.raw), false))

  app.post('/object/:bucket/:name{.+}', (c) => upload(c, c.req.header('x-upsert') === 'true'))
  app.put('/object/:bucket/:name{.+}', (c) => upload(c, true))

  app.delete('/object/:bucket', async (c) => {
    const caller = await identify(c.req.raw)
    // As for names that are not there, and without reading what they are.
    if (!(await asRole(db, caller, mayRemoveSome, { readOnly: true }))) return c.json([])
    const { prefixes } = await readJson(c)
    if (!Array.isArray(prefixes) || prefixes.length === 0 || prefixes.length > MAX_OBJECTS_REMOVED) {
      throw new StorageError('InvalidRequest', `body/prefixes must be an array of 1 to ${MAX_OBJECTS_REMOVED} names`)
    }
    return c.json(await store.remove(caller, bucketOf(c), prefixes.map(String)))
  })
  app.delete('/object/:bucket/:name{.+}', async (c) => {
    const caller = await identify(c.req.raw)
    const removed = await store.remove(caller, bucketOf(c), [nameOf(c)])
    if (removed.length === 0) throw new StorageError('NoSuchKey')
    return c.json({ message: 'Successfully deleted' })
  })

  app.all('*', (c) => {
    const message = `Route ${c.req.method}:${c.req.path.replace(/^\/storage\/v1/, '')} not found`
    return c.json({ statusCode: '404', error: 'Not Found', message, code: 'InvalidRequest' }, 404)
  })

  async function upload(c: ObjectContext, mayReplace: boolean) {
    const caller = await identify(c.req.raw)
    const target = { bucket: bucketOf(c), name: nameOf(c), mayReplace }
    const { maxBytes } = await store.requireMayUpload(caller, target)
    const { id } = await store.save(caller, target, await readUpload(c.req.raw, maxBytes), clientNetwork(c.req.raw))
    return c.json({ Id: id, Key: `${target.bucket}/${target.name}` })
  }

  async function find(c: ObjectContext, caller: Caller) {
    const [bucket, name] = [bucketOf(c), nameOf(c)]
    return asRole(db, caller, (tx) => findObject(tx, bucket, name), { readOnly: true })
  }

  async function serve(c: ObjectContext, caller: Caller, publicOnly: boolean) {
    if (publicOnly && !(await isPublic(bucketOf(c)))) throw new StorageError('NoSuchBucket')
    const key = keyOf(c)
    const found = (await locate(c, caller, key)) ?? ((await trash.restore(key)) ? await locate(c, caller, key) : null)
    if (!found) throw new StorageError('NoSuchKey')
    return serveObject(c.req.raw, { driver, ...found })
  }

  async function locate(c: ObjectContext, caller: Caller, key: string) {
    const [object, file] = [await find(c, caller), await driver.find(key)]
    return object && file && { object, file }
  }

  // The files decide here, not the rows: a list of twenty pictures asks the database nothing.
  async function render(c: ObjectContext) {
    const key = keyOf(c)
    const variant = parseVariant(new URL(c.req.url).searchParams, c.req.header('accept') ?? '')
    if (!(await isPublic(bucketOf(c)))) throw new StorageError('NoSuchBucket')
    const network = clientNetwork(c.req.raw)
    const rendered =
      (await renderPicture(key, variant, network)) ??
      ((await trash.restore(key)) ? await renderPicture(key, variant, network) : null)
    if (!rendered) throw new StorageError('NoSuchKey')
    return serveRendered(c.req.raw, rendered)
  }

  async function info(c: ObjectContext) {
    const object = await find(c, c.req.path.includes('/info/public/') ? ANONYMOUS : await identify(c.req.raw))
    if (!object) throw new StorageError('NoSuchKey')
    const { id, name, version, bucket_id, metadata, user_metadata, created_at } = object
    return c.json({
      id,
      name,
      version,
      bucket_id,
      size: metadata?.size ?? null,
      content_type: metadata?.mimetype ?? null,
      cache_control: metadata?.cacheControl ?? null,
      etag: metadata?.eTag ?? null,
      metadata: user_metadata ?? {},
      last_modified: metadata?.lastModified ?? null,
      created_at,
    })
  }

  return { routes: app, store, trash }
}

const BUCKET_ID = /^[A-Za-z0-9_!.*'() &$=@;:+,?-]+$/

type ObjectContext = Context<object, '/:bucket/:name'>

/** From the address as it was sent, so that it is decoded exactly once. */
function nameOf(c: ObjectContext): string {
  const { pathname } = new URL(c.req.url)
  const bucket = encodeURIComponent(bucketOf(c))
  const start = pathname.indexOf(`/${bucket}/`)
  if (start < 0) throw new StorageError('InvalidKey')
  return parseObjectName(pathname.slice(start + bucket.length + 2))
}

/** No bucket has a name that the disk or the database would choke on. */
function bucketOf(c: Context): string {
  const id = c.req.param('bucket') ?? ''
  if (!BUCKET_ID.test(id) || id.length > MAX_OBJECT_NAME_PART_CHARACTERS) throw new StorageError('NoSuchBucket')
  return id
}

const keyOf = (c: ObjectContext) => `${bucketOf(c)}/${nameOf(c)}`

async function readJson(c: Context): Promise<Record<string, unknown>> {
  const body: unknown = await c.req.json().catch(() => null)
  if (typeof body !== 'object' || body === null) throw new StorageError('InvalidRequest', 'body must be object')
  return { ...body }
}

function parseListing(body: Record<string, unknown>): Listing {
  if (typeof body.prefix !== 'string') {
    throw new StorageError('InvalidRequest', "body must have required property 'prefix'")
  }
  const sortBy = typeof body.sortBy === 'object' && body.sortBy !== null ? { ...body.sortBy } : {}
  const { column = 'name', order = 'asc' } = sortBy as Record<string, unknown>
  if (!isSortColumn(column)) throw new StorageError('InvalidRequest', 'body/sortBy/column must be a known column')
  const number = (value: unknown, unset: number, max: number) =>
    typeof value === 'number' && value >= 0 ? Math.min(Math.floor(value), max) : unset
  return {
    prefix: body.prefix,
    limit: number(body.limit, 100, 1000),
    offset: number(body.offset, 0, Number.MAX_SAFE_INTEGER),
    search: typeof body.search === 'string' ? body.search : '',
    column,
    order: order === 'desc' ? 'desc' : 'asc',
  }
}

/** Public addresses are asked for all the time and buckets hardly ever change. */
function createPublicCheck(db: Database): (bucket: string) => Promise<boolean> {
  let known: Promise<Bucket[]> | undefined
  let knownUntil = 0
  return async (id) => {
    if (Date.now() > knownUntil) {
      knownUntil = Date.now() + BUCKET_CACHE_SECONDS * 1000
      known = listBuckets(db)
      known.catch(() => {
        knownUntil = 0
      })
    }
    return ((await known) ?? []).some((bucket) => bucket.id === id && bucket.public)
  }
}

function answerStorageErrors(log: Logger) {
  const answerOthers = answerErrors(log)
  return (error: Error, c: Context) => {
    const refusal = toRefusal(error)
    if (!refusal) return answerOthers(error, c)
    return Response.json(refusal.toBody(), { status: refusal.status, headers: refusal.headers })
  }
}

function toRefusal(error: Error): StorageError | null {
  if (error instanceof StorageError) return error
  if (error instanceof InvalidCredentialError) return new StorageError('AccessDenied', error.message)
  return error instanceof DatabaseError ? refusalFor(error.code) : null
}
