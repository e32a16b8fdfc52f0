import { mkdtemp, rm, stat, utimes } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import sharp from 'sharp'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createFolderDriver } from '../drivers/folder-driver.ts'
import { walkFolder } from '../drivers/walk-folder.ts'
import { parseVariant, type Variant } from '../routes/render-request.ts'
import { noise, photo } from '../testing/hostile-files.ts'
import { createEncodeQueue } from './encode-queue.ts'
import { MAX_PICTURES_PER_NETWORK } from './limits.ts'
import { createPictureMaker } from './make-picture.ts'
import { preparePicture } from './picture.ts'
import { createRenderer, encodeVariant } from './render.ts'
import { createVariantCache, trimCache } from './variant-cache.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'forecourt-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

const variant = (query: string): Variant => parseVariant(new URLSearchParams(query), 'image/webp')
async function filesIn(path: string): Promise<string[]> {
  const files: string[] = []
  for await (const file of walkFolder(path)) files.push(file)
  return files
}

async function openRenderer() {
  const driver = createFolderDriver(join(folder, 'objects'))
  await driver.write('b/a.jpg', await photo(900, 600).jpeg().toBuffer())
  const cacheDir = join(folder, 'cache')
  const cache = createVariantCache({ folder: cacheDir, maxBytes: 1e9, watchDisk: (write) => write() })
  const queueEncoding = createEncodeQueue(1)
  const render = createRenderer(createPictureMaker({ driver, files: driver, cache, queueEncoding }))
  return { driver, cache, cacheDir, queueEncoding, render }
}

test('a variant that is requested many times at once is made only once and then cached', async () => {
  const { driver, cacheDir, render } = await openRenderer()
  const read = vi.spyOn(driver, 'read')

  const rendered = await Promise.all(Array.from({ length: 20 }, () => render('b/a.jpg', variant('width=320'), 'a')))
  await render('b/a.jpg', variant('width=320'), 'b')

  expect(read).toHaveBeenCalledTimes(1)
  expect(new Set(rendered.map((one) => one?.etag)).size).toBe(1)
  expect(await filesIn(cacheDir)).toHaveLength(1)
  expect((await sharp(rendered[0]?.bytes).metadata()).width).toBe(320)
})

test('a picture is never enlarged', async () => {
  const { render } = await openRenderer()
  const rendered = await render('b/a.jpg', variant('width=1600'), 'a')
  expect((await sharp(rendered?.bytes).metadata()).width).toBe(900)
})

test('a picture that replaces another is not served from the old picture’s variants', async () => {
  const { driver, cache, cacheDir, render } = await openRenderer()
  const before = await render('b/a.jpg', variant('width=320'), 'a')

  await driver.write('b/a.jpg', await photo(700, 600).jpeg().toBuffer())
  await cache.forget(['b/a.jpg'])
  const after = await render('b/a.jpg', variant('width=320'), 'a')

  expect(after?.etag).not.toBe(before?.etag)
  expect(await filesIn(cacheDir)).toHaveLength(1)
})

test('a picture that does not exist is not rendered', async () => {
  const { render } = await openRenderer()
  expect(await render('b/missing.jpg', variant('width=320'), 'a')).toBeNull()
})

test('if another network’s request for a picture is refused, a request that waited for it is then handled for its own network', async () => {
  const { driver, queueEncoding, render } = await openRenderer()
  // The picture is found immediately, so that the two requests are handled in order.
  vi.spyOn(driver, 'find').mockResolvedValue(await driver.find('b/a.jpg'))
  let release = () => {}
  const busy = queueEncoding(
    null,
    () =>
      new Promise<void>((resolve) => {
        release = resolve
      }),
  )
  const waiting = Array.from({ length: MAX_PICTURES_PER_NETWORK }, () => queueEncoding('greedy', async () => {}))

  const [refused, shown] = [
    render('b/a.jpg', variant('width=320'), 'greedy'),
    render('b/a.jpg', variant('width=320'), 'visitor'),
  ]

  await expect(refused).rejects.toMatchObject({ code: 'SlowDown' })
  release()
  expect((await shown)?.contentType).toBe('image/webp')
  await Promise.all([busy, ...waiting])
})

test('a full cache removes the least recently used variants', async () => {
  const first = await openRenderer()
  for (const width of [160, 320, 480, 640]) await first.render('b/a.jpg', variant(`width=${width}`), 'a')
  const files = await filesIn(first.cacheDir)
  // The variants were made in this order long ago. Then the site is restarted and a visitor requests the oldest variant.
  const order = files.sort((a, b) => widthIn(a) - widthIn(b))
  for (const [i, path] of order.entries()) await utimes(path, 1_000_000 + i, 1_000_000 + i)
  const second = await openSameAgain(first)
  await second('b/a.jpg', variant('width=160'), 'a')

  const sizes = await Promise.all(order.map(async (path) => (await stat(path)).size))
  await trimCache(first.cacheDir, (sizes[0] ?? 0) + (sizes[3] ?? 0))

  expect((await filesIn(first.cacheDir)).map(widthIn).sort((a, b) => a - b)).toEqual([160, 640])
})

const widthIn = (path: string) => Number.parseInt(basename(path), 10)

async function openSameAgain({ driver, cacheDir, queueEncoding }: Awaited<ReturnType<typeof openRenderer>>) {
  const cache = createVariantCache({ folder: cacheDir, maxBytes: 1e9, watchDisk: (write) => write() })
  return createRenderer(createPictureMaker({ driver, files: driver, cache, queueEncoding }))
}

// Making and encoding the photograph takes longer than all other tests in this file together.
test.runIf(process.env.TEST_LONG)(
  'each phone-sized variant of a 12-megapixel photograph is at most 40 kB, however detailed the photograph',
  async () => {
    const { bytes } = await preparePicture(await busyPhoto(4000, 3000), 'image/jpeg')

    for (const width of [320, 480, 640, 800]) {
      const light = await encodeVariant(bytes, variant(`width=${width}`))
      expect(light.length).toBeLessThanOrEqual(40_000)
      expect((await sharp(light).metadata()).width).toBe(width)
    }
  },
  120_000,
)

/** Detail at every scale, like leaves and gravel, is harder to encode than a car in front of a wall. */
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
