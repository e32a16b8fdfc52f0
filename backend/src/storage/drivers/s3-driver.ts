// Objects in a bucket of S3, under the names that files in a folder have. Nothing is larger than one request, so a write is
// one PUT, which is whole or is not there.

import { createHash } from 'node:crypto'
import type { Readable } from 'node:stream'
import type { S3Settings } from '../../config/config.ts'
import { eachAtOnce } from '../cleanup/in-batches.ts'
import { StorageError } from '../errors.ts'
import type { Opening, StorageDriver, StoredFile } from './driver.ts'
import { MAX_S3_FILES_AT_ONCE, S3_TIMEOUTS, S3_TRIES } from './limits.ts'
import { createSendToS3, type Patience } from './s3-client.ts'
import { createS3Watch, type S3WatchDeps } from './s3-watch.ts'

export function createS3Driver(settings: S3Settings, deps: S3WatchDeps): StorageDriver {
  const Bucket = settings.bucket
  const { waits = S3_TIMEOUTS } = deps
  const watch = createS3Watch(deps)
  const send = createSendToS3(settings, waits, watch)

  async function get(file: Pick<StoredFile, 'key' | 'state'> | { key: string }, Range?: string, patience?: Patience) {
    const IfMatch = 'state' in file ? `"${file.state}"` : undefined
    const answer = await send((sdk) => new sdk.GetObjectCommand({ Bucket, Key: file.key, Range, IfMatch }), patience)
    const body = answer.Body as Readable
    // It may fail before anyone listens, which would end the process. Whoever reads it hears of it all the same.
    body.on('error', () => {})
    return { body, etag: answer.ETag, length: answer.ContentLength, sha256: answer.Metadata?.sha256 }
  }

  /** What stops in the middle goes on from there; it fails when nothing comes any more. */
  async function* carryOn(
    file: StoredFile,
    first: Readable,
    { range, signal }: Required<Pick<Opening, 'range'>> & Opening,
  ) {
    let body = first
    let at = range.start
    for (let tries = 1; at <= range.end; ) {
      try {
        for await (const chunk of body as AsyncIterable<Uint8Array>) {
          at += chunk.length
          tries = 1
          yield chunk
        }
        if (at <= range.end) throw new Error('cut off')
      } catch (error) {
        if (signal?.aborted || tries++ >= S3_TRIES) throw new StorageError('Unavailable', undefined, error)
        body = (await get(file, `bytes=${at}-${range.end}`, { signal })).body
      }
    }
  }

  async function readWhole(key: string, withinMs: number): Promise<Buffer> {
    const { body, length, sha256 } = await get({ key }, undefined, { withinMs })
    const timer = setTimeout(() => body.destroy(new Error('too slow')), withinMs)
    return watch(async () => {
      try {
        const chunks: Uint8Array[] = []
        for await (const chunk of body as AsyncIterable<Uint8Array>) chunks.push(chunk)
        const bytes = Buffer.concat(chunks)
        if (length !== undefined && bytes.length !== length) throw new Error('cut off')
        if (sha256 && sha256Of(bytes) !== sha256) throw new Error('not the bytes that were written')
        return bytes
      } finally {
        clearTimeout(timer)
      }
    })
  }

  async function move(from: string, to: string): Promise<boolean> {
    const CopySource = `${Bucket}/${from.split('/').map(encodeURIComponent).join('/')}`
    const isThere = await unlessMissing(send((sdk) => new sdk.CopyObjectCommand({ Bucket, Key: to, CopySource })))
    if (!isThere) return false
    await send((sdk) => new sdk.DeleteObjectCommand({ Bucket, Key: from }))
    return true
  }

  return {
    place: `the bucket ${Bucket}`,
    isRemote: true,
    move,
    async write(key, bytes) {
      const md5 = createHash('md5').update(bytes).digest()
      const put = {
        ...{ Bucket, Key: key, Body: bytes, ContentLength: bytes.length },
        // S3 refuses what arrives as something else.
        ContentMD5: md5.toString('base64'),
        // Nobody is meant to read it but through us.
        ContentType: 'application/octet-stream',
        Metadata: { sha256: sha256Of(bytes) },
      }
      await send((sdk) => new sdk.PutObjectCommand(put), { withinMs: waits.writeMs })
    },
    async find(key) {
      const found = await unlessMissing(send((sdk) => new sdk.HeadObjectCommand({ Bucket, Key: key })))
      return found && toFile(key, { ...found, Size: found.ContentLength })
    },
    async read(key) {
      const deadline = Date.now() + waits.readMs
      for (let tries = 1; ; tries++) {
        try {
          return await readWhole(key, deadline - Date.now())
        } catch (error) {
          const isOver = tries >= S3_TRIES || Date.now() >= deadline
          if (isOver || !(error instanceof StorageError) || error.code !== 'Unavailable') throw error
        }
      }
    },
    async open(file, { range = { start: 0, end: file.size - 1 }, signal } = {}) {
      if (file.size === 0) return new Blob([]).stream()
      const isWhole = range.start === 0 && range.end === file.size - 1
      const { body } = await get(file, isWhole ? undefined : `bytes=${range.start}-${range.end}`, { signal })
      return toWebStream(carryOn(file, body, { range, signal }), body)
    },
    remove: (keys) =>
      // One by one: not every server takes a list of them.
      eachAtOnce(keys, MAX_S3_FILES_AT_ONCE, async (Key) => {
        await unlessMissing(send((sdk) => new sdk.DeleteObjectCommand({ Bucket, Key })))
      }),
    async *list(prefix) {
      let ContinuationToken: string | undefined
      do {
        const page = await send((sdk) => new sdk.ListObjectsV2Command({ Bucket, Prefix: prefix, ContinuationToken }))
        for (const one of page.Contents ?? []) {
          // As in a folder: what begins with a dot is not an object.
          if (!one.Key || `/${one.Key.slice(prefix.length)}`.includes('/.') || one.Key.endsWith('/')) continue
          yield toFile(one.Key, one)
        }
        ContinuationToken = page.IsTruncated ? page.NextContinuationToken : undefined
        if (page.IsTruncated && !ContinuationToken) throw new StorageError('Unavailable')
      } while (ContinuationToken)
    },
    // A PUT leaves nothing half-written.
    sweep: async () => {},
  }
}

const sha256Of = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')

interface Described {
  Size?: number
  ETag?: string
  LastModified?: Date
}

const toFile = (key: string, { Size = 0, ETag = '', LastModified = new Date(0) }: Described): StoredFile => ({
  key,
  size: Size,
  modifiedAt: LastModified,
  state: ETag.replace(/[^A-Za-z0-9-]/g, ''),
})

function unlessMissing<T>(found: Promise<T>): Promise<T | null> {
  return found.catch((error: unknown) => {
    if (error instanceof StorageError && error.code === 'NoSuchKey') return null
    throw error
  })
}

/** Reads on only when asked for more, and lets go of S3 when nobody asks any more. */
function toWebStream(chunks: AsyncGenerator<Uint8Array>, first: Readable): ReadableStream<Uint8Array> {
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const { done, value } = await chunks.next()
        if (done) controller.close()
        else controller.enqueue(value)
      },
      async cancel() {
        first.destroy()
        await chunks.return(undefined)
      },
    },
    { highWaterMark: 0 },
  )
}
