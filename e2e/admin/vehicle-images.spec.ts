import { readFile } from 'node:fs/promises'
import { crc32, deflateSync } from 'node:zlib'
import type { Locator, Page } from '@playwright/test'
import { holdBack } from '../fixtures/hold-back.ts'
import { LONG } from '../fixtures/test.ts'
import {
  breakRequests,
  choosePictures,
  drawPicture,
  expect,
  expectMessage,
  imageTiles,
  restoreRequests,
  test,
} from './office.ts'

/** Of 24 x 16 pixels. */
const picture = (page: Page, name: string, colour: string) => drawPicture(page, { name, colour, width: 24, height: 16 })

const MAX_BYTES = 5 * 1024 * 1024

const images = (page: Page) => page.getByRole('region', { name: 'Vehicle Images' })
const tiles = imageTiles
const choose = choosePictures

test('pictures can be uploaded, reordered and saved, and the first becomes the primary picture', async ({
  page,
  open,
  rest,
  createVehicle,
}) => {
  const vehicle = await createVehicle()
  await open(`/admin/vehicles/edit/${vehicle.id}`)
  const uploads: { path: string; headers: Record<string, string> }[] = []
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (request.method() === 'POST' && pathname.includes('/object/'))
      uploads.push({ path: pathname, headers: request.headers() })
  })

  await choose(page, [
    await picture(page, 'red.png', 'red'),
    await picture(page, 'blue.png', 'blue'),
    await picture(page, 'lime.png', 'lime'),
  ])
  await expectMessage(page, '3 image(s) uploaded successfully')
  await expect(tiles(page)).toHaveCount(3)
  expect(uploads).toHaveLength(3)
  for (const { path, headers } of uploads) {
    expect(path).toMatch(/^\/storage\/v1\/object\/vehicle-images\/vehicles\/\d{13}-[0-9a-f]+\.png$/)
    expect(headers['x-upsert']).toBe('false')
  }
  await expect(images(page).getByText('Primary', { exact: true })).toHaveCount(1)

  await expect(images(page).getByRole('button', { name: 'Move image 1 left' })).toBeDisabled()
  await expect(images(page).getByRole('button', { name: 'Move image 3 right' })).toBeDisabled()
  await images(page).getByRole('button', { name: 'Move image 3 left' }).click()
  await images(page).getByRole('button', { name: 'Move image 2 left' }).click()
  await images(page).getByRole('button', { name: 'Remove image 3' }).click()
  await expect(tiles(page)).toHaveCount(2)
  await page.getByRole('button', { name: 'Update vehicle' }).click()
  await expectMessage(page, 'Vehicle updated successfully!')

  const saved = await rest<{ image_url: string; is_primary: boolean; display_order: number }[]>(
    `vehicle_images?vehicle_id=eq.${vehicle.id}&order=display_order`,
  )
  expect(saved.map(({ is_primary, display_order }) => [is_primary, display_order])).toEqual([
    [true, 0],
    [false, 1],
  ])
  for (const { image_url } of saved) {
    expect(image_url).toMatch(/^\/storage\/v1\/object\/public\/vehicle-images\/vehicles\//)
    const served = await page.request.get(image_url)
    expect(served.status()).toBe(200)
    expect(served.headers()['cache-control']).toContain('86400')
  }
})

