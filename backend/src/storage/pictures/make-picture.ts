// Makes variants and share cards from a stored picture. Each is made once, even if many callers request it at the same
// time, and is then cached on disk.

import { createHash } from 'node:crypto'
import type { StorageDriver, StoredFile } from '../drivers/driver.ts'
import type { KnownFiles } from '../drivers/known-files.ts'
import { MAX_S3_FILES_AT_ONCE } from '../drivers/limits.ts'
import { StorageError } from '../errors.ts'
import { createEncodeQueue, type EncodeQueue } from './encode-queue.ts'
import { sniffFormat } from './picture.ts'
import type { VariantCache } from './variant-cache.ts'

export interface Rendered {
  bytes: Buffer
  contentType: string
  etag: string
}

interface PictureRecipe {
  /** The start of the picture's file name in the cache. Different recipes must have different names. */
  name: string
  /** The extension of the picture's file name. */
  format: string
  encode(original: Buffer): Promise<Buffer>
}

interface MakerDeps {
  driver: Pick<StorageDriver, 'read' | 'isRemote'>
  files: Pick<KnownFiles, 'find'>
  cache: VariantCache
  queueEncoding: EncodeQueue
}

/** Null if there is no such file. */
export type MakePicture = (key: string, recipe: PictureRecipe, network: string | null) => Promise<Rendered | null>

export function createPictureMaker({ driver, files, cache, queueEncoding }: MakerDeps): MakePicture {
  // Keeps encoders from waiting for S3, and limits the number of originals in memory.
  const queueReading = driver.isRemote ? createEncodeQueue(MAX_S3_FILES_AT_ONCE) : null
  const pending = new Map<string, Promise<Rendered>>()

  async function produce(
    key: string,
    path: string,
    { encode }: PictureRecipe,
    network: string | null,
  ): Promise<Rendered> {
    const cached = await cache.read(path)
    if (cached) return toRendered(cached)
    const bytes = queueReading
      ? await queueReading(network, async () => {
          const original = await driver.read(key)
          return queueEncoding(network, () => encode(original))
        })
      : await queueEncoding(network, async () => encode(await driver.read(key)))
    await cache.write(path, bytes)
    return toRendered(bytes)
  }

  return async (key, recipe, network) => {
    const source = await files.find(key)
    if (!source) return null
    const path = cache.pathOf(key, fileName(source, recipe))
    for (let other = pending.get(path); other; other = pending.get(path)) {
      const made = await other.catch(ignoreSlowDown)
      if (made) return made
    }
    const own = produce(key, path, recipe, network).finally(() => pending.delete(path))
    pending.set(path, own)
    return own
  }
}

/**
 * The first request may have been refused because of its network's limit, which must not affect requests from other
 * networks.
 */
function ignoreSlowDown(error: unknown): null {
  if (error instanceof StorageError && error.code === 'SlowDown') return null
  throw error
}

/** The file name includes the original's version, so variants of a replaced picture are never served. */
const fileName = (source: StoredFile, { name, format }: PictureRecipe) =>
  `${name}-${source.size.toString(36)}-${source.state}.${format}`

function toRendered(bytes: Buffer): Rendered {
  const format = sniffFormat(bytes) ?? 'jpeg'
  const etag = `"${createHash('sha1').update(bytes).digest('base64url')}"`
  return { bytes, contentType: `image/${format}`, etag }
}
