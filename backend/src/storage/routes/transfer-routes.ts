import type { Context, Hono } from 'hono'
import type { Identify } from '../../http/caller/identify.ts'
import { trimSlashes } from '../../lib/trim-slashes.ts'
import { StorageError } from '../errors.ts'
import { checkObjectName } from '../object-name.ts'
import type { ObjectName } from '../objects.ts'
import { asObject, isBucketId, type JsonBody, readJson, requireText } from '../request.ts'
import type { Store } from '../store.ts'
import { parseMetadata } from './upload-body.ts'

interface TransferDeps {
  identify: Identify
  store: Store
}

export function mountTransfers(app: Hono, { identify, store }: TransferDeps): void {
  app.post('/object/move', async (c) => {
    const caller = await identify(c.req.raw)
    const { from, to } = parseTransfer(await readJson(c))
    const id = await store.move(caller, from, to)
    return c.json({ message: 'Successfully moved', Id: id, Key: `${to.bucket}/${to.name}` })
  })

  app.post('/object/copy', async (c) => {
    const caller = await identify(c.req.raw)
    const body = await readJson(c)
    const { from, to } = parseTransfer(body)
    const { id, ...object } = await store.copy(caller, {
      from,
      to: { ...to, mayReplace: c.req.header('x-upsert') === 'true' },
      userMetadata: givenMetadata(c, body),
      metadata: parseDescription(body.metadata),
    })
    return c.json({ Id: id, Key: `${to.bucket}/${to.name}`, id, ...object })
  })
}

function parseTransfer(body: JsonBody): { from: ObjectName; to: ObjectName } {
  const bucket = requireBucket(requireText(body, 'bucketId'))
  const destination = typeof body.destinationBucket === 'string' ? requireBucket(body.destinationBucket) : bucket
  const nameOf = (property: string) => checkObjectName(trimSlashes(requireText(body, property)))
  return {
    from: { bucket, name: nameOf('sourceKey') },
    to: { bucket: destination, name: nameOf('destinationKey') },
  }
}

function requireBucket(id: string): string {
  if (!isBucketId(id)) throw new StorageError('NoSuchBucket')
  return id
}

/** Undefined means that the source's metadata is copied. */
function givenMetadata(c: Context, { copyMetadata }: JsonBody): Record<string, unknown> | null | undefined {
  const header = c.req.header('x-metadata')
  if (header) return parseMetadata(Buffer.from(header, 'base64').toString())
  return copyMetadata === false ? null : undefined
}

function parseDescription(value: unknown): { cacheControl?: string; mimetype?: string } {
  const { cacheControl, mimetype } = asObject(value)
  return {
    ...(isHeaderValue(cacheControl) && { cacheControl }),
    ...(isHeaderValue(mimetype) && { mimetype }),
  }
}

const isHeaderValue = (value: unknown): value is string =>
  typeof value === 'string' && /^[\x20-\x7e]{1,200}$/.test(value)