test('a picture’s controls are below it, and pictures can be reordered by dragging', async ({
  page,
  open,
  createVehicle,
  rest,
}) => {
  const [first = '', second = ''] = (
    await rest<{ image_url: string }[]>('vehicle_images?select=image_url&limit=2')
  ).map(({ image_url }) => image_url)
  const vehicle = await createVehicle({ images: [first, second] })
  await open(`/admin/vehicles/edit/${vehicle.id}`)
  await images(page).getByText('Primary', { exact: true }).scrollIntoViewIfNeeded()
  const shownAs = await images(page).getByRole('img', { name: 'Vehicle image 1' }).boundingBox()
  const bottom = (shownAs?.y ?? 0) + (shownAs?.height ?? 0)

  for (const name of ['Move image 1 left', 'Move image 1 right', 'Remove image 1']) {
    const control = await images(page).getByRole('button', { name }).boundingBox()
    expect(control?.y).toBeGreaterThanOrEqual(Math.floor(bottom))
  }
  const primary = await images(page).getByText('Primary', { exact: true }).boundingBox()
  expect(primary?.y).toBeGreaterThanOrEqual(Math.floor(bottom))

  await images(page).getByRole('listitem').nth(1).dragTo(images(page).getByRole('listitem').nth(0))
  await page.getByRole('button', { name: 'Update vehicle' }).click()

  await expectMessage(page, 'Vehicle updated successfully!')
  const saved = await rest<{ image_url: string }[]>(`vehicle_images?vehicle_id=eq.${vehicle.id}&order=display_order`)
  expect(saved.map(({ image_url }) => image_url)).toEqual([second, first])
})

test('files can be chosen, dropped or pasted, uploads show their progress and can be retried, and large pictures are resized', async ({
  page,
  open,
}) => {
  await open('/admin/vehicles/add')
  await expectDropAndPaste(page)

  await breakRequests(page, '/storage/v1/object/vehicle-images/', 'POST')
  await choose(page, [await picture(page, 'red.png', 'red')])
  await expectMessage(page, 'Failed to upload images. Please try again.')

  await restoreRequests(page, '/storage/v1/object/vehicle-images/')
  await images(page).getByRole('button', { name: 'Try again' }).click()
  await expect(tiles(page)).toHaveCount(3)

  await test.step('an upload whose connection is lost continues by itself once it is back', async () => {
    await breakRequests(page, '/storage/v1/object/vehicle-images/', 'POST', 'network')
    await choose(page, [await picture(page, 'lime.png', 'lime')])
    await expect(images(page).getByText('No connection. We’ll try again.')).toBeVisible()
    await restoreRequests(page, '/storage/v1/object/vehicle-images/')
    await page.evaluate(() => window.dispatchEvent(new Event('online')))
    await expect(tiles(page)).toHaveCount(4)
  })

  const release = await holdBack(page, '**/storage/v1/object/vehicle-images/**')

  await choose(page, [await picture(page, 'red.png', 'red'), await picture(page, 'blue.png', 'blue')])
  for (const name of ['red.png', 'blue.png']) {
    await expect(page.getByRole('progressbar', { name: `Uploading ${name}` })).toBeVisible()
  }
  await expect(page.getByRole('button', { name: 'Add vehicle' })).toBeDisabled()

  release()
  await expectMessage(page, '2 image(s) uploaded successfully')
  await expect(tiles(page)).toHaveCount(6)
  await expectResize(page)
})

/** While there are no pictures, the drop zone is as wide as the form. */
async function expectDropAndPaste(page: Page) {
  const [form, zone] = [page.getByRole('main').locator('form'), images(page).getByText('Upload images').locator('..')]
  const width = async (part: Locator) => (await part.boundingBox())?.width ?? 0
  expect(await width(zone)).toBeGreaterThan(0.9 * (await width(form)))
  await expect(images(page)).toBeVisible()
  const red = (await picture(page, 'red.png', 'red')).buffer.toString('base64')

  for (const [index, kind] of (['drop', 'paste'] as const).entries()) {
    await page.evaluate(
      ({ base64, kind }) => {
        const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0))
        const data = new DataTransfer()
        data.items.add(new File([bytes], 'red.png', { type: 'image/png' }))
        const target = document.querySelector('input[type=file]')?.parentElement ?? document.body
        const event =
          kind === 'drop'
            ? new DragEvent('drop', { dataTransfer: data, bubbles: true, cancelable: true })
            : new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true })
        target.dispatchEvent(event)
      },
      { base64: red, kind },
    )
    await expect(tiles(page)).toHaveCount(index + 1)
  }
  await expectMessage(page, '1 image(s) uploaded successfully')
}

