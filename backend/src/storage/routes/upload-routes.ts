import type { Context, Hono } from 'hono'
import type { Caller, Database } from '../../db/database.ts'
import { clientNetwork } from '../../http/caller/client-address.ts'
import type { Identify } from '../../http/caller/identify.ts'
import { type Bucket, isPictureBucket } from '../buckets.ts'
import { MAX_DOCUMENTS_AT_ONCE } from '../limits.ts'
import { requireSession } from '../objects.ts'
import { createEncodeQueue } from '../pictures/encode-queue.ts'
import { bucketOf, keyOf, nameOf, type ObjectContext } from '../request.ts'
import { maxBytesOf, onBehalfOf, type Store, type Upload } from '../store.ts'
import type { SignedUrls } from './signed-urls.ts'
import { readUpload } from './upload-body.ts'

interface UploadRoutesDeps {
  db: Database
  identify: Identify
  store: Store
  urls: SignedUrls
}

export function mountUploads(app: Hono, { db, identify, store, urls }: UploadRoutesDeps): void {
  const queueReading = createEncodeQueue(MAX_DOCUMENTS_AT_ONCE)

  app.put('/object/upload/sign/:bucket/:name{.+}', async (c) => {
    const { owner, session, upsert } = await urls.verify(c.req.query('token'), { key: keyOf(c), scope: 'upload' })
    // Once the user has signed out or changed their password, URLs signed in the session that this ended are no longer
    // valid.
    await requireSession(db, owner, session)
    const upload = { bucket: bucketOf(c), name: nameOf(c), mayReplace: upsert === true }
    const caller = onBehalfOf(owner)
    // If the name has since been taken, the upload is refused before the file is read.
    const { Key } = await receive(c, caller, upload, await store.requireMayUpload(caller, upload))
    return c.json({ Key })
  })
  app.post('/object/:bucket/:name{.+}', (c) => upload(c, c.req.header('x-upsert') === 'true'))
  app.put('/object/:bucket/:name{.+}', (c) => upload(c, true))

  async function upload(c: ObjectContext, mayReplace: boolean) {
    const caller = await identify(c.req.raw)
    const target = { bucket: bucketOf(c), name: nameOf(c), mayReplace }
    return c.json(await receive(c, caller, target, await store.requireMayUpload(caller, target)))
  }

  async function receive(c: Context, caller: Caller, upload: Upload, bucket: Bucket) {
    const network = clientNetwork(c.req.raw)
    const save = async () => {
      const body = await readUpload(c.req.raw, maxBytesOf(bucket))
      return store.save(caller, upload, body, network)
    }
    const { id } = await (isPictureBucket(bucket.id) ? save() : queueReading(network, save))
    return { Id: id, Key: `${upload.bucket}/${upload.name}` }
  }
}
