import type { Hono } from 'hono'
import { asRole } from '../../db/as-role.ts'
import type { Database } from '../../db/database.ts'
import type { Identify } from '../../http/caller/identify.ts'
import { StorageError } from '../errors.ts'
import { MAX_SIGNED_SECONDS, MAX_URLS_SIGNED, SIGNED_UPLOAD_SECONDS } from '../limits.ts'
import { checkObjectName } from '../object-name.ts'
import { findObject, findObjects, ownerOf, sessionOf } from '../objects.ts'
import { asObject, bucketOf, type JsonBody, nameOf, readJson, requireNames, requireWhole } from '../request.ts'
import type { Store } from '../store.ts'
import { parseVariant } from './render-request.ts'
import type { SignedUrls } from './signed-urls.ts'

interface SignedRoutesDeps {
  db: Database
  identify: Identify
  store: Store
  urls: SignedUrls
}

const UNSEEN = 'Either the object does not exist or you do not have access to it'

/** A caller who may read or add an object can sign a URL that lets anyone else do so for a while. */
export function mountSigning(app: Hono, { db, identify, store, urls }: SignedRoutesDeps): void {
  app.post('/object/sign/:bucket/:name{.+}', async (c) => {
    const caller = await identify(c.req.raw)
    const [bucket, name] = [bucketOf(c), nameOf(c)]
    const body = await readJson(c)
    const seconds = expiresIn(body)
    const transformations = parseTransform(body.transform)
    const found = await asRole(db, caller, (tx) => findObject(tx, bucket, name), { readOnly: true })
    if (!found) throw new StorageError('NoSuchKey')
    const token = await urls.sign({ key: `${bucket}/${name}`, scope: 'download', transformations }, seconds)
    const path = transformations === undefined ? 'object/sign' : 'render/image/sign'
    return c.json({ signedURL: `/${path}/${bucket}/${name}?token=${token}` })
  })

  app.post('/object/sign/:bucket', async (c) => {
    const caller = await identify(c.req.raw)
    const bucket = bucketOf(c)
    const body = await readJson(c)
    const seconds = expiresIn(body)
    const paths = requireNames(body, 'paths', MAX_URLS_SIGNED)
    const seen = new Set(await asRole(db, caller, (tx) => findObjects(tx, bucket, paths), { readOnly: true }))
    const sign = async (path: string) => {
      if (!seen.has(path)) return { error: UNSEEN, path, signedURL: null }
      const token = await urls.sign({ key: `${bucket}/${checkObjectName(path)}`, scope: 'download' }, seconds)
      return { error: null, path, signedURL: `/object/sign/${bucket}/${path}?token=${token}` }
    }
    return c.json(await Promise.all(paths.map(sign)))
  })

  app.post('/object/upload/sign/:bucket/:name{.+}', async (c) => {
    const caller = await identify(c.req.raw)
    const [bucket, name] = [bucketOf(c), nameOf(c)]
    const upsert = c.req.header('x-upsert') === 'true'
    await store.requireMayUpload(caller, { bucket, name, mayReplace: upsert })
    const owner = ownerOf(caller) ?? undefined
    const permit = { key: `${bucket}/${name}`, scope: 'upload', owner, session: sessionOf(caller), upsert } as const
    const token = await urls.sign(permit, SIGNED_UPLOAD_SECONDS)
    return c.json({ url: `/object/upload/sign/${bucket}/${name}?token=${token}`, token })
  })
}

const expiresIn = (body: JsonBody) => requireWhole(body, 'expiresIn', { min: 1, max: MAX_SIGNED_SECONDS })

/** More than the number of known parameters. */
const MAX_PARAMETERS = 20

/** The size is parsed when the URL is signed, so that an invalid one is refused at that point. */
function parseTransform(value: unknown): string | undefined {
  const names = Object.keys(asObject(value))
  if (names.length === 0) return undefined
  const query = new URLSearchParams(names.slice(0, MAX_PARAMETERS).map((name) => [name, String(asObject(value)[name])]))
  parseVariant(query, '')
  return query.toString()
}
