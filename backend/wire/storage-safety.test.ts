import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { hostileFiles, photo } from '../src/storage/testing/hostile-files.ts'
import { engines } from '../test/engines.ts'
import { type OpenStorage, openStorage } from '../test/storage-harness.ts'

const BUCKET = 'vehicle-images'

describe.each(engines)('what is refused and what is cleared away, on $name', (engine) => {
  let opened: OpenStorage
  beforeAll(async () => {
    opened = await openStorage(engine)
  })
  afterAll(() => opened.close())

  const admin = () => opened.as('admin').from(BUCKET)
  const picture = async () => new Blob([new Uint8Array(await photo(60, 40).jpeg().toBuffer())], { type: 'image/jpeg' })
  const leftBehind = async () => ({
    files: await opened.filesOnDisk(),
    rows: (await opened.db.query('select name from storage.objects')).rows,
  })

  test('every hostile file is refused with its reason, and nothing is left behind', async () => {
    for (const { title, bytes, type } of await hostileFiles()) {
      const form = await admin().upload('hostile.jpg', new Blob([new Uint8Array(bytes)], { type }))
      const raw = await admin().upload('hostile.jpg', new Uint8Array(bytes), { contentType: type })
      for (const { error } of [form, raw]) {
        expect(error?.message, title).toMatch(/is not supported|damaged|megapixels|No content provided/)
      }
    }
    expect(await leftBehind()).toEqual({ files: [], rows: [] })
  })

  test('one byte over 5 MB is too much, whether its length is announced or not', async () => {
    const bytes = new Uint8Array(5 * 1024 * 1024 + 1)
    bytes.set(new Uint8Array(await photo(60, 40).jpeg().toBuffer()))
    const endless = new ReadableStream<Uint8Array>({ pull: (stream) => stream.enqueue(bytes.subarray(0, 65_536)) })

    const answers = [
      await admin().upload('large.jpg', new Blob([bytes], { type: 'image/jpeg' })),
      await admin().upload('large.jpg', bytes, { contentType: 'image/jpeg' }),
      await admin().upload('large.jpg', endless, { contentType: 'image/jpeg', duplex: 'half' }),
    ]

    for (const { error } of answers) {
      expect(error).toMatchObject({ statusCode: '413', message: 'The object exceeded the maximum allowed size' })
    }
    expect(await leftBehind()).toEqual({ files: [], rows: [] })
  })

  test.each(['a%00b', `long${'('.repeat(300)}`, 'a%2fb', '%ff'])(
    'no bucket is called %s, and nothing fails',
    async (bucket) => {
      const headers = { authorization: 'Bearer admin', 'content-type': 'application/json' }
      const body = JSON.stringify({ prefix: '', prefixes: ['a.jpg'] })
      for (const [method, path] of [
        ['GET', `/bucket/${bucket}`],
        ['POST', `/object/list/${bucket}`],
        ['DELETE', `/object/${bucket}`],
        ['GET', `/object/${bucket}/a.jpg`],
        ['GET', `/object/public/${bucket}/a.jpg`],
        ['GET', `/object/info/${bucket}/a.jpg`],
        ['GET', `/render/image/public/${bucket}/a.jpg?width=480`],
        ['POST', `/object/${bucket}/a.jpg`],
      ] as const) {
        const answer = await opened.request(path, { method, headers, ...(method === 'GET' ? {} : { body }) })
        expect([path, answer.status >= 400 && answer.status < 500]).toEqual([path, true])
      }
    },
  )

  test('a listing by what no text can hold is refused', async () => {
    const headers = { authorization: 'Bearer admin', 'content-type': 'application/json' }
    for (const listing of [{ prefix: '\0' }, { prefix: '', search: 'a\0' }]) {
      const answer = await opened.request(`/object/list/${BUCKET}`, {
        method: 'POST',
        headers,
        body: JSON.stringify(listing),
      })
      expect(answer.status).toBe(400)
    }
  })

  test.each([
    '..%2f..%2fkeys.json',
    'vehicles/%2e%2e%2f%2e%2e%2fkeys.json',
    '.hidden.jpg',
    'a%00.jpg',
    'a%5cb.jpg',
    'a%3Cb.jpg',
  ])('the name %s is refused for every kind of call', async (name) => {
    const headers = { authorization: 'Bearer admin', 'content-type': 'image/jpeg' }
    const body = await picture()
    for (const [method, path] of [
      ['POST', `/object/${BUCKET}/${name}`],
      ['GET', `/object/public/${BUCKET}/${name}`],
      ['GET', `/render/image/public/${BUCKET}/${name}?width=320`],
      ['DELETE', `/object/${BUCKET}/${name}`],
    ] as const) {
      const answer = await opened.request(path, { method, headers, body: method === 'POST' ? body : undefined })
      expect([answer.status, await answer.json()]).toMatchObject([400, { code: 'InvalidKey' }])
    }
    expect(await leftBehind()).toEqual({ files: [], rows: [] })
  })

  test('the stand-in of a picture comes with its address', async () => {
    await admin().upload('vehicles/stand-in.jpg', await picture())
    const [vehicle] = await show(['vehicles/stand-in.jpg'])
    const { rows } = await opened.db.query('select placeholder from public.vehicle_images where vehicle_id = $1', [
      vehicle,
    ])
    expect(rows).toEqual([{ placeholder: expect.stringMatching(/^data:image\/webp;base64,/) }])
  })

  async function show(pictures: string[]): Promise<string[]> {
    const { rows } = await opened.db.query<{ id: string }>(
      `with v as (
        insert into public.vehicles (title, make, model, year, price, mileage, fuel_type, transmission)
        values ('Test', 'BMW', 'M4', 2020, 1, 1, 'Petrol', 'Manual') returning id
      ), i as (
        insert into public.vehicle_images (vehicle_id, image_url, is_primary, display_order)
        select v.id, '/storage/v1/object/public/${BUCKET}/' || name, n = 1, n - 1
        from v, unnest($1::text[]) with ordinality as given (name, n)
      ) select id from v`,
      [pictures],
    )
    return rows.map(({ id }) => id)
  }
})
