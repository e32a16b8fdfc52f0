// Pictures made of a stored one: made once, kept on disk, one flight each, whatever is made of it.

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

export interface Making {
  /** What it is called in the picture's folder; two that differ never have one name. */
  name: string
  /** The end of its name. */
  format: string
  encode(original: Buffer): Promise<Buffer>
}

interface MakerDeps {
  driver: Pick<StorageDriver, 'read' | 'isRemote'>
  files: Pick<KnownFiles, 'find'>
  cache: VariantCache
  encodeInTurn: EncodeQueue
}

/** The picture, or none when there is no such file. */
export type MakePicture = (key: string, making: Making, network: string | null) => Promise<Rendered | null>

export function createPictureMaker({ driver, files, cache, encodeInTurn }: MakerDeps): MakePicture {
  // No encoder waits for S3, and no more pictures than these lie in memory.
  const readInTurn = driver.isRemote ? createEncodeQueue(MAX_S3_FILES_AT_ONCE) : null
  const flights = new Map<string, Promise<Rendered>>()

  async function produce(key: string, path: string, { encode }: Making, network: string | null): Promise<Rendered> {
    const kept = await cache.read(path)
    if (kept) return toRendered(kept)
    const bytes = readInTurn
      ? await readInTurn(network, async () => {
          const original = await driver.read(key)
          return encodeInTurn(network, () => encode(original))
        })
      : await encodeInTurn(network, async () => encode(await driver.read(key)))
    await cache.write(path, bytes)
    return toRendered(bytes)
  }

  return async (key, making, network) => {
    const source = await files.find(key)
    if (!source) return null
    const path = cache.pathOf(key, fileName(source, making))
    for (let flight = flights.get(path); flight; flight = flights.get(path)) {
      const made = await flight.catch(unlessTurnedAway)
      if (made) return made
    }
    const flight = produce(key, path, making, network).finally(() => flights.delete(path))
    flights.set(path, flight)
    return flight
  }
}

/** Whoever asked first may wait for too many already; that is not the next one's fault. */
function unlessTurnedAway(error: unknown): null {
  if (error instanceof StorageError && error.code === 'SlowDown') return null
  throw error
}

/** Names the original's state too, so a replaced picture is never answered from what the old one left. */
const fileName = (source: StoredFile, { name, format }: Making) =>
  `${name}-${source.size.toString(36)}-${source.state}.${format}`

function toRendered(bytes: Buffer): Rendered {
  const format = sniffFormat(bytes) ?? 'jpeg'
  const etag = `"${createHash('sha1').update(bytes).digest('base64url')}"`
  return { bytes, contentType: `image/${format}`, etag }
}
