import { randomUUID } from 'node:crypto'
import sharp from 'sharp'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { DEFAULT_ACCENT } from '../../../../supabase/functions/_shared/accent.ts'
import { PICTURE_SIZES, pictureQuery } from '../../../../supabase/functions/_shared/picture-variants.ts'
import { SETTINGS } from '../../../../supabase/functions/_shared/settings.ts'
import { type ShareCard, shareCardPath } from '../../../../supabase/functions/_shared/share-card.ts'
import { serviceEngines } from '../../../test/engines.ts'
import { type OpenStorage, openStorage } from '../../../test/storage-harness.ts'
import { MAX_PICTURES_PER_NETWORK } from '../pictures/limits.ts'
import { photo } from '../testing/hostile-files.ts'

const PUBLIC = '/storage/v1/object/public'
/** Each picture has different content, because identical files count as one picture. */
const titleOf = (id: string) => `Audi RS6 ${id}`
const FACTS = { year: 2022, mileage: 9_000, price: 89_950.5, sold: false }

describe.each(serviceEngines)('the share card of a vehicle, on $name', (engine) => {
  let opened: OpenStorage
  beforeAll(async () => {
    opened = await openStorage(engine)
    const jpeg = await photo(300, 200).jpeg().toBuffer()
    for (const name of ['one.jpg', 'two.jpg', 'a b.jpg']) await upload('vehicle-images', name, jpeg)
    await opened.as('service').createBucket('papers', { public: false })
    await upload('papers', 'secret.jpg', jpeg)
  })
  afterAll(() => opened.close())
  afterEach(() => vi.restoreAllMocks())

  const upload = async (bucket: string, name: string, bytes: Buffer) => {
    const { error } = await opened.as('service').from(bucket).upload(name, bytes, { contentType: 'image/jpeg' })
    expect(error).toBeNull()
  }
  const get = (path: string, init?: RequestInit) => opened.request(path.replace('/storage/v1', ''), init)

  async function addVehicle(...pictures: string[]): Promise<string> {
    const id = randomUUID()
    const { year, mileage, price, sold } = FACTS
    await opened.db.query(
      `insert into public.vehicles (id, title, make, model, year, price, mileage, fuel_type, transmission, sold)
       values ($1, $2, 'Audi', 'RS6', $3, $4, $5, 'Petrol', 'Automatic', $6)`,
      [id, titleOf(id), year, price, mileage, sold],
    )
    for (const [order, address] of pictures.entries()) {
      await opened.db.query(
        'insert into public.vehicle_images (vehicle_id, image_url, display_order, is_primary) values ($1, $2, $3, $4)',
        [id, address, order, order === pictures.length - 1],
      )
    }
    return id
  }
  /** The URL as the site writes it. */
  const pathOf = (id: string, change: Partial<ShareCard> = {}) =>
    shareCardPath(id, {
      ...FACTS,
      title: titleOf(id.toLowerCase()),
      photo: `${PUBLIC}/vehicle-images/two.jpg`,
      dealer: SETTINGS.companyName.default,
      accent: DEFAULT_ACCENT,
      ...change,
    })
  const add = () => addVehicle(`${PUBLIC}/vehicle-images/one.jpg`, `${PUBLIC}/vehicle-images/two.jpg`)

  test('a share card is drawn from the first picture, is public and may be cached', async () => {
    const response = await get(pathOf(await add()))

    expect(response.status).toBe(200)
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'image/jpeg',
      'cache-control': 'public, max-age=31536000, immutable',
      'content-security-policy': "default-src 'none'; sandbox",
    })
    expect(response.headers.has('x-robots-tag')).toBe(false)
    const { width, height } = await sharp(await response.arrayBuffer()).metadata()
    expect([width, height]).toEqual([1200, 630])
  })

  test('a share card is made only once, and a matching ETag gets a 304', async () => {
    const path = pathOf(await add())
    const read = vi.spyOn(opened.driver, 'read')
    const [first] = await Promise.all([get(path), get(path), get(path)])
    const again = await get(path, { headers: { 'if-none-match': first?.headers.get('etag') ?? '' } })

    expect(again.status).toBe(304)
    expect((await get(path, { method: 'HEAD' })).headers.get('content-length')).toBe(
      first?.headers.get('content-length'),
    )
    expect(read).toHaveBeenCalledTimes(1)
  })

  test('the URL of another version redirects to the current URL without drawing a card', async () => {
    const id = await add()
    const made = await opened.filesOnDisk()
    const read = vi.spyOn(opened.driver, 'read')

    for (const path of [pathOf(id, { price: 1 }), `/storage/v1/share/vehicles/${id}/0.jpg`, pathOf(id.toUpperCase())]) {
      const response = await get(path)
      expect([response.status, response.headers.get('location')]).toEqual([302, pathOf(id)])
      expect(response.headers.get('cache-control')).toBe('no-cache')
    }
    expect(read).not.toHaveBeenCalled()
    expect(await opened.filesOnDisk()).toHaveLength(made.length)
  })

  test('a share card gets a new URL when the price or the dealer changes, and the old URL redirects to it', async () => {
    const id = await add()
    await get(pathOf(id))
    await opened.db.query('update public.vehicles set price = 80000 where id = $1', [id])

    expect((await get(pathOf(id))).headers.get('location')).toBe(pathOf(id, { price: 80_000 }))
    expect((await get(pathOf(id, { price: 80_000 }))).status).toBe(200)

    const withhold = (isWithheld: boolean) =>
      opened.db.query('update public.vehicles set price_on_application = $2 where id = $1', [id, isWithheld])
    await withhold(true)
    expect((await get(pathOf(id, { price: 80_000 }))).headers.get('location')).toBe(pathOf(id, { price: null }))
    expect((await get(pathOf(id, { price: null }))).status).toBe(200)
    await withhold(false)

    const name = (value: string) =>
      opened.db.query(
        `insert into public.config (key, value) values ('COMPANY_NAME', $1) on conflict (key) do update set value = $1`,
        [value],
      )
    await name('Marsh Motors')
    expect((await get(pathOf(id))).headers.get('location')).toBe(pathOf(id, { price: 80_000, dealer: 'Marsh Motors' }))
    await name(SETTINGS.companyName.default)
  })

  test('there is no share card for a deleted or unknown vehicle, and none under another file name', async () => {
    const id = await add()
    const path = pathOf(id)
    await get(path)
    await opened.db.query('delete from public.vehicles where id = $1', [id])

    const statuses = [
      path,
      pathOf(randomUUID()),
      pathOf('1'),
      path.replace('.jpg', '.png'),
      path.replace('.jpg', ''),
      path.replace('vehicles', 'dealers'),
      `${path}/more`,
      path.replace(/[^/]+\.jpg/, `${'a'.repeat(12)}.jpg`),
      path.replace(/[^/]+\.jpg/, '..%2f..%2fa.jpg'),
    ].map(async (wrong) => (await get(wrong)).status)
    expect(new Set(await Promise.all(statuses))).toEqual(new Set([404]))
  })

  test.each([
    ['without a picture', []],
    ['with a picture from another site', ['https://cars.example/a.jpg']],
    ['whose file is gone', [`${PUBLIC}/vehicle-images/nothing.jpg`]],
    ['with a file that is not public', [`${PUBLIC}/papers/secret.jpg`]],
    ['with a file in an unknown bucket', [`${PUBLIC}/nobodys/a.jpg`]],
    ['with an address outside the bucket', [`${PUBLIC}/vehicle-images/../papers/secret.jpg`]],
    ['with an encoded address outside the bucket', [`${PUBLIC}/vehicle-images/%2e%2e/papers/secret.jpg`]],
    ['with an address that cannot be decoded', [`${PUBLIC}/vehicle-images/%ff.jpg`]],
  ])('there is no share card for a vehicle %s', async (_what, pictures) => {
    const id = await addVehicle(...pictures)
    const response = await get(pathOf(id, { photo: pictures[0] ?? '' }))
    expect([response.status, await response.json()]).toMatchObject([404, { code: 'NoSuchKey' }])
  })

  test('a share card can be drawn from a picture whose name contains a space', async () => {
    const address = `${PUBLIC}/vehicle-images/a%20b.jpg`
    expect((await get(pathOf(await addVehicle(address), { photo: address }))).status).toBe(200)
  })

  test('a network that has reached its limit for pictures cannot get a share card', async () => {
    const path = pathOf(await add()).replace('/storage/v1', '')
    let release = () => {}
    const held = new Promise<never>((_, reject) => {
      release = () => reject(new Error('of this test'))
    })
    vi.spyOn(opened.driver, 'read').mockReturnValue(held)
    const variants = ['one.jpg', 'two.jpg', 'a%20b.jpg'].flatMap((name) =>
      PICTURE_SIZES.filter(({ isWhole }) => !isWhole).flatMap((size) =>
        ['image/webp', 'image/avif', '*/*'].map((accept) => ({
          path: `/render/image/public/vehicle-images/${name}?${pictureQuery(size)}`,
          accept,
        })),
      ),
    )
    const flood = variants
      .slice(0, MAX_PICTURES_PER_NETWORK + 1)
      .map(({ path: of, accept }) => opened.requestFrom('192.0.2.9', of, { headers: { accept } }))
    expect((await Promise.race(flood)).status).toBe(429)

    const refused = await opened.requestFrom('192.0.2.9', path)
    release()
    await Promise.all(flood)

    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '2'])
    vi.restoreAllMocks()
    expect((await opened.requestFrom('192.0.2.9', path)).status).toBe(200)
  })
})
