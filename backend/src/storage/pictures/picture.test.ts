import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { StorageError } from '../errors.ts'
import { hostileFiles, photo } from '../testing/hostile-files.ts'
import { preparePicture, sniffFormat } from './picture.ts'

describe('a hostile file is refused', async () => {
  test.each(await hostileFiles())('a hostile file is refused: $title', async ({ bytes, type }) => {
    const refused = await preparePicture(bytes, type).catch((error: unknown) => error)

    expect(refused).toBeInstanceOf(StorageError)
    expect((refused as StorageError).message).toMatch(/not supported|damaged|megapixels/)
  })
})

test.each(['jpeg', 'png', 'webp', 'avif', 'gif'] as const)(
  'a %s is accepted, whatever its declared type',
  async (format) => {
    const bytes = await photo(300, 200).toFormat(format).toBuffer()

    const picture = await preparePicture(bytes, 'text/html')

    expect(picture).toMatchObject({ contentType: `image/${format}`, width: 300, height: 200 })
    expect(sniffFormat(picture.bytes)).toBe(format)
  },
)

test('a photograph is turned upright, and the location where it was taken is removed', async () => {
  const bytes = await photo(300, 200)
    .withExif({ IFD0: { Artist: 'Somebody' }, IFD3: { GPSLatitude: '52/1 34/1 0/1', GPSLatitudeRef: 'N' } })
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toBuffer()
  expect((await sharp(bytes).metadata()).exif).toBeDefined()

  const picture = await preparePicture(bytes, 'image/jpeg')

  const { exif, orientation, width, height } = await sharp(picture.bytes).metadata()
  expect({ exif, orientation, width, height }).toEqual({
    exif: undefined,
    orientation: undefined,
    width: 200,
    height: 300,
  })
  expect(picture.bytes.includes('Somebody')).toBe(false)
})

test('an HTML page appended to a picture is removed before the picture is stored', async () => {
  const bytes = Buffer.concat([await photo(300, 200).jpeg().toBuffer(), Buffer.from('<script>alert(1)</script>')])

  const picture = await preparePicture(bytes, 'image/jpeg')

  expect(picture.bytes.includes('<script>')).toBe(false)
})

test('a large photograph is scaled down to a size that a screen can show and gets a tiny placeholder', async () => {
  const picture = await preparePicture(await photo(4000, 3000).jpeg().toBuffer(), 'image/jpeg')

  expect(picture).toMatchObject({ width: 2560, height: 1920 })
  expect(picture.placeholder).toMatch(/^data:image\/webp;base64,[A-Za-z0-9+/=]{60,600}$/)
})