/** A black PNG that is not compressed. */
function largePicture(name: string) {
  const side = 1400
  const header = Buffer.alloc(13)
  header.writeUInt32BE(side, 0)
  header.writeUInt32BE(side, 4)
  // Eight bits per channel, red, green and blue.
  header.set([8, 2], 8)
  const chunk = (type: string, data: Buffer) => {
    const [length, checksum] = [Buffer.alloc(4), Buffer.alloc(4)]
    const body = Buffer.concat([Buffer.from(type), data])
    length.writeUInt32BE(data.length)
    checksum.writeUInt32BE(crc32(body))
    return Buffer.concat([length, body, checksum])
  }
  const pixels = deflateSync(Buffer.alloc(side * (1 + side * 3)), { level: 0 })
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
  const buffer = Buffer.concat([
    signature,
    chunk('IHDR', header),
    chunk('IDAT', pixels),
    chunk('IEND', Buffer.alloc(0)),
  ])
  return { name, mimeType: 'image/png', buffer }
}

async function expectResize(page: Page) {
  const large = largePicture('forecourt.png')
  expect(large.buffer.length).toBeGreaterThan(MAX_BYTES)
  const sent = page.waitForRequest((request) => request.method() === 'POST' && request.url().includes('/object/'))

  const before = await tiles(page).count()
  await choose(page, [large])

  await expect(tiles(page)).toHaveCount(before + 1)
  // The storage service itself enforces the 5 MB limit.
  expect(new URL((await sent).url()).pathname).toMatch(/\.jpg$/)
}

test('an iPhone photo is accepted, and the HEIC decoder is loaded only when needed', async ({ page, open }) => {
  const decoder: string[] = []
  page.on('request', (request) => {
    if (/heic|heif/.test(new URL(request.url()).pathname)) decoder.push(request.url())
  })
  await open('/admin/vehicles/add')
  await choose(page, [await picture(page, 'red.png', 'red')])
  await expect(tiles(page)).toHaveCount(1)
  expect(decoder).toEqual([])

  // The left half is red, the right half blue. On a system that doesn't support HEIC, the file has no type.
  const buffer = await readFile(new URL('../fixtures/photograph.heic', import.meta.url))
  await choose(page, [{ name: 'IMG_0001.HEIC', mimeType: '', buffer }])
  await expect(tiles(page)).toHaveCount(2)
  await tiles(page).nth(1).scrollIntoViewIfNeeded()
  const address = await images(page).getByRole('img', { name: 'Vehicle image 2' }).getAttribute('src')
  expect(address).toContain('.jpg')
  const colours = await page.evaluate(async (src) => {
    const image = new Image()
    // A hosted project is on a different origin, and a canvas can read its pictures only with CORS.
    image.crossOrigin = 'anonymous'
    image.src = src
    await image.decode()
    const context = document.createElement('canvas').getContext('2d')
    context?.drawImage(image, 0, 0, 2, 1)
    return [...(context?.getImageData(0, 0, 2, 1).data ?? [])]
  }, address ?? '')
  expect(colours[0]).toBeGreaterThan(150)
  expect(colours[6]).toBeGreaterThan(150)

  await choose(page, [{ name: 'damaged.heic', mimeType: 'image/heic', buffer: Buffer.from('hello') }])
  await expect(images(page).getByRole('alert')).toHaveText('File damaged.heic is not a valid image format')
})

