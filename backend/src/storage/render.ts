// Pictures in the size that a page asks for: made once, kept on disk, one flight a variant.

import { createHash } from 'node:crypto'
import { mkdir, readdir, readFile, rm, stat, unlink } from 'node:fs/promises'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import type { OutputInfo, Sharp } from 'sharp'
import type { StorageDriver, StoredFile } from './driver.ts'
import { StorageError } from './errors.ts'
import { writeAtomically } from './folder-driver.ts'
import { createGate } from './gate.ts'
import { open, sniffFormat } from './picture.ts'
import type { RenderFormat, Variant } from './render-request.ts'

export interface Rendered {
  bytes: Buffer
  contentType: string
  etag: string
}

interface RendererDeps {
  driver: StorageDriver
  cacheDir: string
  maxCacheBytes: number
}

// A phone's list shows pictures up to this width; there they have to be light.
const LIST_WIDTH = 800
const LIST_BYTES = 40_000
const QUALITY_STEPS = [74, 62, 50, 38, 26]
const PAGE_QUALITY = 76

export type Renderer = ReturnType<typeof createRenderer>

export function createRenderer({ driver, cacheDir, maxCacheBytes }: RendererDeps) {
  const encodeInTurn = createGate(availableParallelism())
  const flights = new Map<string, Promise<Rendered>>()
  let written = 0

  /** The picture, or none when there is no such file. */
  async function render(key: string, variant: Variant): Promise<Rendered | null> {
    const source = await driver.find(key)
    if (!source) return null
    const path = join(folderOf(key), variantName(source, variant))
    const flight = flights.get(path) ?? produce(key, path, variant).finally(() => flights.delete(path))
    flights.set(path, flight)
    return flight
  }

  async function produce(key: string, path: string, variant: Variant): Promise<Rendered> {
    const kept = await readFile(path).catch(() => null)
    if (kept) return toRendered(kept)
    const bytes = await encodeInTurn(async () => encodeVariant(await driver.read(key), variant))
    // A full disk must not keep a picture from being shown.
    await writeAtomically(path, bytes).catch(() => {})
    written += bytes.length
    if (written > maxCacheBytes / 10) {
      written = 0
      void trimCache(cacheDir, maxCacheBytes).catch(() => {})
    }
    return toRendered(bytes)
  }

  const folderOf = (key: string) => {
    const hash = createHash('sha256').update(key).digest('hex')
    return join(cacheDir, hash.slice(0, 2), hash.slice(2, 34))
  }

  /** Drops what was made from files that are gone or replaced. */
  async function forget(keys: readonly string[]): Promise<void> {
    for (const key of keys) await rm(folderOf(key), { recursive: true, force: true })
  }

  return { render, forget }
}

/** Names the original's state too, so a replaced picture is never answered from what the old one left. */
function variantName(source: StoredFile, { width, height, resize, quality, format }: Variant): string {
  const state = `${source.size.toString(36)}-${source.modifiedAt.getTime().toString(36)}`
  return `${width ?? 'a'}x${height ?? 'a'}-${resize}-q${quality ?? 'a'}-${state}.${format}`
}

function toRendered(bytes: Buffer): Rendered {
  const format = sniffFormat(bytes) ?? 'jpeg'
  const etag = `"${createHash('sha1').update(bytes).digest('base64url')}"`
  return { bytes, contentType: `image/${format}`, etag }
}

export async function encodeVariant(original: Buffer, variant: Variant): Promise<Buffer> {
  const sniffed = sniffFormat(original)
  if (!sniffed) throw new StorageError('InvalidRequest', 'The source is not a picture')
  const format: RenderFormat = variant.format === 'origin' ? (sniffed === 'gif' ? 'png' : sniffed) : variant.format
  const { width, height, resize } = variant
  const fit = resize === 'contain' ? 'inside' : resize
  const sized = open(original).resize({
    width: width ?? undefined,
    height: height ?? undefined,
    fit,
    withoutEnlargement: !(width && height),
  })
  if (variant.quality) return encodeAs(sized, format, variant.quality)
  if (!width || width > LIST_WIDTH) return encodeAs(sized, format, PAGE_QUALITY)
  const pixels = await sized.raw().toBuffer({ resolveWithObject: true })
  return encodeLight(pixels, format)
}

/** Busy photographs take the quality at which they are light enough for a list; calm ones never notice. */
async function encodeLight(pixels: { data: Buffer; info: OutputInfo }, format: RenderFormat): Promise<Buffer> {
  const { width, height, channels } = pixels.info
  let lightest: Buffer | undefined
  for (const quality of QUALITY_STEPS) {
    lightest = await encodeAs(open(pixels.data, { width, height, channels }), format, quality)
    if (lightest.length <= LIST_BYTES || format === 'png') break
  }
  return lightest as Buffer
}

function encodeAs(image: Sharp, format: RenderFormat, quality: number): Promise<Buffer> {
  switch (format) {
    case 'webp':
      return image.webp({ quality, effort: 4 }).toBuffer()
    case 'avif':
      return image.avif({ quality: Math.round(quality * 0.68), effort: 2 }).toBuffer()
    case 'jpeg':
      return image.jpeg({ quality, progressive: true }).toBuffer()
    case 'png':
      return image.png({ compressionLevel: 8 }).toBuffer()
  }
}

/** Keeps the folder under its limit by removing what was made longest ago. */
export async function trimCache(cacheDir: string, maxBytes: number): Promise<void> {
  await mkdir(cacheDir, { recursive: true })
  const files: { path: string; size: number; made: number }[] = []
  for (const entry of await readdir(cacheDir, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue
    const path = join(entry.parentPath, entry.name)
    const info = await stat(path).catch(() => null)
    if (info) files.push({ path, size: info.size, made: info.mtimeMs })
  }
  let total = files.reduce((sum, file) => sum + file.size, 0)
  for (const file of files.sort((a, b) => a.made - b.made)) {
    if (total <= maxBytes) break
    await unlink(file.path).catch(() => {})
    total -= file.size
  }
}
