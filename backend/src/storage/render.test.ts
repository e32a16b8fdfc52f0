import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createFolderDriver } from './folder-driver.ts'
import { preparePicture } from './picture.ts'
import { createRenderer, encodeVariant, trimCache } from './render.ts'
import { parseVariant, type Variant } from './render-request.ts'
import { noise, photo } from './testing/hostile-files.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'forecourt-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

const variant = (query: string): Variant => parseVariant(new URLSearchParams(query), 'image/webp')
const countFiles = async (path: string) =>
  (await readdir(path, { recursive: true, withFileTypes: true })).filter((entry) => entry.isFile()).length

async function openRenderer() {
  const driver = createFolderDriver(join(folder, 'objects'))
  await driver.write('b/a.jpg', await photo(900, 600).jpeg().toBuffer())
  const cacheDir = join(folder, 'cache')
  return { driver, cacheDir, renderer: createRenderer({ driver, cacheDir, maxCacheBytes: 1e9 }) }
}

test('a variant that many ask for at once is made once, and kept', async () => {
  const { driver, cacheDir, renderer } = await openRenderer()
  const read = vi.spyOn(driver, 'read')

  const answers = await Promise.all(Array.from({ length: 20 }, () => renderer.render('b/a.jpg', variant('width=320'))))
  await renderer.render('b/a.jpg', variant('width=300'))

  expect(read).toHaveBeenCalledTimes(1)
  expect(new Set(answers.map((answer) => answer?.etag)).size).toBe(1)
  expect(await countFiles(cacheDir)).toBe(1)
  expect((await sharp(answers[0]?.bytes).metadata()).width).toBe(320)
})

test('a picture is never made larger than it is', async () => {
  const { renderer } = await openRenderer()
  const answer = await renderer.render('b/a.jpg', variant('width=1600'))
  expect((await sharp(answer?.bytes).metadata()).width).toBe(900)
})

test('a replaced picture is not answered with what the old one left', async () => {
  const { driver, cacheDir, renderer } = await openRenderer()
  const before = await renderer.render('b/a.jpg', variant('width=320'))

  await driver.write('b/a.jpg', await photo(700, 600).jpeg().toBuffer())
  await renderer.forget(['b/a.jpg'])
  const after = await renderer.render('b/a.jpg', variant('width=320'))

  expect(after?.etag).not.toBe(before?.etag)
  expect(await countFiles(cacheDir)).toBe(1)
})

test('a picture that is not there is none', async () => {
  const { renderer } = await openRenderer()
  expect(await renderer.render('b/missing.jpg', variant('width=320'))).toBeNull()
})

test('the cache stays under its limit', async () => {
  const { cacheDir, renderer } = await openRenderer()
  for (const width of [160, 320, 480, 640]) await renderer.render('b/a.jpg', variant(`width=${width}`))

  await trimCache(cacheDir, 10_000)

  expect(await countFiles(cacheDir)).toBeLessThan(4)
})

test('a 12-megapixel photograph weighs at most 40 kB on a phone, however busy it is', async () => {
  const { bytes } = await preparePicture(await busyPhoto(4000, 3000), 'image/jpeg')

  for (const width of [320, 480, 640, 800]) {
    const light = await encodeVariant(bytes, variant(`width=${width}`))
    expect(light.length).toBeLessThanOrEqual(40_000)
    expect((await sharp(light).metadata()).width).toBe(width)
  }
}, 120_000)

/** Detail at every scale, as leaves and gravel have it: harder on an encoder than a car in front of a wall. */
async function busyPhoto(width: number, height: number): Promise<Buffer> {
  const layer = async (side: number) => {
    const grain = await noise(side, (side * 3) / 4)
      .png()
      .toBuffer()
    const input = await sharp(grain).resize(width, height).png({ compressionLevel: 1 }).toBuffer()
    return { input, blend: 'soft-light' as const }
  }
  const layers = await Promise.all([16, 128, 1024].map(layer))
  const ground = { create: { width, height, channels: 3 as const, background: '#6d7a85' } }
  return sharp(ground).composite(layers).jpeg({ quality: 90 }).toBuffer()
}