test('a file that is not a picture, cannot be resized or would be an eleventh picture is refused, and its tile shows the reason', async ({
  page,
  open,
  createVehicle,
  rest,
}) => {
  const [{ image_url: known } = { image_url: '' }] = await rest<{ image_url: string }[]>(
    'vehicle_images?select=image_url&limit=1',
  )
  const nine = Array.from({ length: 9 }, (_, index) => `${known}?${index}`)
  const vehicle = await createVehicle({ images: nine })
  await open(`/admin/vehicles/edit/${vehicle.id}`)
  await expect(images(page)).toContainText('9 of 10.')
  await expect(tiles(page)).toHaveCount(9)
  const red = await picture(page, 'red.png', 'red')
  const refused = (words: string) =>
    images(page)
      .getByRole('listitem')
      .filter({ has: page.getByRole('alert').getByText(words, { exact: true }) })
  const again = (words: string) => refused(words).getByRole('button', { name: 'Try again' })

  for (const [name, mimeType] of [
    ['notes.txt', 'text/plain'],
    ['damaged.jpg', 'image/jpeg'],
  ] as const) {
    await choose(page, [{ name, mimeType, buffer: Buffer.from('hello') }])
    const words = `File ${name} is not a valid image format`
    await expect(refused(words)).toBeVisible()
    await expect(again(words)).toHaveCount(0)
    await refused(words).getByRole('button', { name: 'Remove', exact: true }).click()
    await expect(refused(words)).toHaveCount(0)
  }
  await choose(page, [{ name: 'huge.jpg', mimeType: 'image/jpeg', buffer: Buffer.alloc(MAX_BYTES + 1) }])
  await expect(refused('File huge.jpg is too large. Maximum size is 5MB.')).toBeVisible()
  await expect(again('File huge.jpg is too large. Maximum size is 5MB.')).toHaveCount(0)

  await choose(page, [red, { ...red, name: 'left.png' }, { ...red, name: 'right.png' }])
  await expect(refused('Maximum 10 images allowed')).toContainText('left.png, right.png')
  await expect(tiles(page)).toHaveCount(10)
  for (const _ of ['left', 'right']) await images(page).getByRole('button', { name: 'Remove image 9' }).click()
  await again('Maximum 10 images allowed').click()
  await expect(tiles(page)).toHaveCount(10)
})

// The service's part is in collect.test.ts, and the draft's rules are in vehicle-draft.test.ts.
test(
  'an old draft is saved with whichever of its pictures can be recovered',
  LONG,
  async ({ page, open, site, rest, createVehicle }) => {
    const vehicle = await createVehicle()
    const draftKey = `forecourt-draft-vehicle-${vehicle.id}`
    await open(`/admin/vehicles/edit/${vehicle.id}`)
    await choose(page, [await picture(page, 'red.png', 'red')])
    await expect(tiles(page)).toHaveCount(1)
    const draft = () => page.evaluate((key) => window.localStorage.getItem(key) ?? '', draftKey)
    await expect.poll(draft).toContain('/vehicle-images/')
    const [address = ''] = /\/storage[^"]+/.exec(await draft()) ?? []

    // Simulates a picture that went to the trash after a day, and an older picture that is gone for good.
    const { secretKey } = site.keys
    await page.request.delete(site.backendUrl + address.replace('/public/', '/'), {
      headers: { authorization: `Bearer ${secretKey}` },
    })
    expect((await page.request.get(address)).ok()).toBe(false)
    await page.evaluate(
      ([key = '', gone]) => {
        const kept = JSON.parse(window.localStorage.getItem(key) ?? '')
        kept.values.images.push({ image_url: gone, caption: '' })
        window.localStorage.setItem(key, JSON.stringify(kept))
      },
      [draftKey, '/storage/v1/object/public/vehicle-images/vehicles/gone.png'],
    )
    await page.reload()
    await page.getByRole('button', { name: 'Restore draft' }).click()

    await expectMessage(page, 'One of this draft’s pictures is no longer available. Please upload it again.')
    await expect(tiles(page)).toHaveCount(1)
    await page.getByRole('button', { name: 'Update vehicle' }).click()
    await expectMessage(page, 'Vehicle updated successfully!')
    const saved = await rest<{ image_url: string }[]>(`vehicle_images?vehicle_id=eq.${vehicle.id}`)
    expect(saved.map(({ image_url }) => image_url)).toEqual([address])
    expect((await page.request.get(address)).status()).toBe(200)
  },
)
