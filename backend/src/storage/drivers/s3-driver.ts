// Stores objects in an S3 bucket, under the same names as in a folder. Every file fits into one request, so a write is a
// single PUT, which is atomic.

import { createHash } from 'node:crypto'
import type { Readable } from 'node:stream'
import type { S3Settings } from '../../config/config.ts'
import { eachAtOnce } from '../cleanup/in-batches.ts'
import { StorageError } from '../errors.ts'
import type { Opening, StorageDriver, StoredFile } from './driver.ts'
import { MAX_S3_FILES_AT_ONCE, S3_TIMEOUTS, S3_TRIES } from './limits.ts'
import { createSendToS3, type SendOptions } from './s3-client.ts'
import { createS3Watch, type S3WatchDeps } from './s3-watch.ts'

export function createS3Driver(settings: S3Settings, deps: S3WatchDeps): StorageDriver {
  const Bucket = settings.bucket
  const { waits = S3_TIMEOUTS } = deps
  const watch = createS3Watch(deps)
  const send = createSendToS3(settings, waits, watch)

  async function get(file: Pick<StoredFile, 'key' | 'state'> | { key: string }, Range?: string, options?: SendOptions) {
    const IfMatch = 'state' in file ? `"${file.state}"` : undefined
    const found = await send((sdk) => new sdk.GetObjectCommand({ Bucket, Key: file.key, Range, IfMatch }), options)
    const body = found.Body as Readable
    // An error without a listener would end the process. The reader of the stream gets the error too.
    body.on('error', () => {})
    return { body, etag: found.ETag, length: found.ContentLength, sha256: found.Metadata?.sha256 }
  }

  /** Resumes a download that stops in the middle, and fails if there is no further progress. */
  async function* resumeOnFailure(
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

  async function readWhole(key: string, timeoutMs: number): Promise<Buffer> {
    const { body, length, sha256 } = await get({ key }, undefined, { timeoutMs })
    const timer = setTimeout(() => body.destroy(new Error('too slow')), timeoutMs)
    return watch(async () => {
      try {
        const chunks: Uint8Array[] = []
        for await (const chunk of body as AsyncIterable<Uint8Array>) chunks.push(chunk)
        const bytes = Buffer.concat(chunks)
        if (length !== undefined && bytes.length !== length) throw new Error('cut off')
        if (sha256 && sha256Of(bytes) !== sha256) throw new Error('checksum mismatch')
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
        Bucket,
        Key: key,
        Body: bytes,
        ContentLength: bytes.length,
        // S3 refuses bytes that were corrupted in transit.
        ContentMD5: md5.toString('base64'),
        // Files are served only through this server, and their actual types are in the database.
        ContentType: 'application/octet-stream',
        Metadata: { sha256: sha256Of(bytes) },
      }
      await send((sdk) => new sdk.PutObjectCommand(put), { timeoutMs: waits.writeMs })
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
      return toWebStream(resumeOnFailure(file, body, { range, signal }), body)
    },
    remove: (keys) =>
      // Remove files one by one, because not every server supports removing several in one request.
      eachAtOnce(keys, MAX_S3_FILES_AT_ONCE, async (Key) => {
        await unlessMissing(send((sdk) => new sdk.DeleteObjectCommand({ Bucket, Key })))
      }),
    async *list(prefix) {
      let ContinuationToken: string | undefined
      do {
        const page = await send((sdk) => new sdk.ListObjectsV2Command({ Bucket, Prefix: prefix, ContinuationToken }))
        for (const one of page.Contents ?? []) {
          // As in a folder, a name with a leading dot is not an object.
          if (!one.Key || `/${one.Key.slice(prefix.length)}`.includes('/.') || one.Key.endsWith('/')) continue
          yield toFile(one.Key, one)
        }
        ContinuationToken = page.IsTruncated ? page.NextContinuationToken : undefined
        if (page.IsTruncated && !ContinuationToken) throw new StorageError('Unavailable')
      } while (ContinuationToken)
    },
    // A PUT does not leave partial files.
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

/** Reads from S3 only as fast as the client reads, and stops when the client disconnects. */
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
