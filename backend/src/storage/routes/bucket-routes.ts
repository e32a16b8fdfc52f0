import type { Hono } from 'hono'
import { asRole } from '../../db/as-role.ts'
import type { Database } from '../../db/database.ts'
import type { Identify } from '../../http/caller/identify.ts'
import {
  createBucket,
  deleteBucket,
  differsOnlyInCase,
  findBucket,
  listBuckets,
  parseBucketListing,
  parseNewBucket,
  parseRules,
  updateBucket,
} from '../buckets.ts'
import { StorageError } from '../errors.ts'
import { bucketOf, readJson } from '../request.ts'
import type { Store } from '../store.ts'

interface BucketRoutesDeps {
  db: Database
  identify: Identify
  store: Store
  /** Awaited after a write, before the response is sent. */
  afterWrite(): Promise<void>
}

export function mountBuckets(app: Hono, { db, identify, store, afterWrite }: BucketRoutesDeps): void {
  app.use('/bucket/*', async (c, next) => {
    if (!c.req.header('authorization') && !c.req.header('apikey')) {
      throw new StorageError('InvalidRequest', "headers must have required property 'authorization'")
    }
    await next()
  })
  app.get('/bucket', async (c) => {
    const caller = await identify(c.req.raw)
    const listing = parseBucketListing(new URL(c.req.url).searchParams)
    return c.json(await asRole(db, caller, (tx) => listBuckets(tx, listing), { readOnly: true }))
  })
  app.get('/bucket/:bucket', async (c) => {
    const id = bucketOf(c)
    const found = await asRole(db, await identify(c.req.raw), (tx) => findBucket(tx, id), { readOnly: true })
    if (!found) throw new StorageError('NoSuchBucket')
    return c.json(found)
  })
  app.post('/bucket', async (c) => {
    const caller = await identify(c.req.raw)
    const bucket = parseNewBucket(await readJson(c))
    await asRole(db, caller, async (tx) => {
      await createBucket(tx, caller, bucket)
      if (await differsOnlyInCase(tx, bucket.id)) throw new StorageError('BucketAlreadyExists')
    })
    await afterWrite()
    return c.json({ name: bucket.id })
  })
  app.put('/bucket/:bucket', async (c) => {
    const caller = await identify(c.req.raw)
    const rules = parseRules(await readJson(c))
    if (Object.keys(rules).length === 0) {
      throw new StorageError('InvalidRequest', 'body must have public, file_size_limit or allowed_mime_types')
    }
    await asRole(db, caller, (tx) => updateBucket(tx, bucketOf(c), rules))
    await afterWrite()
    return c.json({ message: 'Successfully updated' })
  })
  app.post('/bucket/:bucket/empty', async (c) => {
    const caller = await identify(c.req.raw)
    const id = bucketOf(c)
    if (!(await asRole(db, caller, (tx) => findBucket(tx, id), { readOnly: true }))) {
      throw new StorageError('NoSuchBucket')
    }
    await store.empty(caller, id)
    // This is Supabase's wording. Here the bucket is already empty.
    return c.json({ message: 'Empty bucket has been queued. Completion may take up to an hour.' })
  })
  app.delete('/bucket/:bucket', async (c) => {
    const caller = await identify(c.req.raw)
    await asRole(db, caller, (tx) => deleteBucket(tx, bucketOf(c)))
    await afterWrite()
    return c.json({ message: 'Successfully deleted' })
  })
}
