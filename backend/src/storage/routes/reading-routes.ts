import type { Context, Hono } from 'hono'
import { asRole } from '../../db/as-role.ts'
import { type Caller, type Database, SERVICE } from '../../db/database.ts'
import { noteReads } from '../../db/reads.ts'
import { clientNetwork } from '../../http/caller/client-address.ts'
import type { Identify } from '../../http/caller/identify.ts'
import { CHANGED_BUCKETS, type KnownBuckets } from '../buckets.ts'
import type { Trash } from '../cleanup/trash.ts'
import type { StorageDriver } from '../drivers/driver.ts'
import { StorageError } from '../errors.ts'
import { findObject } from '../objects.ts'
import type { Render } from '../pictures/render.ts'
import { bucketOf, keyOf, nameOf, type ObjectContext } from '../request.ts'
import { parseVariant } from './render-request.ts'
import { serveObject, serveRendered } from './serve.ts'
import type { SignedUrls } from './signed-urls.ts'

interface ReadingDeps {
  db: Database
  driver: StorageDriver
  identify: Identify
  buckets: KnownBuckets
  trash: Trash
  urls: SignedUrls
  renderPicture: Render
}

/** The name under which the change feed announces replaced and removed files. */
export const STORED_FILES = 'storage.files'

/** The role used to look up an object. A public bucket is open to everyone, whatever the policies on its rows. */
interface Access {
  caller: Caller
  isPrivate: boolean
}

const PUBLIC: Access = { caller: SERVICE, isPrivate: false }
/** The policies were already checked when the URL was signed. */
const SIGNED: Access = { caller: SERVICE, isPrivate: true }

export function mountReading(app: Hono, deps: ReadingDeps): void {
  const { db, driver, identify, buckets, trash, urls, renderPicture } = deps

  app.get('/object/info/public/:bucket/:name{.+}', async (c) => info(c, await publicAccess(c)))
  app.get('/object/info/authenticated/:bucket/:name{.+}', async (c) => info(c, await ownAccess(c)))
  app.get('/object/info/:bucket/:name{.+}', async (c) => info(c, await ownAccess(c)))
  app.get('/object/public/:bucket/:name{.+}', async (c) => serve(c, await publicAccess(c)))
  app.get('/object/authenticated/:bucket/:name{.+}', async (c) => serve(c, await ownAccess(c)))
  app.get('/object/sign/:bucket/:name{.+}', async (c) => {
    await urls.verify(c.req.query('token'), { key: keyOf(c), scope: 'download' })
    return serve(c, SIGNED)
  })
  app.get('/render/image/public/:bucket/:name{.+}', async (c) => {
    noteReads([STORED_FILES, CHANGED_BUCKETS])
    const query = new URL(c.req.url).searchParams
    return render(c, query, () => publicAccess(c))
  })
  app.get('/render/image/authenticated/:bucket/:name{.+}', async (c) => {
    const query = new URL(c.req.url).searchParams
    return render(c, query, () => ownAccess(c))
  })
  app.get('/render/image/sign/:bucket/:name{.+}', async (c) => {
    const permit = await urls.verify(c.req.query('token'), { key: keyOf(c), scope: 'download' })
    if (permit.transformations === undefined) throw new StorageError('InvalidSignature')
    return render(c, new URLSearchParams(permit.transformations), async () => SIGNED)
  })
  app.get('/object/:bucket/:name{.+}', async (c) => serve(c, await ownAccess(c)))

  async function publicAccess(c: Context): Promise<Access> {
    if (!(await buckets.isPublic(bucketOf(c)))) throw new StorageError('NoSuchBucket')
    return PUBLIC
  }

  async function ownAccess(c: Context): Promise<Access> {
    const caller = await identify(c.req.raw)
    return (await buckets.isPublic(bucketOf(c))) ? PUBLIC : { caller, isPrivate: true }
  }

  async function find(c: ObjectContext, { caller }: Access) {
    const [bucket, name] = [bucketOf(c), nameOf(c)]
    if (caller === SERVICE) return findObject(db, bucket, name)
    return asRole(db, caller, (tx) => findObject(tx, bucket, name), { readOnly: true })
  }

  async function serve(c: ObjectContext, access: Access) {
    const key = keyOf(c)
    const found = (await locate(c, access, key)) ?? ((await trash.restore(key)) ? await locate(c, access, key) : null)
    if (!found) throw new StorageError('NoSuchKey')
    return serveObject(c.req.raw, { driver, isPrivate: access.isPrivate, ...found })
  }

  async function locate(c: ObjectContext, access: Access, key: string) {
    const [object, file] = [await find(c, access), await driver.find(key)]
    return object && file && { object, file }
  }

  async function render(c: ObjectContext, query: URLSearchParams, allow: () => Promise<Access>) {
    const key = keyOf(c)
    const variant = parseVariant(query, c.req.header('accept') ?? '')
    const access = await allow()
    // For public pictures, only the file is checked, so that a list of twenty does not need a database query.
    if (access.isPrivate && !(await find(c, access))) throw new StorageError('NoSuchKey')
    const network = clientNetwork(c.req.raw)
    const rendered =
      (await renderPicture(key, variant, network)) ??
      ((await trash.restore(key)) ? await renderPicture(key, variant, network) : null)
    if (!rendered) throw new StorageError('NoSuchKey')
    return serveRendered(c.req.raw, rendered, access.isPrivate)
  }

  async function info(c: ObjectContext, access: Access) {
    const object = await find(c, access)
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
}
